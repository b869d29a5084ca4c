// Package reach says of locations of a program whether runs reach them, where that is cheap to find out. It is
// for reports: a check that no run reaches says nothing of the program, and people should know. No verdict
// depends on it.
//
//	Find  what is known of locations
//
// A location is reached where a run of the interpreter passes it. It is not reached where package
// settled says so, or package paths makes all paths of the program in which runs end at the locations
// asked for, and none of them gets to one. Where some of both are left open, nothing is said of them. All work is
// counted in steps, so that the answer is the same every time.
package reach
