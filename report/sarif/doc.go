// Package sarif writes results in the Static Analysis Results Interchange Format (OASIS, version 2.1.0), which code scanners read.
package sarif
