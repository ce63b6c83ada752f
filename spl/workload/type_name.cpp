#include "spl/workload/type_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <string_view>

namespace spl::workload {
namespace {

void replace_all(std::string& text, std::string_view from,
                 std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Removes ", std::allocator<...>", which people do not write.
void remove_allocators(std::string& text) {
  constexpr std::string_view kAllocator = ", std::allocator<";
  for (std::size_t at = text.find(kAllocator); at != std::string::npos;
       at = text.find(kAllocator, at)) {
    std::size_t end = at + kAllocator.size();
    for (int depth = 1; end < text.size() && depth > 0; ++end) {
      depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
    }
    while (end < text.size() && text[end] == ' ') ++end;
    text.erase(at, end - at);
  }
}

}  // namespace

std::string type_name(const std::type_info& type) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = demangled != nullptr ? demangled : type.name();
  std::free(demangled);
  replace_all(name, "std::__cxx11::", "std::");
  remove_allocators(name);
  replace_all(name, " >", ">");
  replace_all(name, "std::basic_string<char, std::char_traits<char>>",
              "std::string");
  return name;
}

}  // namespace spl::workload
