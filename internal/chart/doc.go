// Package chart draws measurements as SVG: how many tasks were solved within how much time
// (Quantile), and how two tools compare task by task (Scatter). Both have logarithmic axes of time,
// since what matters spans milliseconds to minutes.
//
// A picture follows the reader's light or dark scheme, uses nothing outside of the file, and
// carries its numbers in titles that a pointer or a screen reader finds. The bytes depend on the
// data only.
package chart
