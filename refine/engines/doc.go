// Package engines has the table of engines, with the options of all of them, and the table of
// numeric domains.
package engines
