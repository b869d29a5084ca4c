// Package source finds lines and columns of source files by the positions of package lang, and splits C text into
// coloured parts for readers.
package source
