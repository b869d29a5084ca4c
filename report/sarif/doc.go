// Package sarif writes results in the Static Analysis Results Interchange Format (OASIS, version 2.1.0), which code
// scanners read. The tests check the output against the schema of the standard, and read it with an independent
// library.
package sarif
