// Package sarif writes results in the Static Analysis Results Interchange Format (OASIS, version
// 2.1.0), which code scanners read. The objects of the format are those of go-sarif; the tests hold
// what is written against the schema of the standard.
package sarif
