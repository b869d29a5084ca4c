// Package stdlib writes out in the typed tree what the models of the C library cannot say: div and its kin, which
// return the program's own records (WriteDivisions), and the variables of getopt, which the program may declare
// itself (ShareGetopt). Lang/read calls both when a unit is complete.
package stdlib
