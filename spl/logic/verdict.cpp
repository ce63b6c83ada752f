#include "spl/logic/verdict.hpp"

namespace spl::logic {
namespace {

Verdict negated(Verdict verdict) {
  if (verdict == Verdict::kHolds) return Verdict::kViolated;
  if (verdict == Verdict::kViolated) return Verdict::kHolds;
  return verdict;
}

/// `deciding` is kViolated for a conjunction and kHolds for a disjunction.
Verdict joined(const Claim& claim, std::span<const Verdict> relations,
               Verdict deciding) {
  Verdict result = negated(deciding);
  for (const Claim& part : claim.parts) {
    const Verdict found = evaluate(part, relations);
    if (found == deciding) return deciding;
    if (found == Verdict::kError ||
        (found == Verdict::kUndecided && result != Verdict::kError)) {
      result = found;
    }
  }
  return result;
}

}  // namespace

Strength strength(Sign sign, Finding finding) {
  if (finding == Finding::kUnknown) return Strength::kUndecided;
  const bool less = finding == Finding::kLess;
  const bool greater = finding == Finding::kGreater;
  switch (sign) {
    case Sign::kLessEqual:
      if (less) return Strength::kProven;
      return greater ? Strength::kRefuted : Strength::kNotRefuted;
    case Sign::kGreaterEqual:
      if (greater) return Strength::kProven;
      return less ? Strength::kRefuted : Strength::kNotRefuted;
    case Sign::kEqual:
      return less || greater ? Strength::kRefuted : Strength::kNotRefuted;
    case Sign::kLess:
      if (less) return Strength::kProven;
      return greater ? Strength::kRefuted : Strength::kNotProven;
    case Sign::kGreater:
      if (greater) return Strength::kProven;
      return less ? Strength::kRefuted : Strength::kNotProven;
    case Sign::kNotEqual:
      return less || greater ? Strength::kProven : Strength::kNotProven;
  }
  return Strength::kUndecided;
}

Verdict verdict(Strength strength) {
  switch (strength) {
    case Strength::kProven:
    case Strength::kNotRefuted:
      return Verdict::kHolds;
    case Strength::kNotProven:
    case Strength::kRefuted:
      return Verdict::kViolated;
    case Strength::kUndecided:
      return Verdict::kUndecided;
  }
  return Verdict::kUndecided;
}

bool turns_verdict(Sign sign, Finding finding) {
  return verdict(strength(sign, finding)) !=
         verdict(strength(sign, Finding::kIndistinct));
}

Verdict evaluate(const Claim& claim, std::span<const Verdict> relations) {
  switch (claim.kind) {
    case Claim::Kind::kHolds:
      return Verdict::kHolds;
    case Claim::Kind::kViolated:
      return Verdict::kViolated;
    case Claim::Kind::kRelation:
      return relations[claim.relation];
    case Claim::Kind::kAnd:
      return joined(claim, relations, Verdict::kViolated);
    case Claim::Kind::kOr:
      return joined(claim, relations, Verdict::kHolds);
  }
  return Verdict::kUndecided;
}

std::string_view to_text(Strength strength) {
  switch (strength) {
    case Strength::kProven:
      return "proven";
    case Strength::kNotRefuted:
      return "not refuted";
    case Strength::kNotProven:
      return "not proven";
    case Strength::kRefuted:
      return "refuted";
    case Strength::kUndecided:
      return "undecided";
  }
  return {};
}

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kUndecided:
      return "undecided";
    case Verdict::kError:
      return "error";
  }
  return {};
}

std::string_view to_text(Finding finding) {
  switch (finding) {
    case Finding::kGreater:
      return "greater";
    case Finding::kLess:
      return "less";
    case Finding::kIndistinct:
      return "indistinct";
    case Finding::kUnknown:
      return "unknown";
  }
  return {};
}

}  // namespace spl::logic
