// Package source finds lines and columns of source files, by the positions of package lang.
package source
