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

std::string demangled(const std::type_info& type) {
  int status = 0;
  char* text = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = text != nullptr ? text : type.name();
  std::free(text);
  return name;
}

/// Returns the type of "... [with Type = T]", or "... [Type = T]".
std::string type_in(std::string_view signature) {
  constexpr std::string_view kBefore = "Type = ";
  const std::size_t at = signature.find(kBefore) + kBefore.size();
  std::string name(signature.substr(at, signature.rfind(']') - at));
  // What GCC writes in another way than in mangled names.
  replace_all(name, "{anonymous}", "(anonymous namespace)");
  for (const char* kind : {"long long", "long", "short"}) {
    const std::string integer = kind;
    replace_all(name, integer + " unsigned int", "unsigned " + integer);
    replace_all(name, integer + " int", integer);
  }
  return name;
}

}  // namespace

std::string type_name(const TypeOf& type) {
  std::string name =
      type.info != nullptr ? demangled(*type.info) : type_in(type.text);
  replace_all(name, "std::__cxx11::", "std::");
  remove_allocators(name);
  replace_all(name, " >", ">");
  replace_all(name, "std::basic_string<char, std::char_traits<char>>",
              "std::string");
  replace_all(name, "std::basic_string<char>", "std::string");
  return name;
}

bool operator==(const TypeOf& a, const TypeOf& b) {
  if (a.info != nullptr && b.info != nullptr) return *a.info == *b.info;
  return type_name(a) == type_name(b);
}

}  // namespace spl::workload
