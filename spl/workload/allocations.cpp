#include "spl/workload/allocations.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "spl/workload/valgrind.hpp"

// A hook of the sanitizers; null without them.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, std::size_t),
    void (*free_hook)(const volatile void*));

// The loader's tables hold addresses as numbers.
// NOLINTBEGIN(performance-no-int-to-ptr)
namespace spl::workload {
namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> bytes{0};

/// Of an observation; each takes some 15 us and 1 kB.
constexpr int kMostLogged = 20'000;
std::atomic<bool> is_logged{false};
std::atomic<int> to_log{0};

[[gnu::noinline]] void log(std::size_t size) {
  if (to_log.fetch_sub(1, std::memory_order_relaxed) <= 0) {
    is_logged = false;
    to_log = 0;
    return;
  }
  char text[64];
  std::snprintf(text, sizeof text, "%s%zu\n", kLogAllocation, size);
  ask(ValgrindRequest::kLogCalls, text);
}

void count(std::size_t size) {
  calls.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
  if (is_logged.load(std::memory_order_relaxed)) log(size);
}

// --- What calls are diverted to ---------------------------------------------

void* (*original_malloc)(std::size_t);
void* (*original_calloc)(std::size_t, std::size_t);
void* (*original_realloc)(void*, std::size_t);
void* (*original_reallocarray)(void*, std::size_t, std::size_t);
void* (*original_memalign)(std::size_t, std::size_t);
void* (*original_aligned_alloc)(std::size_t, std::size_t);
int (*original_posix_memalign)(void**, std::size_t, std::size_t);
void* (*original_valloc)(std::size_t);
void* (*original_pvalloc)(std::size_t);

void* counted_malloc(std::size_t size) {
  count(size);
  return original_malloc(size);
}
void* counted_calloc(std::size_t number, std::size_t size) {
  count(number * size);
  return original_calloc(number, size);
}
void* counted_realloc(void* old, std::size_t size) {
  count(size);
  return original_realloc(old, size);
}
/// The C library's reallocarray calls realloc through a table, and would count
/// twice.
void* counted_reallocarray(void* old, std::size_t number, std::size_t size) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(number, size, &product)) {
    return original_reallocarray(old, number, size);  // Refuses the request.
  }
  return counted_realloc(old, product);
}
void* counted_memalign(std::size_t alignment, std::size_t size) {
  count(size);
  return original_memalign(alignment, size);
}
void* counted_aligned_alloc(std::size_t alignment, std::size_t size) {
  count(size);
  return original_aligned_alloc(alignment, size);
}
int counted_posix_memalign(void** result, std::size_t alignment,
                           std::size_t size) {
  count(size);
  return original_posix_memalign(result, alignment, size);
}
void* counted_valloc(std::size_t size) {
  count(size);
  return original_valloc(size);
}
void* counted_pvalloc(std::size_t size) {
  count(size);
  return original_pvalloc(size);
}

struct Diversion {
  const char* name;
  void* counted;
  void** original;  ///< Null until found.
};

template <class Function>
Diversion diversion(const char* name, Function* counted, Function** original) {
  return {name, reinterpret_cast<void*>(counted),
          reinterpret_cast<void**>(original)};
}

const Diversion kDiversions[] = {
    diversion("malloc", counted_malloc, &original_malloc),
    diversion("calloc", counted_calloc, &original_calloc),
    diversion("realloc", counted_realloc, &original_realloc),
    diversion("reallocarray", counted_reallocarray, &original_reallocarray),
    diversion("memalign", counted_memalign, &original_memalign),
    diversion("aligned_alloc", counted_aligned_alloc, &original_aligned_alloc),
    diversion("posix_memalign", counted_posix_memalign,
              &original_posix_memalign),
    diversion("valloc", counted_valloc, &original_valloc),
    diversion("pvalloc", counted_pvalloc, &original_pvalloc),
};

const Diversion* diversion_of(const char* name) {
  for (const Diversion& one : kDiversions) {
    if (std::strcmp(one.name, name) == 0) return &one;
  }
  return nullptr;
}

// --- Which functions those are ----------------------------------------------

/// Whether the address is a program's own entry for a function of another
/// object, which would lead back to the diverted call.
bool is_forwarder(void* address) {
  Dl_info info;
  const ElfW(Sym)* symbol = nullptr;
  return dladdr1(address, &info,
                 reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)),
                 RTLD_DL_SYMENT) != 0 &&
         symbol != nullptr && symbol->st_shndx == SHN_UNDEF;
}

bool is_in_main_program(void* address) {
  Dl_info there;
  Dl_info main;
  return dladdr(address, &there) != 0 &&
         dladdr(reinterpret_cast<void*>(getauxval(AT_PHDR)), &main) != 0 &&
         there.dli_fbase == main.dli_fbase;
}

/// Finds the function that each name calls now. Returns false if the program
/// has it itself, since its own calls then use no table.
bool find_originals() {
  for (const Diversion& one : kDiversions) {
    void* found = dlsym(RTLD_DEFAULT, one.name);
    if (found != nullptr && is_forwarder(found)) {
      found = dlsym(RTLD_NEXT, one.name);
    } else if (found != nullptr && is_in_main_program(found)) {
      return false;
    }
    *one.original = found;
  }
  return original_malloc != nullptr;
}

// --- The tables of calls ----------------------------------------------------

#if defined(__x86_64__)
bool holds_address(std::uint32_t type) {
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT ||
         type == R_X86_64_64;
}
#elif defined(__aarch64__)
bool holds_address(std::uint32_t type) {
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT ||
         type == R_AARCH64_ABS64;
}
#else
bool holds_address(std::uint32_t) { return false; }
#endif

/// A loaded object, with the tables of the places at which it holds addresses
/// from other objects.
class LoadedObject {
 public:
  explicit LoadedObject(const dl_phdr_info& info) : base_(info.dlpi_addr) {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const ElfW(Phdr)& header = info.dlpi_phdr[i];
      if (header.p_type == PT_DYNAMIC) {
        read(reinterpret_cast<const ElfW(Dyn)*>(base_ + header.p_vaddr));
      } else if (header.p_type == PT_GNU_RELRO) {
        sealed_ = base_ + header.p_vaddr;
        sealed_end_ = sealed_ + header.p_memsz;
      }
    }
  }

  void divert_calls() const {
    if (symbols_ == nullptr || names_ == nullptr) return;
    divert_calls(calls_, calls_size_);
    divert_calls(data_, data_size_);
  }

 private:
  void read(const ElfW(Dyn) * dynamic) {
    for (; dynamic->d_tag != DT_NULL; ++dynamic) {
      const auto value = dynamic->d_un.d_val;
      switch (dynamic->d_tag) {
        case DT_SYMTAB:
          symbols_ = at<ElfW(Sym)>(value);
          break;
        case DT_STRTAB:
          names_ = at<char>(value);
          break;
        case DT_JMPREL:
          calls_ = at<ElfW(Rela)>(value);
          break;
        case DT_PLTRELSZ:
          calls_size_ = value / sizeof(ElfW(Rela));
          break;
        case DT_RELA:
          data_ = at<ElfW(Rela)>(value);
          break;
        case DT_RELASZ:
          data_size_ = value / sizeof(ElfW(Rela));
          break;
        default:
          break;
      }
    }
  }

  /// The loader has replaced most offsets by addresses.
  template <class Type>
  const Type* at(ElfW(Addr) place) const {
    return reinterpret_cast<const Type*>(place < base_ ? base_ + place : place);
  }

  void divert_calls(const ElfW(Rela) * entries, std::size_t count) const {
    for (std::size_t i = 0; entries != nullptr && i < count; ++i) {
      const ElfW(Rela)& entry = entries[i];
      const auto symbol = static_cast<std::uint32_t>(entry.r_info >> 32);
      const auto type = static_cast<std::uint32_t>(entry.r_info);
      if (!holds_address(type) || symbol == 0 || entry.r_addend != 0) continue;
      const Diversion* diverted =
          diversion_of(names_ + symbols_[symbol].st_name);
      if (diverted == nullptr || *diverted->original == nullptr) continue;
      write(base_ + entry.r_offset, diverted->counted);
    }
  }

  void write(ElfW(Addr) place, void* address) const {
    const auto page_size = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
    const ElfW(Addr) page = place & ~(page_size - 1);
    auto* start = reinterpret_cast<void*>(page);
    if (mprotect(start, page_size, PROT_READ | PROT_WRITE) != 0) return;
    *reinterpret_cast<void**>(place) = address;
    if (page >= sealed_ && page + page_size <= sealed_end_) {
      mprotect(start, page_size, PROT_READ);
    }
  }

  ElfW(Addr) base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const ElfW(Rela) * calls_ = nullptr;
  std::size_t calls_size_ = 0;
  const ElfW(Rela) * data_ = nullptr;
  std::size_t data_size_ = 0;
  ElfW(Addr) sealed_ = 0;  ///< The part that is read-only after loading.
  ElfW(Addr) sealed_end_ = 0;
};

int divert_calls_of(dl_phdr_info* info, std::size_t, void*) {
  LoadedObject(*info).divert_calls();
  return 0;
}

// --- Beginning --------------------------------------------------------------

void hook(const volatile void*, std::size_t size) { count(size); }
void no_hook(const volatile void*) {}

/// Whether each call is counted. An allocator that hands out parts of a larger
/// block calls malloc only now and then.
template <class Allocate>
bool counts(Allocate allocate) {
  constexpr int kCalls = 4;
  for (int call = 0; call < kCalls; ++call) {
    const std::uint64_t before = calls;
    allocate();
    if (calls == before) return false;
  }
  return true;
}

bool counts_malloc() {
  return counts([] {
    void* volatile block = std::malloc(1);
    std::free(block);
  });
}

/// Each form of operator new may have been replaced.
bool counts_operator_new() {
  constexpr std::align_val_t kWide{64};
  return counts([] {
           void* volatile block = ::operator new(1);
           ::operator delete(block);
         }) &&
         counts([] {
           void* volatile block = ::operator new[](1);
           ::operator delete[](block);
         }) &&
         counts([] {
           void* volatile block = ::operator new(1, kWide);
           ::operator delete(block, kWide);
         });
}

bool install_hooks() {
  return __sanitizer_install_malloc_and_free_hooks != nullptr &&
         __sanitizer_install_malloc_and_free_hooks(hook, no_hook) != 0 &&
         counts_malloc();
}

std::string begin() {
  if (!install_hooks()) {
    if (!find_originals()) {
      return "brings its own malloc or is linked statically, so that its calls "
             "cannot be counted";
    }
    dl_iterate_phdr(divert_calls_of, nullptr);
    if (!counts_malloc()) {
      return "calls malloc in a way that cannot be counted; link it to the "
             "shared C library";
    }
  }
  if (counts_operator_new()) return "";
  return "brings its own operator new, which does not call malloc each time, "
         "so that its calls cannot be counted; build it without that to count "
         "allocations";
}

}  // namespace

std::string count_allocations() {
  static const std::string kLack = begin();
  return kLack;
}

Allocations allocations() { return {calls, bytes}; }

void log_allocations(Logged what) {
  static const bool kIsThere = ask(ValgrindRequest::kIsThere) > 0;
  if (!kIsThere) return;
  is_logged = what == Logged::kPart;
  if (what != Logged::kObservation) return;
  to_log = kMostLogged;
  ask(ValgrindRequest::kLog, kLogObservation);
}

}  // namespace spl::workload
// NOLINTEND(performance-no-int-to-ptr)
