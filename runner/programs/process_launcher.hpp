#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "runner/programs/block_protocol.hpp"
#include "runner/programs/elf_program.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/passing_folder.hpp"
#include "runner/system/work_in_time.hpp"

namespace spl::runner {

/// The helper of this runner, a process in a session of its own that executes
/// measured programs: see block_helper.hpp. One thread starts it and talks to
/// it; another may call stop().
class HelperProcess {
 public:
  /// `program` is spl-run.
  explicit HelperProcess(std::filesystem::path program);
  ~HelperProcess();
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  [[nodiscard]] bool is_running() const { return pid_ != 0; }
  [[nodiscard]] pid_t pid() const { return pid_; }  ///< 0 if it does not run.

  /// Starts the helper. Returns why that failed: a sentence, or empty.
  [[nodiscard]] std::string start();

  /// Sends a request and returns the answer. Empty if the helper has ended, or
  /// if for five seconds it was stopped (SIGSTOP) or waited for a device.
  [[nodiscard]] std::string exchange(const std::string& request);

  /// Makes the helper end its programs and itself, and kills it if it does not.
  /// Returns how it ended, or why exchange() gave it up. The channel stays
  /// open, as another thread may be receiving there.
  std::string stop() noexcept;

 private:
  std::filesystem::path program_;
  std::atomic<pid_t> pid_ = 0;
  std::string stuck_;       ///< Why the last helper was given up.
  Descriptor channel_{-1};  ///< To the last helper.
};

/// Executes programs by a helper process, on this machine or, through a
/// launcher, on others. Each run is a fresh process, and its answer a file in a
/// folder that is removed with this object. One process is measured at a time:
/// a block holds the lock of its machine.
class ProcessLauncher : public Launcher {
 public:
  /// `helper` is the path of spl-run. The lock is a file that all users can
  /// open; it is made if it is missing.
  ProcessLauncher(std::filesystem::path helper, std::filesystem::path lock);
  ~ProcessLauncher() override;
  ProcessLauncher(const ProcessLauncher&) = delete;
  ProcessLauncher& operator=(const ProcessLauncher&) = delete;

  void limit_lists(std::chrono::nanoseconds longest) override;
  /// Keeps the framework that is named for runs of the path.
  workload::CatalogueAnswer catalogue(const std::string& program) override;
  Framework framework(const std::string& program) override;
  void prepare(const Placement& placement) override;
  BlockResult measure(const Block& block) override;
  void outlast_interruption() override;
  std::vector<std::string> end_commands() override;
  [[nodiscard]] double waited() const override {
    return std::chrono::duration<double>(locked_).count();
  }
  [[nodiscard]] std::string waits_for() const override;
  std::vector<HostRecord> hosts() override;

  /// Ends what is being measured for the signal, from any thread, if the signal
  /// is the first and is outlasted. Returns whether it was.
  [[nodiscard]] bool interrupt(int signal) noexcept;
  /// Returns the signal by which this process must end after its report; 0:
  /// none.
  [[nodiscard]] int interruption() const { return interruption_; }

  /// Ends what is being measured and removes the folders, in a thread that then
  /// ends this process. All other calls throw ProcessEnds from then on.
  void clear_up() noexcept;

 private:
  using AtWork = std::unique_lock<std::mutex>;

  /// The answer of the helper, or why there is none: a sentence.
  struct Executed {
    std::optional<BlockAnswer> answer;
    std::string loss;
  };

  /// A program's answer when it is asked for its workloads, or its ending.
  struct Listed {
    std::optional<std::string> text;
    std::optional<Ending> ending;
    std::string loss;  ///< Why there is neither: a sentence.

    /// Returns whether the program cannot read the request.
    [[nodiscard]] bool is_refusal() const;
  };

  /// A machine since its first block.
  struct Host {
    HostFacts facts;
    HostCounters before;
    HostCounters after;
  };

  /// Returns the lock of the folders and the helper. Throws ProcessEnds once
  /// clear_up() began, and Interrupted.
  [[nodiscard]] AtWork at_work();
  /// Sends a request to the helper, without the lock. Throws as at_work() does.
  [[nodiscard]] Executed ask_helper(const BlockRequest& request,
                                    AtWork& at_work);
  [[nodiscard]] Executed ask_through_launcher(const BlockRequest& request,
                                              AtWork& at_work);
  [[nodiscard]] Executed execute(const BlockRequest& request, AtWork& at_work);
  [[nodiscard]] Listed ask_workloads(const FrameworkProgram& program,
                                     Framework framework,
                                     bool chooses_iterations, AtWork& at_work);
  [[nodiscard]] std::string silence(const Listed& listed,
                                    const FrameworkProgram& program,
                                    Framework framework) const;
  [[nodiscard]] RunResult result(const RunOrder& order, std::size_t position,
                                 const BlockRequest& request,
                                 const Executed& executed);
  [[nodiscard]] static Executed read(const std::string& answer);
  /// Returns whether processes of a block were left, or its helper was lost.
  [[nodiscard]] static bool left_any(const Executed& executed);
  [[nodiscard]] std::string launcher_loss(const Ending& ending) const;
  [[nodiscard]] bool is_another(const std::string& program) const;
  /// Returns the framework as it was named, as the file says or as the program
  /// printed its options.
  [[nodiscard]] Framework framework_of(const std::string& program);
  /// Returns lack_of_shift() of what an order executes, if it is no worker.
  [[nodiscard]] const std::string& shift_of(const RunOrder& order);
  void remember(const BlockAnswer& answer);
  [[nodiscard]] BlockRequest::Run run_of(const RunOrder& order,
                                         workload::Request worker);

  /// Does work on the folder of results. A folder that hosts share may not
  /// answer; then it is not used again. Throws FileError.
  std::string in_folder(const std::function<std::string()>& work);
  /// Returns the content of a file and removes it; nothing without a file.
  std::optional<std::string> taken(const std::filesystem::path& path);

  /// Returns a folder, which is made at its first use. Throws FileError if that
  /// fails.
  const std::filesystem::path& folder_in(const std::filesystem::path& parent);
  const std::filesystem::path& folder();
  /// Returns the parent of the folder that hosts share.
  [[nodiscard]] std::filesystem::path shared_parent() const;

  std::filesystem::path program_;  ///< spl-run.
  std::filesystem::path lock_;
  std::atomic<bool> ended_ = false;
  std::atomic<int> interruption_ = 0;
  std::atomic<bool> wants_lock_ = false;  ///< A block is measured here.
  std::mutex mutex_;                      ///< Guards the members below.
  std::chrono::nanoseconds longest_list_ = std::chrono::seconds(60);
  bool outlasts_ = false;
  std::map<std::filesystem::path, std::filesystem::path> folders_;
  std::list<ClaimedFolder> claimed_;
  std::chrono::nanoseconds folder_patience_ = kFolderPatience;
  std::string silence_;  ///< Why the shared folder is not used again.
  HelperProcess helper_;
  Placement placement_;
  std::map<std::string, Host> hosts_;
  std::size_t measured_ = 0;           ///< Blocks.
  std::chrono::nanoseconds locked_{};  ///< Their waits for the lock.
  std::size_t launched_ = 0;
  bool has_commands_ = false;         ///< The helper may have to clean up.
  std::vector<std::string> remarks_;  ///< Remarks on blocks elsewhere.
  std::map<std::string, ProgramStamp> programs_;  ///< When they were asked.
  std::map<std::string, Framework> frameworks_;   ///< By program or link.
  std::map<std::string, std::string> shifts_;  ///< lack_of_shift() by program.
};

}  // namespace spl::runner
