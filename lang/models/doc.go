// Package models has the models of the C library: C definitions of library functions. Lang/read adds them to programs
// that use the functions and do not define them. The package also has the list of the names that the models declare.
package models
