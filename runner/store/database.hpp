#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "runner/store/experiment.hpp"

struct sqlite3;
struct sqlite3_stmt;

/// SQLite's databases.
namespace spl::runner {

/// A database that cannot be read or written; what() names the file and the
/// reason.
class DatabaseError : public std::runtime_error {
 public:
  enum class Kind {
    kBusy,       ///< Others have held it for too long.
    kDamaged,    ///< Its content is broken.
    kForeign,    ///< It is no database.
    kUnwritten,  ///< Its file system is full, or may not be written.
    kOther
  };
  DatabaseError(Kind kind, const std::string& what)
      : std::runtime_error(what), kind_(kind) {}

  [[nodiscard]] Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

class Database;

/// A statement of SQL, compiled once and executed with values for its `?`, from
/// the first to the last.
class Statement {
 public:
  Statement(Database& database, const char* sql);
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// Executes to the end.
  template <typename... Values>
  void run(const Values&... values) {
    start(values...);
    while (next()) {
    }
  }

  /// Begins to execute; next() has the rows.
  template <typename... Values>
  void start(const Values&... values) {
    reset();
    (bind(values), ...);
  }

  /// Goes to the first row, or the next one. Returns whether there is one.
  [[nodiscard]] bool next();

  // Values of the row, by column from 0; texts live until next().
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double number(int column) const;
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::string_view blob(int column) const;
  /// Zeros if the value is no UUID.
  [[nodiscard]] Uuid uuid(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] int columns() const;

 private:
  void reset();
  void bind(std::int64_t value);
  void bind(std::uint64_t value);
  void bind(bool value) { bind(std::int64_t{value ? 1 : 0}); }
  void bind(double value);
  void bind(std::string_view value);
  void bind(const std::string& value) { bind(std::string_view(value)); }
  void bind(const char* value) { bind(std::string_view(value)); }
  void bind(const Uuid& value) {
    bind(std::span<const std::byte>(value.bytes));
  }
  void bind(std::span<const std::byte> value);
  void bind(std::nullopt_t);
  template <typename Value>
  void bind(const std::optional<Value>& value) {
    value ? bind(*value) : bind(std::nullopt);
  }
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// A connection to a database in a file, or in memory for the name ":memory:".
/// Files may come from elsewhere: views, triggers and functions of a schema are
/// not executed, no value has more than 64 MiB, and no other file than the
/// database and its own log and journal is touched (guarded_files()).
class Database {
 public:
  enum class Access {
    kRead,
    kReadForeign,  ///< The same, as address_to_read() has it.
    kWrite,
    kCreate
  };

  /// How long a connection waits for others, in all.
  static constexpr std::chrono::milliseconds kPatience{10'000};

  /// Throws DatabaseError, as all members do.
  Database(std::filesystem::path file, Access access,
           std::chrono::nanoseconds patience = kPatience);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// Lets statements take the work that this many bytes more of rows make: they
  /// end if they take more than the file has.
  void allow_for(std::uintmax_t bytes) { bytes_ += bytes; }
  /// Returns how long it may still wait for others.
  [[nodiscard]] std::chrono::nanoseconds patience() const { return patience_; }

  /// Executes statements without values and results.
  void execute(const std::string& sql);
  [[nodiscard]] Statement statement(const char* sql) { return {*this, sql}; }
  /// Returns the value of the first column of the first row; 0 without rows.
  [[nodiscard]] std::int64_t integer(const char* sql);
  [[nodiscard]] std::string text(const char* sql);
  /// The id of the row that was inserted last.
  [[nodiscard]] std::int64_t last_row() const;
  /// The number of rows that the last statement inserted or removed.
  [[nodiscard]] std::int64_t changes() const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  [[noreturn]] void fail(int code) const;
  /// Waits a moment. Returns whether it did, for there was some patience left.
  static int wait(void* database, int times);
  /// Returns whether a statement has done more than its rows can make.
  static int has_no_end(void* database);
  void begin_work() { work_ = 0; }

  std::filesystem::path file_;
  std::chrono::nanoseconds patience_;
  std::uintmax_t bytes_ = 0;  ///< Of rows, for has_no_end().
  std::uintmax_t work_ = 0;   ///< Of the statement, in parts.
  std::unique_ptr<sqlite3, Close> handle_;
};

/// Returns the address by which SQLite opens a file only to read it. It makes
/// no log beside a file that has none, which nobody has open then.
[[nodiscard]] std::string address_to_read(const std::filesystem::path& file);

/// Changes that are made together, or not at all: those of a transaction that
/// is not committed are taken back.
class Transaction {
 public:
  /// Waits until no other writes.
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace spl::runner
