#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <mutex>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include "runner/builds/compile_launcher.hpp"
#include "runner/builds/program_cache.hpp"
#include "runner/builds/recorded_program.hpp"
#include "runner/git/repository.hpp"
#include "runner/layouts/link_series.hpp"
#include "runner/layouts/tool.hpp"
#include "runner/programs/block_helper.hpp"
#include "runner/programs/process_launcher.hpp"
#include "runner/session/application.hpp"
#include "runner/settings/exit_status.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/host_facts.hpp"
#include "runner/system/machine_lock.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/process.hpp"
#include "runner/system/signal_watch.hpp"
#include "runner/system/terminal_text.hpp"
#include "spl/workload/worker.hpp"

namespace {

class SteadyClock : public spl::runner::Clock {
 public:
  double seconds() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
  }
};

std::vector<std::string> names_of_variables() {
  std::vector<std::string> names = spl::runner::own_environment();
  for (std::string& variable : names) {
    variable.resize(std::min(variable.find('='), variable.size()));
  }
  return names;
}

/// The columns of the terminal that shows the report; 80 if there is none or it
/// does not know.
std::size_t terminal_width() {
  winsize size{};
  const int shown = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO;
  (void)ioctl(shown, TIOCGWINSZ, &size);
  return size.ws_col == 0 ? 80 : size.ws_col;
}

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

spl::runner::Context surroundings(const char* called) {
  std::random_device entropy;
  std::error_code error;  // A removed folder has no name.
  const auto folder = std::filesystem::current_path(error);
  return {spl::runner::host_name(),
          std::thread::hardware_concurrency(),
          compiler(),
          spl::runner::iso_time(std::chrono::system_clock::now()),
          entropy(),  // Short enough to be typed after `seed`.
          folder.string(),
          spl::runner::top_folder(folder).string(),
          called};
}

/// Acts as a tool of a build of another spl-run, whose output is that of what
/// it executes; returns its status.
std::optional<int> tool_status(int argc, char** argv) {
  if (argc < 3) return std::nullopt;
  const std::string_view mode = argv[1];
  if (mode == spl::runner::kGuardTool && argc > 3) {
    return spl::runner::guard_tool(std::atoi(argv[2]), {argv + 3, argv + argc});
  }
  if (mode == spl::runner::kCompile) {
    return spl::runner::compile({argv + 2, argv + argc});
  }
  return std::nullopt;
}

/// Acts as another spl-run's helper if this process is one; returns its status.
std::optional<int> helper_status(int argc, char** argv) {
  if (argc != 3) return std::nullopt;
  const std::string_view mode = argv[1];
  if (mode == spl::runner::kServeBlocks) {
    return spl::runner::serve_blocks(std::atoi(argv[2]));
  }
  if (mode == spl::runner::kRunBlock) return spl::runner::run_block(argv[2]);
  return std::nullopt;
}

/// A text that one thread leaves and another prints.
class LastWords {
 public:
  void leave(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ = spl::runner::terminal_text(text);
  }

  /// Not through std::cerr, which waits until standard output is read.
  void print() {
    const std::lock_guard lock(mutex_);
    (void)spl::runner::write_all(STDERR_FILENO, text_);
  }

 private:
  std::mutex mutex_;
  std::string text_;
};

/// Returns the function that lets Ctrl-C and the like end this process as they
/// do, but only when the launcher has cleared up, and the first of them only
/// what is being measured if that is outlasted.
std::function<void(int)> clearing_up(spl::runner::ProcessLauncher& launcher,
                                     LastWords& last_words) {
  using std::chrono::steady_clock;
  return [&, next_one = steady_clock::now()](int signal) mutable {
    // Supervisors and closing terminals send several for one.
    constexpr auto kForOne = std::chrono::seconds(1);
    const auto now = steady_clock::now();
    if (launcher.interrupt(signal)) {
      next_one = now + kForOne;
      return;
    }
    if (now < next_one) return;
    spl::runner::end_tools();
    launcher.clear_up();
    last_words.print();
    (void)spl::runner::end_by(signal);
  };
}

/// Where what was built is kept: it is executed.
std::filesystem::path own_cache(const spl::runner::Environment& environment) {
  std::filesystem::path folder = spl::runner::cache_folder(environment);
  try {
    spl::runner::require_own_folder(folder, spl::runner::own_rights());
  } catch (const spl::runner::DistrustError& error) {
    throw spl::runner::FileError(
        "the cache " + folder.string() +
        " holds programs that are executed, and another user could have "
        "written them: " +
        error.what() + "; set XDG_CACHE_HOME to a folder of your own");
  }
  return folder;
}

std::unique_ptr<spl::runner::Builder> cached_builder(
    const spl::runner::BuildRecipe& recipe, std::uint64_t cache_limit,
    const std::filesystem::path& cache, const std::string& self) {
  return std::make_unique<spl::runner::CachedBuilder>(
      spl::runner::BuildSite{recipe, spl::runner::own_environment(), cache,
                             self, spl::runner::processor_model()},
      cache_limit, std::thread::hardware_concurrency());
}

std::optional<std::string> variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

/// Runs spl-run in the real world and returns its exit status, unless a signal
/// ended the measurement: then the signal ends this process.
int run(const char* called, const std::vector<std::string>& arguments) {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  spl::runner::ProcessLauncher launcher(self, spl::runner::machine_lock_path());
  LastWords last_words;
  const spl::runner::SignalWatch watch({SIGINT, SIGTERM, SIGHUP},
                                       clearing_up(launcher, last_words));
  const spl::runner::TerminalStream shown_out(std::cout);
  std::ostream json(shown_out.plain());
  SteadyClock clock;
  std::optional<spl::runner::RecordedPrograms> recorded;
  const int status = spl::runner::run_application(
      arguments,
      {.launcher = launcher,
       .clock = clock,
       .environment = variable,
       .context = surroundings(called),
       .out_is_terminal = isatty(STDOUT_FILENO) == 1,
       .err_is_terminal = isatty(STDERR_FILENO) == 1,
       .out = std::cout,
       .err = std::cerr,
       .json = json,
       .make_builder =
           [&](const spl::runner::BuildRecipe& recipe, std::uint64_t limit) {
             return cached_builder(recipe, limit, own_cache(variable),
                                   self.string());
           },
       .self = self.string(),
       .make_layouts =
           [](const spl::runner::WantedLayouts& wanted) {
             return spl::runner::make_layouts(wanted, own_cache(variable),
                                              spl::runner::own_environment());
           },
       .last_words = [&](const std::string& text) { last_words.leave(text); },
       .make_pulse = spl::runner::make_pulse,
       .link_recorded =
           [&](const std::string& program, std::uint64_t cache_limit,
               std::chrono::nanoseconds longest) {
             if (!recorded) {
               recorded.emplace(launcher, spl::runner::own_environment(),
                                own_cache(variable), cache_limit);
             }
             return recorded->links(program, longest);
           },
       .variables = names_of_variables(),
       .columns = terminal_width(),
       .keeps_history = true});
  launcher.clear_up();
  if (const int signal = launcher.interruption(); signal != 0) {
    (void)spl::runner::end_by(signal);  // The first process outlives it.
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  // Whatever the umask takes from others, spl-run can use what it makes.
  umask(umask(0) & ~static_cast<mode_t>(S_IRWXU));
  try {
    spl::runner::open_standard_streams();
    spl::workload::answer_request_if_asked();  // Of doctor.
    std::signal(SIGCHLD, SIG_DFL);  // Whatever started this may ignore it.
    // A file that grows too large is reported; programs get the signal.
    std::signal(SIGXFSZ, SIG_IGN);
    spl::runner::adopt_orphans();
    if (const auto status = tool_status(argc, argv)) return *status;
    const spl::runner::TerminalStream shown(std::cerr);
    if (const auto status = helper_status(argc, argv)) return *status;
    if (const auto lacking = spl::runner::lacking_stack(); !lacking.empty()) {
      std::cerr << "spl-run: error: " << lacking << '\n';
      return static_cast<int>(spl::runner::ExitStatus::kError);
    }
    return run(argc > 0 ? argv[0] : "spl-run", {argv + 1, argv + argc});
  } catch (const spl::runner::ProcessEnds&) {
    return 2;  // If even the signal did not end it.
  } catch (const std::exception& error) {
    const spl::runner::TerminalStream shown(std::cerr);
    std::cerr << spl::runner::message_text("spl-run: error: " +
                                           spl::runner::error_text(error))
              << '\n';
    return 2;
  }
}
