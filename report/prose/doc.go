// Package prose holds what all texts for people need: numbers with their nouns, and strings from programs made safe
// to print.
//
// Clean, CleanAll and OneLine remove what could control a terminal; everything that comes from a source file passes
// through one of them.
package prose
