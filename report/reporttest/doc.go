// Package reporttest holds results of all kinds for the tests of what prints them.
package reporttest
