// Package prose holds what every text for people needs: numbers with their nouns, and strings from
// programs made fit to print.
//
// Clean, CleanAll and OneLine take out what could steer a terminal; everything that comes from a
// source file passes one of them.
package prose
