// Package engines is the table of engines: it makes an engine from its name and from options that are given as text, as people write
// them. Below this package no option is a string.
package engines
