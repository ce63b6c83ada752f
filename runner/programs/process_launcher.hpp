#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "runner/programs/block_protocol.hpp"
#include "runner/programs/helper_process.hpp"
#include "runner/programs/launcher.hpp"
#include "runner/programs/program_stamp.hpp"
#include "runner/programs/spoken_version.hpp"
#include "runner/system/claimed_folder.hpp"
#include "runner/system/work_in_time.hpp"

namespace spl::runner {

/// Has a helper process execute programs, on this machine or, through a
/// launcher, on others: each run a fresh process, its answer a file. Answers
/// live in folders that go with this object. One measured process at a time: a
/// block holds the lock of its machine.
class ProcessLauncher : public Launcher {
 public:
  /// `helper` is the path of spl-run. The lock is a file that all users can
  /// open; it is made where it is not. Programs are asked in the newest of the
  /// versions, and in an earlier one when they refuse it.
  ProcessLauncher(std::filesystem::path helper, std::filesystem::path lock,
                  ProtocolVersions versions = {});
  ~ProcessLauncher() override;
  ProcessLauncher(const ProcessLauncher&) = delete;
  ProcessLauncher& operator=(const ProcessLauncher&) = delete;

  workload::CatalogueAnswer catalogue(const std::string& program) override;
  void prepare(const Placement& placement) override;
  BlockResult measure(const Block& block) override;
  void outlast_interruption() override;
  std::vector<HostRecord> hosts() override;

  /// Ends what is being measured for that signal, from any thread, if whoever
  /// measures outlasts it and was not interrupted before.
  [[nodiscard]] bool interrupt(int signal) noexcept;
  /// The signal by which this process is to end when it has reported; 0: none.
  [[nodiscard]] int interruption() const { return interruption_; }

  /// Ends what is being measured and removes the folders, from any thread that
  /// then ends this process: whoever measures never gets an answer.
  void clear_up() noexcept;

 private:
  using AtWork = std::unique_lock<std::mutex>;

  /// What the helper answers, or why it does not: a sentence.
  struct Executed {
    std::optional<BlockAnswer> answer;
    std::string loss;
  };

  /// What came of asking a program for its workloads.
  struct Listed {
    std::optional<std::string> text;
    std::optional<Ending> ending;
    std::string loss;  ///< Why there is neither: a sentence.

    /// Whether the program cannot read the request.
    [[nodiscard]] bool is_refusal() const;
  };

  /// What is known of a machine since its first block.
  struct Host {
    HostFacts facts;
    HostCounters before;
    HostCounters after;
  };

  /// Of the folders and the helper; does not return once clear_up() began.
  /// Throws Interrupted.
  [[nodiscard]] AtWork at_work();
  /// Meanwhile the folders may be removed; then this does not return.
  [[nodiscard]] Executed ask_helper(const BlockRequest& request,
                                    AtWork& at_work);
  [[nodiscard]] Executed ask_through_launcher(const BlockRequest& request,
                                              AtWork& at_work);
  [[nodiscard]] Executed execute(const BlockRequest& request, AtWork& at_work);
  [[nodiscard]] Listed ask_workloads(const std::string& program, int version,
                                     AtWork& at_work);
  [[nodiscard]] std::string silence(const Listed& listed) const;
  [[nodiscard]] RunResult result(const RunOrder& order, std::size_t position,
                                 const BlockRequest& request,
                                 const Executed& executed);
  [[nodiscard]] static Executed read(const std::string& answer);
  /// Whether processes of a block were left, or its helper was lost.
  [[nodiscard]] static bool left_any(const Executed& executed);
  [[nodiscard]] std::string launcher_loss(const Ending& ending) const;
  [[nodiscard]] bool is_another(const std::string& program) const;
  void remember(const BlockAnswer& answer);

  /// Works on the folder that results come to. What hosts share may not answer:
  /// it is not asked again then. Throws FileError.
  std::string in_folder(const std::function<std::string()>& work);
  /// What is in the file, which is removed; absent where there is none.
  std::optional<std::string> taken(const std::filesystem::path& path);

  /// Made at its first use. Throws FileError where none can be.
  const std::filesystem::path& folder_in(const std::filesystem::path& parent);
  const std::filesystem::path& folder();
  /// The parent of what hosts share.
  [[nodiscard]] std::filesystem::path shared_parent() const;

  std::filesystem::path program_;  ///< spl-run.
  std::filesystem::path lock_;
  ProtocolVersions versions_;
  std::atomic<bool> ended_ = false;
  std::atomic<int> interruption_ = 0;
  std::mutex mutex_;  ///< Of the folders, the helper and what follows.
  bool outlasts_ = false;
  std::map<std::filesystem::path, std::filesystem::path> folders_;
  std::list<ClaimedFolder> claimed_;
  std::chrono::nanoseconds folder_patience_ = kFolderPatience;
  std::string silence_;  ///< Why the shared folder is asked no more.
  HelperProcess helper_;
  Placement placement_;
  std::map<std::string, Host> hosts_;
  std::size_t measured_ = 0;  ///< Blocks so far.
  std::size_t launched_ = 0;
  std::map<std::string, ProgramStamp> programs_;  ///< When they were asked.
};

}  // namespace spl::runner
