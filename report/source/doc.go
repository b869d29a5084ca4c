// Package source finds lines and columns of source files, by the positions of package lang, and takes
// their text apart for readers.
package source
