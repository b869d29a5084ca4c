// Package chart draws measurements as SVG: how many tasks were solved within a time limit (Quantile), how two tools
// compare on each task (Scatter), and how costs grow with a size (Growth). Axes of time are logarithmic, since times
// range from milliseconds to minutes.
//
// A chart follows the reader's light or dark colour scheme and needs no other file. It contains its numbers as
// titles, which are accessible to a pointer or a screen reader. Its bytes depend only on the data.
package chart
