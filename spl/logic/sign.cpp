#include "spl/logic/sign.hpp"

namespace spl::logic {

Sign opposite(Sign sign) {
  switch (sign) {
    case Sign::kLess:
      return Sign::kGreaterEqual;
    case Sign::kLessEqual:
      return Sign::kGreater;
    case Sign::kGreater:
      return Sign::kLessEqual;
    case Sign::kGreaterEqual:
      return Sign::kLess;
    case Sign::kEqual:
      return Sign::kNotEqual;
    case Sign::kNotEqual:
      break;
  }
  return Sign::kEqual;
}

std::string_view to_text(Sign sign) {
  switch (sign) {
    case Sign::kLess:
      return "<";
    case Sign::kLessEqual:
      return "<=";
    case Sign::kGreater:
      return ">";
    case Sign::kGreaterEqual:
      return ">=";
    case Sign::kEqual:
      return "=";
    case Sign::kNotEqual:
      return "!=";
  }
  return {};
}

}  // namespace spl::logic
