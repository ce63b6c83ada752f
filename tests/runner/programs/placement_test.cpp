// The words of launchers, lists of processors, the machine's lock and what the
// runner and its helper say to each other.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "runner/programs/block_protocol.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/machine_lock.hpp"
#include "runner/system/processors.hpp"
#include "tests/runner/refused_calls.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CommandWords, AreThoseOfAShell) {
  EXPECT_THAT(command_words(""), IsEmpty());
  EXPECT_THAT(command_words(" \t\n"), IsEmpty());
  EXPECT_THAT(command_words(" srun  --exclusive\t-n1 "),
              ElementsAre("srun", "--exclusive", "-n1"));
  EXPECT_THAT(command_words("a 'b  c' \"d  e\" f\\ g"),
              ElementsAre("a", "b  c", "d  e", "f g"));
  EXPECT_THAT(command_words(R"('a\' "b\"\\\$\`\c" x'y'"z")"),
              ElementsAre("a\\", "b\"\\$`\\c", "xyz"));
  EXPECT_THAT(command_words("'' \"\""), ElementsAre("", ""));
  EXPECT_THAT(command_words("$HOME *"), ElementsAre("$HOME", "*"));
}

TEST(CommandWords, AreWrittenAsTheyCanBeTyped) {
  const std::vector<std::string> words{"srun", "-n1", "",  "a b",
                                       "it's", "x;y", "*", "a\\b"};
  const std::string text = to_text(words);
  EXPECT_EQ(text, R"(srun -n1 '' 'a b' 'it'\''s' 'x;y' '*' 'a\b')");
  EXPECT_EQ(command_words(text), words);
}

std::string word_error(const std::string& command) {
  try {
    (void)command_words(command);
  } catch (const WordError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CommandWords, RefuseWhatIsNotEnded) {
  EXPECT_EQ(word_error("a 'b"), "a ' without another");
  EXPECT_EQ(word_error("a \"b"), "a \" without another");
  EXPECT_EQ(word_error("a \"b\\"), "a \" without another");
  EXPECT_EQ(word_error("a b\\"), "nothing after its last \\");
}

TEST(Processors, AreReadAndWritten) {
  EXPECT_EQ(parse_processors("1"), Processors{1});
  EXPECT_EQ(parse_processors("3,0-1"), (Processors{0, 1, 3}));
  EXPECT_EQ(parse_processors("0-2,1-3"), (Processors{0, 1, 2, 3}));
  for (const char* wrong :
       {"", "a", "-1", "1-", "2-1", "1,", ",1", "1 2", "1-2-3", "99999"}) {
    EXPECT_EQ(parse_processors(wrong), std::nullopt) << wrong;
  }
  EXPECT_EQ(to_text(Processors{}), "");
  EXPECT_EQ(to_text(Processors{0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
}

TEST(Processors, KeepAThreadUntilItLeaves) {
  const Processors usable = usable_processors();
  for (const unsigned one : usable) {
    {
      const AtProcessor here(one);
      EXPECT_EQ(sched_getcpu(), static_cast<int>(one));
      EXPECT_EQ(usable_processors(), Processors{one});
      here.leave();
      EXPECT_EQ(usable_processors(), usable);
      EXPECT_EQ(bind_to({one}), "");
    }
    EXPECT_EQ(usable_processors(), usable);
  }
  const AtProcessor nowhere(5000);
  const AtProcessor anywhere(std::nullopt);
  EXPECT_EQ(usable_processors(), usable);
}

TEST(Processors, BindThisThreadOnlyWhereAllAreAllowed) {
  const Processors allowed = allowed_processors();
  ASSERT_FALSE(allowed.empty());
  Processors more = allowed;
  more.push_back(1023);
  EXPECT_EQ(bind_to(more),
            "processor 1023 does not exist here; what is measured can use " +
                to_text(allowed));
  EXPECT_EQ(bind_to({allowed.back()}), "");
  EXPECT_EQ(allowed_processors(), allowed);
  EXPECT_EQ(bind_to(allowed), "");
}

TEST(MachineLock, CanBeOpenedByAllUsersWhateverTheMask) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  const mode_t before = umask(0077);
  { const MachineLock lock(path); }
  umask(before);
  struct stat facts {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0644U);
}

/// Returns whether another process could take the lock now.
bool is_free(const std::filesystem::path& path) {
  const int other = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool free = flock(other, LOCK_EX | LOCK_NB) == 0;
  close(other);
  return free;
}

TEST(MachineLock, IsHeldUntilItsEnd) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  {
    const MachineLock lock(path);
    EXPECT_FALSE(is_free(path));
  }
  EXPECT_TRUE(is_free(path));
}

TEST(MachineLock, IsNotLeftBehindByAProcessThatIsKilled) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  const pid_t child = fork();
  if (child == 0) {
    const MachineLock lock(path);
    raise(SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(is_free(path));
}

/// Its message goes to standard error.
[[noreturn]] void lock_in_child(const std::filesystem::path& path) {
  alarm(60);
  { const MachineLock lock(path); }
  _exit(0);
}

std::string unlocked(const std::filesystem::path& path,
                     const std::string& reason) {
  return "spl-run: warning: cannot lock " + path.string() + ": " + reason +
         "; another measurement on this machine may spoil this one\n";
}

TEST(MachineLock, TellsWhereItCannotBeOpened) {
  const std::filesystem::path path = "/no/such/folder/lock";
  EXPECT_EXIT(lock_in_child(path), ExitedWithCode(0),
              HasSubstr(unlocked(path, "No such file or directory")));
}

TEST(MachineLock, DoesNotWaitForWhatIsNoFile) {
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0666), 0);
  EXPECT_EXIT(lock_in_child(pipe), ExitedWithCode(0),
              HasSubstr(unlocked(pipe, "it is not a regular file")));
  const auto link = folder.path() / "link";
  std::filesystem::create_symlink("elsewhere", link);
  EXPECT_EXIT(lock_in_child(link), ExitedWithCode(0),
              HasSubstr(unlocked(link, "it is a link")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "elsewhere"));
  EXPECT_EXIT(lock_in_child(folder.path()), ExitedWithCode(0),
              HasSubstr(unlocked(folder.path(), "it is not a regular file")));
}

TEST(MachineLock, IsWaitedForNoLongerThanTheLimit) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  const MachineLock held(path);
  EXPECT_EQ(held.timeout(), "");
  for (const auto limit :
       {std::chrono::nanoseconds(0), std::chrono::nanoseconds(1'000'000)}) {
    const MachineLock late(path, nullptr, limit);
    const LockHolder holder = lock_holder(path);
    ASSERT_EQ(holder.pid, getpid());
    EXPECT_EQ(late.timeout(),
              "another measurement on " + host_name() + " (process " +
                  std::to_string(getpid()) + " of " + holder.user +
                  ") holds the lock " + path.string() +
                  " for longer than `lock-timeout` allows; wait longer, or "
                  "end that process");
  }
  EXPECT_FALSE(is_free(path));
}

TEST(MachineLock, IsTakenWithinTheLimit) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  const MachineLock lock(path, nullptr, std::chrono::nanoseconds(0));
  EXPECT_EQ(lock.timeout(), "");
  EXPECT_FALSE(is_free(path));
}

TEST(MachineLock, IsWhereAVariableSays) {
  const char* before = getenv("SPL_MACHINE_LOCK");
  const std::string kept = before == nullptr ? "" : before;
  setenv("SPL_MACHINE_LOCK", "/elsewhere/lock", 1);
  EXPECT_EQ(machine_lock_path(), "/elsewhere/lock");
  setenv("SPL_MACHINE_LOCK", "lock", 1);
  EXPECT_EQ(machine_lock_path(), std::filesystem::current_path() / "lock");
  setenv("SPL_MACHINE_LOCK", "", 1);
  EXPECT_EQ(machine_lock_path(), "/tmp/spl-measuring.lock");
  unsetenv("SPL_MACHINE_LOCK");
  EXPECT_EQ(machine_lock_path(), "/tmp/spl-measuring.lock");
  if (before != nullptr) setenv("SPL_MACHINE_LOCK", kept.c_str(), 1);
}

TEST(MachineLock, TellsWhereItCannotBeTakenOrWaitedFor) {
  if (prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "needs a kernel with seccomp";
  const TemporaryFolder folder;
  const auto path = folder.path() / "lock";
  const MachineLock held(path);
  const auto tells = [&](const Refusal& refused, const std::string& reason) {
    const auto lock = [&] {
      refuse({SYS_clone3, ENOSYS});  // Threads are made by clone() then.
      refuse(refused);
      lock_in_child(path);
    };
    EXPECT_EXIT(lock(), ExitedWithCode(0), HasSubstr(unlocked(path, reason)));
  };
  tells({SYS_flock, ENOLCK}, "No locks available");
  tells({SYS_flock, EBADF, LOCK_NB}, "Bad file descriptor");
  tells({SYS_eventfd2, EMFILE},
        "Too many open files; allow more in a process (ulimit -n)");
  tells({SYS_clone, EAGAIN},
        "Resource temporarily unavailable; end other processes, or allow more "
        "(ulimit -u)");
}

TEST(BlockProtocol, KeepsWhatIsSaid) {
  BlockRequest request;
  request.folder = "/tmp/a b";
  request.lock = "/tmp/lock";
  request.lock_timeout = std::chrono::nanoseconds(56);
  request.processors = {0, 3};
  request.wants_facts = true;
  request.launcher = {"srun", "-n 1"};
  workload::Request worker;
  worker.task = workload::Request::Task::kRun;
  worker.result_path = "/tmp/a b/run1";
  worker.method = "sort";
  worker.arguments = {10.0, "a\nb"};
  request.runs = {{"/bin/x", worker, 12, std::chrono::nanoseconds(34)},
                  {"/bin/y", worker, 0, std::chrono::nanoseconds(0)}};
  request.runs[1].heap_offset = 32;
  const BlockRequest read = decode_block_request(encode(request));
  EXPECT_EQ(encode(read), encode(request));
  EXPECT_EQ(read.folder, request.folder);
  EXPECT_EQ(read.lock, request.lock);
  EXPECT_EQ(read.lock_timeout, request.lock_timeout);
  EXPECT_EQ(read.processors, request.processors);
  EXPECT_EQ(read.launcher, request.launcher);
  EXPECT_EQ(read.wants_facts, true);
  ASSERT_EQ(read.runs.size(), 2U);
  EXPECT_EQ(workload::encode(read.runs[0].request), workload::encode(worker));
  EXPECT_EQ(read.runs[0].padding, 12U);
  EXPECT_EQ(read.runs[0].timeout, std::chrono::nanoseconds(34));
  EXPECT_EQ(read.runs[0].heap_offset, std::nullopt);
  EXPECT_EQ(read.runs[1].program, "/bin/y");
  EXPECT_EQ(read.runs[1].heap_offset, 32U);
}

TEST(BlockProtocol, KeepsWhatIsAnswered) {
  BlockAnswer answer;
  answer.host = "node7";
  answer.failure = "no";
  answer.endings = {{Ending::Kind::kKilled, 9, std::chrono::nanoseconds(56),
                     std::string("line\nother\r \\ \xff\0 ", 16),
                     "process 7 (sudo)"}};
  answer.facts =
      HostFacts{"node7", "6.1", "Xeon", 2,     "powersave", false,   true,
                0.25,    3,     "",     false, 1.5,         1 << 30, true};
  answer.locked = std::chrono::nanoseconds(43);
  answer.waited = std::chrono::nanoseconds(78);
  answer.before = {1, 2, 3};
  answer.after = {4, 5, 6};
  const BlockAnswer read = decode_block_answer(encode(answer));
  EXPECT_EQ(read.host, "node7");
  EXPECT_EQ(read.failure, "no");
  EXPECT_EQ(read.facts, answer.facts);
  ASSERT_EQ(read.endings.size(), 1U);
  EXPECT_EQ(read.endings[0].kind, Ending::Kind::kKilled);
  EXPECT_EQ(read.endings[0].status, 9);
  EXPECT_EQ(read.endings[0].left, "process 7 (sudo)");
  EXPECT_EQ(read.endings[0].duration, std::chrono::nanoseconds(56));
  EXPECT_EQ(read.endings[0].output, answer.endings[0].output);
  EXPECT_EQ(read.locked, std::chrono::nanoseconds(43));
  EXPECT_EQ(read.waited, std::chrono::nanoseconds(78));
  EXPECT_EQ(read.before.ticks, 1U);
  EXPECT_EQ(read.before.stolen, 2U);
  EXPECT_EQ(read.before.throttled, 3U);
  EXPECT_EQ(read.after.throttled, 6U);
  answer.facts = HostFacts();
  EXPECT_EQ(decode_block_answer(encode(answer)).facts, HostFacts());
}

std::string here() {
  return std::filesystem::read_symlink("/proc/self/exe").string() + " on " +
         host_name();
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string answer_error(const std::string& text) {
  try {
    (void)decode_block_answer(text);
  } catch (const BlockProtocolError& error) {
    return error.what();
  }
  return "no error";
}

TEST(BlockProtocol, RefusesWhatIsNothingOfIt) {
  const std::string answer = encode(BlockAnswer());
  const std::string start =
      here() + " cannot read what another spl-run wrote for it: ";
  const std::string end =
      "; install one version on all hosts, and name a folder that has space "
      "with -s shared-folder=PATH";
  EXPECT_EQ(answer_error("{\n"), start + "line 1: expected \"" +
                                     first_line(answer) + "\", found \"{\"" +
                                     end);
  EXPECT_EQ(answer_error(answer.substr(0, answer.size() - 2)),
            start + "line 6: the text ends in the middle of a line" + end);
  EXPECT_EQ(answer_error("spl-block-answer 0.0"),
            start + "line 1: the text ends in the middle of a line" + end);
  EXPECT_THROW((void)decode_block_request(answer), BlockProtocolError);
  EXPECT_THROW((void)decode_block_answer(encode(BlockRequest())),
               BlockProtocolError);
}

TEST(BlockProtocol, TellsWhichProgramIsOfAnotherVersion) {
  const std::string first = first_line(encode(BlockAnswer()));
  const std::string name = "spl-block-answer ";
  ASSERT_EQ(first.substr(0, name.size()), name);
  EXPECT_EQ(answer_error(name + "0.0.0\n"),
            "spl-run 0.0.0 talks to " + here() + ", which is " +
                first.substr(name.size()) +
                "; install one version on all hosts");
}

TEST(BlockProtocol, TellsWhetherATextIsWhole) {
  const std::string text = encode(BlockAnswer());
  EXPECT_TRUE(is_whole(text));
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(is_whole(text.substr(0, size))) << size;
  }
  BlockAnswer answer;
  answer.host = "a";
  answer.endings.push_back({Ending::Kind::kExited, 0, {}, "\nend\n"});
  EXPECT_EQ(encode(answer).find("\nend\n"), encode(answer).size() - 5);
}

}  // namespace
}  // namespace spl::runner
