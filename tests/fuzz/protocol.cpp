// Any bytes as what runner, helper and workers say to each other, at either
// end: it is refused, or what is understood is written and read again as it is.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runner/programs/block_protocol.hpp"
#include "spl/workload/protocol.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using spl::runner::BlockProtocolError;
using spl::workload::ProtocolError;

template <class Error, class Decode, class Encode>
void check(std::string_view text, Decode decode, Encode encode) {
  try {
    const std::string once = encode(decode(text));
    require(encode(decode(once)) == once, "what is written is read otherwise");
  } catch (const Error& error) {
    require(*error.what() != '\0', "a refusal says nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto encode = [](const auto& value) {
    return spl::workload::encode(value);
  };
  check<ProtocolError>(text, spl::workload::decode_request, encode);
  check<ProtocolError>(text, spl::workload::decode_run_answer, encode);
  check<ProtocolError>(text, spl::workload::decode_catalogue_answer, encode);
  const auto encode_block = [](const auto& value) {
    return spl::runner::encode(value);
  };
  check<BlockProtocolError>(text, spl::runner::decode_block_request,
                            encode_block);
  check<BlockProtocolError>(text, spl::runner::decode_block_answer,
                            encode_block);
  (void)spl::runner::is_whole(text);
  return 0;
}
