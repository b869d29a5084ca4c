// Package reporttest provides results of all kinds for the tests of packages that print them.
package reporttest
