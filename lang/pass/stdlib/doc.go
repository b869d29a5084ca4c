// Package stdlib handles parts of the C library that its models cannot express: div and similar functions, which
// return the program's own records (WriteDivisions), and the variables of getopt, which the program may declare
// itself (ShareGetopt). Lang/read calls both when a unit is complete.
package stdlib
