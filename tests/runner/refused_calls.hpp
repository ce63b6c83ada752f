#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include <cstddef>
#include <iterator>

namespace spl::runner {

/// A system call that the kernel is to refuse, but not with one of the flags in
/// its second argument.
struct Refusal {
  unsigned call;
  unsigned error;
  unsigned let_through = 0;
};

/// From now on, in this process.
inline void refuse(const Refusal& what) {
  constexpr unsigned kSecond = offsetof(seccomp_data, args) + sizeof(__u64);
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, what.call, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kSecond),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, what.let_through, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | what.error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter{std::size(program), program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

}  // namespace spl::runner
