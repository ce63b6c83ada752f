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

using logic::Performance;

namespace {

std::vector<logic::Value> values_in(const JsonText& text, const json& list,
                                    const JsonPlace& place) {
  text.require_array(list, place);
  std::vector<logic::Value> result;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].is_string()) {
      result.emplace_back(list[i].get<std::string>());
    } else {
      result.emplace_back(text.number(list[i], place.at(i)));
    }
  }
  return result;
}

}  // namespace

Performance performance_in(const JsonText& text, const json& entry,
                           const JsonPlace& place) {
  const ObjectReader reader(text, entry, place);
  Performance result{reader.text("method"),
                     reader.text("generator"),
                     reader.text("factory"),
                     reader.text("revision"),
                     {}};
  const json& arguments = reader.value("arguments");
  const JsonPlace list = place.at("arguments");
  text.require_array(arguments, list);
  const bool are_own = arguments.size() == 2 && arguments[0].is_array();
  if (are_own && (result.generator.empty() || result.factory.empty())) {
    text.fail(list,
              "a list for the generator and one for the factory need both");
  }
  if (are_own) {
    set_arguments(result, values_in(text, arguments[0], list.at(0)),
                  values_in(text, arguments[1], list.at(1)));
  } else {
    result.arguments = values_in(text, arguments, list);
  }
  return result;
}

RunRecord record_in(const JsonText& text, const json& details,
                    const JsonPlace& place) {
  const ObjectReader reader(text, details, place);
  RunRecord result;
  result.block = reader.whole("block");
  result.position = reader.whole("position");
  result.seed = reader.whole("seed");
  result.environment_size = reader.whole("environment_size");
  if (!reader.value("heap_offset").is_null()) {
    result.heap_offset = reader.whole("heap_offset");
  }
  result.iterations = reader.whole("iterations");
  result.warmup = reader.whole("warmup");
  result.seconds = reader.number("seconds");
  result.warmup_seconds = reader.number("warmup_seconds");
  result.counted_seconds = reader.number("counted_seconds");
  result.host = reader.text("host");
  if (!reader.value("layout").is_null()) result.layout = reader.whole("layout");
  const JsonPlace inner = place.at("disturbed");
  const ObjectReader disturbed(text, reader.value("disturbed"), inner);
  result.disturbed = {disturbed.whole("net"), disturbed.whole("kept"),
                      disturbed.whole("beside_threads"),
                      disturbed.whole("untold")};
  return result;
}

}  // namespace spl::runner
