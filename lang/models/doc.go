// Package models has the models of the C library: definitions in C of its functions, which lang/read gives to
// programs that use the functions and do not define them, and the list of the names that they declare.
package models
