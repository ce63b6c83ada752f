#include "spl/workload/protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace spl::workload {
namespace {

template <class Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const ProtocolError& error) {
    return error.what();
  }
  return "no error";
}

Request run_request() {
  Request request;
  request.task = Request::Task::kRun;
  request.result_path = "/tmp/with space/answer";
  request.parent = 123;
  request.method = "ArrayList.contains";
  request.generator = "random\nSearch";
  request.factory = "fac\\tory";
  request.arguments = {0.1, std::string("a\tb \x7f\n"), 1e300, std::string()};
  request.factory_arguments = 3;
  request.seed = std::numeric_limits<std::uint64_t>::max();
  request.heap_offset = 4080;
  request.observations = 31;
  request.warmup_ns = 1;
  request.warmup_observations = 3;
  request.observation_ns = 4;
  request.iterations = 5;
  request.metrics = {Metric::kAllocations, Metric::kWall};
  return request;
}

constexpr const char* kRunRequest =
    "spl-request 1\n"
    "task run\n"
    "result /tmp/with space/answer\n"
    "parent 123\n"
    "method ArrayList.contains\n"
    "generator random\\nSearch\n"
    "factory fac\\\\tory\n"
    "number 0.1\n"
    "text a\\x09b \\x7f\\n\n"
    "number 1e+300\n"
    "text \n"
    "factory_arguments 3\n"
    "seed 18446744073709551615\n"
    "heap_offset 4080\n"
    "observations 31\n"
    "warmup_ns 1\n"
    "warmup_observations 3\n"
    "observation_ns 4\n"
    "iterations 5\n"
    "metric allocations\n"
    "metric wall\n"
    "end\n";

TEST(Request, IsWrittenAsDocumented) {
  EXPECT_EQ(encode(run_request()), kRunRequest);
  Request catalogue;
  catalogue.result_path = "r";
  EXPECT_EQ(encode(catalogue),
            "spl-request 1\ntask catalogue\nresult r\nend\n");
}

TEST(Request, IsReadAsWritten) {
  const Request request = decode_request(kRunRequest);
  const Request expected = run_request();
  EXPECT_EQ(request.task, expected.task);
  EXPECT_EQ(request.result_path, expected.result_path);
  EXPECT_EQ(request.parent, expected.parent);
  EXPECT_EQ(request.method, expected.method);
  EXPECT_EQ(request.generator, expected.generator);
  EXPECT_EQ(request.factory, expected.factory);
  EXPECT_EQ(request.arguments, expected.arguments);
  EXPECT_EQ(request.factory_arguments, expected.factory_arguments);
  EXPECT_EQ(request.seed, expected.seed);
  EXPECT_EQ(request.heap_offset, expected.heap_offset);
  EXPECT_EQ(request.observations, expected.observations);
  EXPECT_EQ(request.warmup_ns, expected.warmup_ns);
  EXPECT_EQ(request.warmup_observations, expected.warmup_observations);
  EXPECT_EQ(request.observation_ns, expected.observation_ns);
  EXPECT_EQ(request.iterations, expected.iterations);
  EXPECT_EQ(request.metrics, expected.metrics);
  EXPECT_EQ(encode(request), kRunRequest);
}

struct Broken {
  const char* replaced;
  const char* by;
  const char* error;
};

TEST(Request, NamesTheLineThatIsWrong) {
  const Broken table[] = {
      {"spl-request 1", "spl-request 2",
       "line 1: expected \"spl-request 1\", found \"spl-request 2\"; are the "
       "program and spl-run of different versions of SPL?"},
      {"task run", "task walk", "line 2: unknown task \"walk\""},
      {"task run\n", "",
       "line 2: expected \"task\", found \"result /tmp/with "
       "space/answer\""},
      {"/tmp/with space/answer", "", "line 3: \"result\" has no value"},
      {"parent 123", "parent -x",
       "line 4: expected a number after \"parent\", found \"-x\""},
      {"ArrayList.contains", "", "line 5: \"method\" has no value"},
      {"\\nSearch", "\\qSearch",
       "line 6: expected \\\\, \\n or \\x after a backslash"},
      {"\\nSearch", "\\",
       "line 6: expected \\\\, \\n or \\x after a backslash"},
      {"\\x7f\\n", "\\x7", "line 9: expected two hexadecimal digits after \\x"},
      {"\\x7f\\n", "\\x7g",
       "line 9: expected two hexadecimal digits after \\x"},
      {"number 0.1", "number 0,1",
       "line 8: expected a number after \"number\", found \"0,1\""},
      {"number 0.1", "number inf",
       "line 8: expected a number after \"number\", found \"inf\""},
      {"number 0.1", "number",
       "line 8: expected a number after \"number\", found \"\""},
      {"18446744073709551615", "18446744073709551616",
       "line 13: expected a number after \"seed\", found "
       "\"18446744073709551616\""},
      {"18446744073709551615", "-1",
       "line 13: expected a number after \"seed\", found \"-1\""},
      {"seed 18446744073709551615", "sead 1",
       "line 13: expected \"seed\", found \"sead 1\""},
      {"observations 31", "observations 0",
       "line 15: \"observations\" must be at least 1"},
      {"metric wall", "metric time", "line 21: unknown metric \"time\""},
      {"metric allocations\nmetric wall\n", "",
       "line 20: expected \"metric\", found \"end\""},
      {"end\n", "", "line 22: expected \"end\", found the end of the text"},
      {"end\n", "end", "line 22: the text ends in the middle of a line"},
      {"end\n", "end of it\n", "line 22: found text after \"end\""},
      {"end\n", "end\nmore\n", "line 23: found a line after \"end\""},
  };
  for (const Broken& row : table) {
    std::string text = kRunRequest;
    text.replace(text.rfind(row.replaced), std::string(row.replaced).size(),
                 row.by);
    EXPECT_EQ(error_of([&] { (void)decode_request(text); }), row.error);
  }
  EXPECT_EQ(error_of([] { (void)decode_request(""); }),
            "line 1: expected \"spl-request 1\", found \"\"; are the program "
            "and spl-run of different versions of SPL?");
}

TEST(RunAnswer, KeepsNumbersExactly) {
  RunAnswer answer;
  answer.observations = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.5, 3};
  answer.iterations = 12;
  answer.warmup = 7;
  answer.disturbed = {2, 3, 1, 2};
  answer.warmup_ns = 8;
  answer.counted_ns = 9;
  answer.others = {{1, 2}, {}};
  answer.heap_offset = 16;
  answer.heap_problem = "has none";
  answer.single = {50.5, 20, 10, 0.25};
  const std::string text = encode(answer);
  EXPECT_EQ(text,
            "spl-run 1\n"
            "iterations 12\n"
            "warmup 7\n"
            "net 2\n"
            "kept 3\n"
            "beside_threads 1\n"
            "untold 2\n"
            "warmup_ns 8\n"
            "counted_ns 9\n"
            "heap_offset 16\n"
            "heap_problem has none\n"
            "first_call 50.5\n"
            "second_call 20\n"
            "fastest_call 10\n"
            "uncertain 0.25\n"
            "observation 0.1\n"
            "observation 0.3333333333333333\n"
            "observation 5e-324\n"
            "observation 1.7976931348623157e+308\n"
            "observation -0.5\n"
            "observation 3\n"
            "other 1\n"
            "observation 1\n"
            "observation 2\n"
            "other 2\n"
            "end\n");
  const RunAnswer read = decode_run_answer(text);
  EXPECT_EQ(read.observations, answer.observations);
  EXPECT_EQ(read.iterations, answer.iterations);
  EXPECT_EQ(read.warmup, answer.warmup);
  EXPECT_EQ(read.disturbed.net, 2U);
  EXPECT_EQ(read.disturbed.kept, 3U);
  EXPECT_EQ(read.disturbed.beside_threads, 1U);
  EXPECT_EQ(read.disturbed.untold, 2U);
  EXPECT_EQ(read.warmup_ns, answer.warmup_ns);
  EXPECT_EQ(read.counted_ns, answer.counted_ns);
  EXPECT_EQ(read.others, answer.others);
  EXPECT_EQ(read.heap_offset, 16U);
  EXPECT_EQ(read.heap_problem, "has none");
  EXPECT_EQ(read.single.first, 50.5);
  EXPECT_EQ(read.single.second, 20);
  EXPECT_EQ(read.single.fastest, 10);
  EXPECT_EQ(read.single.uncertain, 0.25);
  EXPECT_EQ(read.failure, "");
}

TEST(RunAnswer, HasManyMetricsInLinearTime) {
  RunAnswer answer;
  answer.others.resize(1'000'000);
  EXPECT_EQ(decode_run_answer(encode(answer)).others.size(), 1'000'000U);
}

TEST(RunAnswer, KeepsFailures) {
  RunAnswer answer;
  answer.failure = "threw A: b\nc\\";
  EXPECT_EQ(encode(answer),
            "spl-run 1\nfailure threw A: b\\nc\\\\\niterations 0\nwarmup 0\n"
            "net 0\nkept 0\nbeside_threads 0\nuntold 0\nwarmup_ns "
            "0\ncounted_ns 0\nfirst_call 0\nsecond_call 0\nfastest_call 0\n"
            "uncertain 0\nend\n");
  EXPECT_EQ(decode_run_answer(encode(answer)).failure, answer.failure);
}

TEST(RunAnswer, RejectsWhatIsCutOff) {
  const std::string text =
      encode(RunAnswer{{1, 2}, 3, 4, {5, 6, 1, 2}, 6, 7, "", {{1, 2}}});
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_NE(
        error_of([&] { (void)decode_run_answer(text.substr(0, length)); }),
        "no error")
        << length;
  }
}

constexpr const char* kCatalogue =
    "spl-catalogue 1\n"
    "failure \"a\" is registered twice\n"
    "compiler GCC 12.2.0\n"
    "optimized no\n"
    "assertions yes\n"
    "sanitizers address\n"
    "flags -fPIE, -mavx2\n"
    "chooses_iterations yes\n"
    "missing cycles\n"
    "reason has none\n"
    "entry workload\n"
    "name sort\n"
    "place a b.cpp:3\n"
    "parameter size\n"
    "type int\n"
    "kind integer\n"
    "minimum -2147483648\n"
    "maximum 2147483647\n"
    "number 10\n"
    "number 100\n"
    "parameter \n"
    "type std::string\n"
    "kind text\n"
    "minimum 0\n"
    "maximum 0\n"
    "text a\n"
    "entry factory\n"
    "name make\n"
    "place b.cpp:4\n"
    "parameter \n"
    "type double\n"
    "kind number\n"
    "minimum 0\n"
    "maximum 0\n"
    "instance std::vector<int>\n"
    "entry method\n"
    "name find\n"
    "place b.cpp:5\n"
    "argument std::vector<int>\n"
    "argument int\n"
    "part function find\n"
    "part draw\n"
    "entry generator\n"
    "name draw\n"
    "place b.cpp:6\n"
    "argument int\n"
    "end\n";

TEST(CatalogueAnswer, IsReadAsWritten) {
  const CatalogueAnswer answer = decode_catalogue_answer(kCatalogue);
  EXPECT_EQ(answer.failure, "\"a\" is registered twice");
  EXPECT_EQ(answer.build.compiler, "GCC 12.2.0");
  EXPECT_FALSE(answer.build.optimized);
  EXPECT_TRUE(answer.build.assertions);
  EXPECT_EQ(answer.build.sanitizers, "address");
  EXPECT_EQ(answer.build.flags, "-fPIE, -mavx2");
  EXPECT_TRUE(answer.chooses_iterations);
  ASSERT_EQ(answer.entries.size(), 4U);
  const EntryFacts& sort = answer.entries[0];
  EXPECT_EQ(sort.kind, EntryFacts::Kind::kWorkload);
  ASSERT_EQ(sort.parameters.size(), 2U);
  EXPECT_EQ(sort.parameters[0].name, "size");
  EXPECT_EQ(sort.parameters[0].values, (std::vector<Argument>{10.0, 100.0}));
  EXPECT_EQ(sort.parameters[1].kind, ParameterKind::kText);
  EXPECT_EQ(answer.entries[1].instance, "std::vector<int>");
  EXPECT_THAT(answer.entries[2].arguments,
              ::testing::ElementsAre("std::vector<int>", "int"));
  EXPECT_THAT(answer.entries[2].parts,
              ::testing::ElementsAre("function find", "draw"));
  EXPECT_EQ(answer.entries[3].kind, EntryFacts::Kind::kGenerator);
  EXPECT_EQ(encode(answer), kCatalogue);
}

TEST(CatalogueAnswer, NamesTheLineThatIsWrong) {
  const Broken table[] = {
      {"optimized no", "optimized maybe",
       "line 4: expected yes or no after \"optimized\", found \"maybe\""},
      {"entry factory", "entry plant", "line 27: unknown entry \"plant\""},
      {"kind text", "kind prose", "line 23: unknown kind \"prose\""},
      {"type double", "type ", "line 31: \"type\" has no value"},
      {"argument int\nend", "arguments int\nend",
       "line 46: expected \"end\", found \"arguments int\""},
  };
  for (const Broken& row : table) {
    std::string text = kCatalogue;
    text.replace(text.rfind(row.replaced), std::string(row.replaced).size(),
                 row.by);
    EXPECT_EQ(error_of([&] { (void)decode_catalogue_answer(text); }),
              row.error);
  }
}

}  // namespace
}  // namespace spl::workload
