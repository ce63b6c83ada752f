#include "runner/store/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>
#include <utility>

#include "runner/store/guarded_files.hpp"
#include "runner/system/text_file.hpp"

namespace spl::runner {
namespace {

using Kind = DatabaseError::Kind;

/// Steps of SQLite's machine.
constexpr int kPartOfWork = 100'000;

constexpr const char* kInMemory = ":memory:";

/// The largest text or blob, in bytes: no answer of a program has more.
constexpr int kMostBytes = 64 << 20;

Kind kind_of(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Kind::kBusy;
    case SQLITE_CORRUPT:
      return Kind::kDamaged;
    case SQLITE_NOTADB:
      return Kind::kForeign;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_PERM:
      return Kind::kUnwritten;
    default:
      return Kind::kOther;
  }
}

int flags_of(Database::Access access) {
  switch (access) {
    case Database::Access::kRead:
    case Database::Access::kReadForeign:
      return SQLITE_OPEN_READONLY;
    case Database::Access::kWrite:
      return SQLITE_OPEN_READWRITE;
    case Database::Access::kCreate:
      break;
  }
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

/// Returns the name for SQLite, which takes a relative one with "file:" at its
/// beginning for an address.
std::string full_name(const std::filesystem::path& file) {
  return file == kInMemory ? kInMemory : std::filesystem::absolute(file);
}

}  // namespace

// --- Statements --------------------------------------------------------------

Statement::Statement(Database& database, const char* sql)
    : database_(database) {
  check(sqlite3_prepare_v2(database.handle_.get(), sql, -1, &statement_,
                           nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      bound_(other.bound_) {}

bool Statement::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  // The statement holds its locks until it is reset.
  const int end = sqlite3_reset(statement_);
  if (code != SQLITE_DONE) database_.fail(end);
  return false;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::number(int column) const {
  return sqlite3_column_double(statement_, column);
}

std::string_view Statement::text(int column) const {
  const auto* text = sqlite3_column_text(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
}

std::string_view Statement::blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Uuid Statement::uuid(int column) const {
  const std::string_view bytes = blob(column);
  Uuid result;
  if (bytes.size() == result.bytes.size()) {
    std::memcpy(result.bytes.data(), bytes.data(), bytes.size());
  }
  return result;
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int Statement::columns() const { return sqlite3_column_count(statement_); }

void Statement::reset() {
  database_.begin_work();
  sqlite3_reset(statement_);
  bound_ = 0;
}

void Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_, ++bound_, value));
}

void Statement::bind(std::uint64_t value) {
  bind(std::bit_cast<std::int64_t>(value));
}

void Statement::bind(double value) {
  check(sqlite3_bind_double(statement_, ++bound_, value));
}

void Statement::bind(std::string_view value) {
  // A null pointer would be NULL, and no empty text.
  const char* text = value.data() == nullptr ? "" : value.data();
  check(sqlite3_bind_text64(statement_, ++bound_, text, value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(std::span<const std::byte> value) {
  check(sqlite3_bind_blob64(statement_, ++bound_, value.data(), value.size(),
                            SQLITE_TRANSIENT));
}

void Statement::bind(std::nullopt_t) {
  check(sqlite3_bind_null(statement_, ++bound_));
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

// --- Databases ---------------------------------------------------------------

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

namespace {

/// A repository could have links in the places of the file and of those that
/// SQLite makes beside it.
void refuse_outside_links(const std::string& file) {
  for (const char* part : {"", "-wal", "-shm", "-journal"}) {
    refuse_outside_link(file + part);
  }
}

}  // namespace

std::string address_to_read(const std::filesystem::path& file) {
  std::string result = "file://";
  for (const char letter : std::filesystem::absolute(file).string()) {
    const bool is_plain = letter != '%' && letter != '?' && letter != '#';
    result += is_plain ? std::string(1, letter)
                       : fmt::format("%{:02x}", static_cast<int>(letter));
  }
  std::error_code error;
  const bool has_log =
      std::filesystem::exists(file.string() + "-wal", error) ||
      std::filesystem::exists(file.string() + "-journal", error);
  return result + (has_log ? "?mode=ro" : "?mode=ro&immutable=1");
}

Database::Database(std::filesystem::path file, Access access,
                   std::chrono::nanoseconds patience)
    : file_(std::move(file)), patience_(patience) {
  refuse_outside_links(file_.string());
  sqlite3* opened = nullptr;
  const std::string name = access == Access::kReadForeign
                               ? address_to_read(file_)
                               : full_name(file_);
  // Statements may name addresses.
  const int code =
      sqlite3_open_v2(name.c_str(), &opened, flags_of(access) | SQLITE_OPEN_URI,
                      guarded_files());
  handle_.reset(opened);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(opened, 1);
  sqlite3_busy_handler(opened, &Database::wait, this);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  for (const int option :
       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW,
        SQLITE_DBCONFIG_ENABLE_TRIGGER}) {
    sqlite3_db_config(opened, option, 0, nullptr);
  }
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, kMostBytes);
  sqlite3_progress_handler(opened, kPartOfWork, &Database::has_no_end, this);
  for (const char* part : {"", "-wal"}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file_.string() + part, error);
    if (!error) allow_for(size);
  }
}

int Database::has_no_end(void* database) {
  constexpr std::uintmax_t kFewestParts = 300;
  constexpr std::uintmax_t kStepsOfByte = 100;
  auto& self = *static_cast<Database*>(database);
  const auto most = kFewestParts + self.bytes_ * kStepsOfByte / kPartOfWork;
  return ++self.work_ > most ? 1 : 0;
}

int Database::wait(void* database, int times) {
  using std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kLongest{20};
  auto& self = *static_cast<Database*>(database);
  if (self.patience_.count() <= 0) return 0;
  const auto begun = steady_clock::now();
  std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(
      {self.patience_, std::chrono::milliseconds(1 + times), kLongest}));
  self.patience_ -= steady_clock::now() - begun;
  return 1;
}

Database::~Database() = default;

void Database::execute(const std::string& sql) {
  begin_work();
  const int code =
      sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::integer(const char* sql) {
  Statement statement(*this, sql);
  return statement.next() ? statement.integer(0) : 0;
}

std::string Database::text(const char* sql) {
  Statement statement(*this, sql);
  return statement.next() ? std::string(statement.text(0)) : std::string();
}

std::int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

std::int64_t Database::changes() const {
  return sqlite3_changes64(handle_.get());
}

void Database::fail(int code) const {
  if (code == SQLITE_INTERRUPT) {
    throw DatabaseError(Kind::kDamaged,
                        file_.string() + ": its rows have no end");
  }
  if (kind_of(code) == Kind::kBusy) {
    throw DatabaseError(
        Kind::kBusy,
        file_.string() +
            " is locked by another process; end it, or try again later");
  }
  if ((code & 0xff) == SQLITE_AUTH) {
    throw DatabaseError(Kind::kOther,
                        file_.string() + ": the journal beside it, " +
                            file_.string() +
                            "-journal, names another file, which SQLite would "
                            "remove; spl-run writes none like it: remove the "
                            "journal");
  }
  std::error_code error;
  const std::string journal = file_.string() + "-journal";
  if ((code & 0xff) == SQLITE_READONLY &&
      std::filesystem::exists(journal, error)) {
    throw DatabaseError(
        Kind::kUnwritten,
        file_.string() + " cannot be read alone: " + journal +
            " is of a change that did not end, or no journal; measure with "
            "that store once, which takes the change back, or remove the "
            "journal");
  }
  const std::string beside =
      (code & 0xff) == SQLITE_CANTOPEN ? refused_beside(file_.string()) : "";
  if (!beside.empty()) {
    throw DatabaseError(kind_of(code),
                        beside +
                            " is not used: it is no regular file, has a second "
                            "name, or belongs to a user who may not write the "
                            "store; remove it");
  }
  const char* reason =
      handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_.get());
  throw DatabaseError(kind_of(code), file_.string() + ": " + reason);
}

// --- Transactions ------------------------------------------------------------

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const DatabaseError&) {
    // SQLite has taken it back already.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  is_open_ = false;
}

}  // namespace spl::runner
