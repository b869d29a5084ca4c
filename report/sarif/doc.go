// Package sarif writes results in the Static Analysis Results Interchange Format (OASIS, version
// 2.1.0), which code scanners read. The tests hold what is written against the schema of the
// standard, and read it with another library.
package sarif
