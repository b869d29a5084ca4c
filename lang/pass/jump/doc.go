// Package jump writes out setjmp and longjmp in the typed tree: WriteOut, which lang/read calls when a unit is
// complete.
package jump
