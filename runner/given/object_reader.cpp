#include "runner/given/object_reader.hpp"

namespace spl::runner {

using nlohmann::json;

bool has(const json& value, const char* key) {
  return value.is_object() && value.contains(key);
}

ObjectReader::ObjectReader(const JsonText& text, const json& object,
                           const JsonPlace& place)
    : text_(text), object_(object), place_(place) {
  text.require_object(object, place);
}

const json& ObjectReader::value(const char* key) const {
  return text_.member(object_, place_, key);
}

double ObjectReader::number(const char* key) const {
  return text_.number(value(key), place_.at(key));
}

std::string ObjectReader::text(const char* key) const {
  const json& found = value(key);
  return found.is_null() ? std::string() : text_.text(found, place_.at(key));
}

std::uint64_t ObjectReader::whole(const char* key) const {
  const json& found = value(key);
  if (!found.is_number_unsigned()) {
    text_.fail(place_.at(key),
               "expected a whole number, found " +
                   (found.is_number() ? found.dump() : kind_text(found)));
  }
  return found.get<std::uint64_t>();
}

bool ObjectReader::flag(const char* key) const {
  const json& found = value(key);
  if (!found.is_boolean()) {
    text_.fail(place_.at(key),
               "expected true or false, found " + kind_text(found));
  }
  return found.get<bool>();
}

}  // namespace spl::runner
