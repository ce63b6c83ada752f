#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The sign-flip test (Fisher 1935, "The Design of Experiments", section 21):
/// where the sides of a block may be exchanged, each contrast is as likely to
/// have the other sign, whatever its size.
namespace spl::statistics {

/// Probabilities under fair signs of a sum of positive contrasts at least as
/// large as the one seen, and of one at most as large.
struct SignFlips {
  double p_greater = 1;
  double p_less = 1;
};

/// The test of contrasts by integer scores, the sizes in 64ths of the largest
/// one; scores of 0 drop out, as do contrasts not beyond `rounding`. Exact
/// given the sizes. Only where the scores come to more than 1000 of the largest
/// would, an approximation is returned, which is within 2 % of the exact
/// probability down to 1e-6.
[[nodiscard]] SignFlips sign_flips(std::span<const double> contrasts,
                                   double rounding);

/// The contrasts, in order, those whose size is above the 8th largest clipped
/// to it: 0 where fewer than 8 differ from 0. Fewer than 8 signs decide nothing
/// at small levels, and more are not outvoted by one giant.
[[nodiscard]] std::vector<double> clipped_at_eighth(
    std::span<const double> contrasts);

/// P(the sum of the scores whose fair coins show heads is at least `seen`), by
/// convolution, as of Wilcoxon's signed ranks; scores are above 0.
[[nodiscard]] double exact_flip_tail(std::span<const unsigned> scores,
                                     std::uint64_t seen);

/// The same by Lugannani and Rice (1980) with Daniels' correction for lattices
/// (1987, "Tail probability approximations", section 6); at least one score.
[[nodiscard]] double approximate_flip_tail(std::span<const unsigned> scores,
                                           std::uint64_t seen);

}  // namespace spl::statistics
