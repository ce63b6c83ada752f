#pragma once

/// Upper tails and upper quantiles of the distributions that tests need. Tails
/// are never computed as one minus the rest, so small tails keep their digits.
/// `tail` arguments are in (0, 1).
namespace spl::statistics {

/// Returns P(Z > z).
[[nodiscard]] double normal_tail(double z);

/// Returns the z with P(Z > z) = tail.
[[nodiscard]] double normal_quantile(double tail);

/// Returns P(T > t), T of Student's distribution with df > 0 degrees of
/// freedom; with infinitely many it is the normal distribution.
[[nodiscard]] double student_tail(double t, double df);

/// Returns the t with P(T > t) = tail.
[[nodiscard]] double student_quantile(double tail, double df);

/// Returns P(F > f), F of Fisher's distribution; f >= 0, or 1 if f is no
/// number.
[[nodiscard]] double fisher_tail(double f, double df_above, double df_below);

/// Returns the g with P(G > g) = tail, G of the gamma distribution with
/// shape > 0 and scale 1.
[[nodiscard]] double gamma_quantile(double tail, double shape);

}  // namespace spl::statistics
