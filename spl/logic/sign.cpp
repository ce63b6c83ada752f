#include "spl/logic/sign.hpp"

namespace spl::logic {

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
