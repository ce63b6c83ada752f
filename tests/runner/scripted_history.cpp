#include "tests/runner/scripted_history.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

/// Forty digits, as a hash has.
std::string id_of(std::size_t number) {
  const std::string digits = std::to_string(number);
  return std::string(7 - digits.size(), '0') + digits + std::string(33, 'c');
}

/// `c3`, or `dirty`.
std::string name_of(const std::string& id) {
  return id == "dirty" ? id : 'c' + std::to_string(std::stoul(id.substr(0, 7)));
}

class ScriptedRepository : public Repository {
 public:
  explicit ScriptedRepository(ScriptedHistory& history) : history_(history) {}

  [[nodiscard]] std::filesystem::path folder() const override {
    return history_.folder;
  }

  Revision resolve(const std::string& name) override {
    for (std::size_t i = 0; i < history_.commits; ++i) {
      const std::string back =
          "HEAD~" + std::to_string(history_.commits - 1 - i);
      if (name == 'c' + std::to_string(i) || name == id_of(i) || name == back ||
          (name == "HEAD" && i + 1 == history_.commits)) {
        Revision found = commit(name, i);
        const auto remark = history_.remarks.find(name);
        if (remark != history_.remarks.end()) found.remark = remark->second;
        return found;
      }
    }
    throw RevisionError("there is no revision \"" + name + '"');
  }

  Revision working_tree_revision() override {
    Revision result;
    result.dirty = history_.dirty;
    return result;
  }

  Revision default_baseline(const Revision& under_test,
                            const BaselineHints& hints) override {
    if (!hints.pushed_after.empty()) return resolve(hints.pushed_after);
    for (std::size_t i = under_test.dirty ? 0 : 1; i < history_.commits; ++i) {
      Revision found = resolve(i == 0 ? "HEAD" : "HEAD~" + std::to_string(i));
      if (!hints.is_built_alike || !hints.is_built_alike(found)) return found;
    }
    return resolve(under_test.dirty ? "HEAD" : "HEAD~1");
  }

  Tree tree(const Revision& revision) override {
    const std::string id =
        revision.is_working_tree()
            ? (history_.dirty ? "dirty" : id_of(history_.commits - 1))
            : revision.id;
    Tree result{{"file.cpp", TreeFile::Kind::kRegular, changed_by(id),
                 std::nullopt, "", history_.left_out}};
    if (id == "dirty" && !history_.left_out.empty())
      result[0].disk = "file.cpp";
    if (changed_by(id) != id) {
      result.push_back(
          {"notes.md", TreeFile::Kind::kRegular, id, std::nullopt, "", ""});
    }
    const auto data = history_.data.find(name_of(id));
    if (data != history_.data.end()) {
      result.push_back(
          {data->second, TreeFile::Kind::kRegular, id, std::nullopt, "", ""});
    }
    const auto found = history_.workloads.find(name_of(id));
    if (found != history_.workloads.end()) {
      result.push_back({"sample.cpp", TreeFile::Kind::kRegular, found->second,
                        std::nullopt, "", ""});
    }
    return result;
  }

  std::string content(const TreeFile& file) override { return file.id; }

  std::vector<Revision> path(const Revision& good,
                             const Revision& bad) override {
    ++history_.walks;
    const std::size_t first = number(good);
    const std::size_t last = number(bad);
    if (first > last) {
      throw RevisionError(good.name + " is not an ancestor of " + bad.name);
    }
    std::vector<Revision> result;
    for (std::size_t i = first + 1; i <= last; ++i) {
      result.push_back(commit(id_of(i).substr(0, 10), i));
    }
    return result;
  }

  std::vector<std::string> between(const Revision& good,
                                   const Revision& bad) override {
    std::vector<std::string> result;
    for (const Revision& one : path(good, bad)) result.push_back(one.id);
    return result;
  }

  std::vector<Revision> first_parents(
      const Revision& last, const std::set<std::string>& ids) override {
    std::vector<Revision> result;
    for (std::size_t i = 0; i <= number(last); ++i) {
      if (!ids.contains(id_of(i))) continue;
      result.push_back(commit(id_of(i).substr(0, 10), i));
    }
    return result;
  }

 private:
  /// The last commit that changed the file.
  [[nodiscard]] std::string changed_by(std::string id) const {
    while (history_.documents.contains(name_of(id))) {
      id = id_of(id == "dirty" ? history_.commits - 1
                               : std::stoul(id.substr(0, 7)) - 1);
    }
    return id;
  }

  static std::size_t number(const Revision& revision) {
    return std::stoul(revision.id.substr(0, 7));
  }

  static Revision commit(const std::string& name, std::size_t number) {
    const std::string subject = "Change " + std::to_string(number);
    return {name,
            id_of(number),
            subject,
            subject + "\n\nWith reasons.",
            "2024-01-02T03:04:05+00:00",
            false,
            1};
  }

  ScriptedHistory& history_;
};

/// Programs are called after what they are built of: sample@c5, and
/// sample@c5, build 2.
class ScriptedBuilder : public Builder {
 public:
  explicit ScriptedBuilder(ScriptedHistory& history) : history_(history) {}

  void go_on(const std::string& undertaking) override {
    history_.undertaking = undertaking;
  }

  std::vector<Built> build(const std::vector<BuildOrder>& orders,
                           const TreeContent& content,
                           const BuildProgress& progress) override {
    std::vector<Built> result;
    if (progress) progress({});
    for (const BuildOrder& order : orders) {
      const std::string name = name_of(content(order.tree.front()));
      const std::string program =
          "sample@" + name +
          (order.number > 0 ? ", build " + std::to_string(order.number) : "");
      if (history_.broken.contains(name)) {
        result.push_back({{}, "cannot be built: cc exited with status 1"});
        continue;
      }
      history_.lost.erase(program);
      const auto equal = history_.contents.find(name);
      result.push_back(
          {{{program, "",
             equal == history_.contents.end() ? program : equal->second}}});
      if (history_.builds_two) {
        result.back().programs.push_back({"two/" + program, "", program});
      }
      result.back().content = history_.differs_by_build ? program : name;
      result.back().seconds = history_.build_seconds;
      if (history_.relinks) result.back().links = "links of " + program;
      const auto known = std::ranges::find(history_.built, program);
      if (known == history_.built.end()) history_.built.push_back(program);
      if (progress) {
        using What = BuildNews::What;
        for (const What what : {What::kBegins, What::kBuilt}) {
          const std::size_t done =
              result.size() - (what == What::kBegins ? 1 : 0);
          progress({what, done, orders.size(), to_text(order.revision)});
          if (what == What::kBegins && history_.while_building) {
            history_.while_building();
          }
        }
      }
    }
    return result;
  }

  [[nodiscard]] bool is_there(const Built& built) const override {
    return std::ranges::none_of(built.programs,
                                [this](const BuiltProgram& program) {
                                  return history_.lost.contains(program.path);
                                });
  }

 private:
  ScriptedHistory& history_;
};

}  // namespace

OpenRepository ScriptedHistory::repositories() {
  return [this](const std::filesystem::path& at) {
    opened.push_back(at.string());
    return std::make_unique<ScriptedRepository>(*this);
  };
}

MakeBuilder ScriptedHistory::builders() {
  return [this](const BuildRecipe& recipe, std::uint64_t) {
    recipes.push_back(recipe);
    return std::make_unique<ScriptedBuilder>(*this);
  };
}

}  // namespace spl::runner
