#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// The sign-flip test (Fisher 1935, "The Design of Experiments", section 21):
/// if the sides of a block may be exchanged, each contrast is as likely to have
/// the other sign, whatever its size.
namespace spl::statistics {

/// Probabilities, under fair signs, that the sum of positive contrasts is at
/// least as large as the observed one, and at most as large.
struct SignFlips {
  double p_greater = 1;
  double p_less = 1;
};

/// Tests contrasts by integer scores: their sizes in 64ths of the largest.
/// Contrasts with a score of 0 and those within `rounding` drop out. The result
/// is exact given the sizes. If the number of scores times their sum exceeds
/// 400 000, as that of some 100 contrasts does, it is an approximation within
/// 2 % of the exact probability down to 1e-6.
[[nodiscard]] SignFlips sign_flips(std::span<const double> contrasts,
                                   double rounding);

/// Returns the contrasts, in order, clipped to the size of the 8th largest,
/// which is 0 if fewer than 8 differ from 0. Fewer than 8 signs decide nothing
/// at small levels, and one giant does not outvote 8.
[[nodiscard]] std::vector<double> clipped_at_eighth(
    std::span<const double> contrasts);

/// Returns P(the sum of the scores whose fair coins show heads is at least
/// `seen`), by convolution as for Wilcoxon's signed ranks. Scores are above 0.
[[nodiscard]] double exact_flip_tail(std::span<const unsigned> scores,
                                     std::uint64_t seen);

/// Returns the same probability by Lugannani and Rice (1980) with Daniels'
/// correction for lattices (1987, "Tail probability approximations", section
/// 6); at least one score.
[[nodiscard]] double approximate_flip_tail(std::span<const unsigned> scores,
                                           std::uint64_t seen);

}  // namespace spl::statistics
