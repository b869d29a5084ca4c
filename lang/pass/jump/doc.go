// Package jump translates setjmp and longjmp into other statements of the typed tree. Lang/read calls its function
// WriteOut when a unit is complete.
package jump
