// Package gnu has the tables of GNU C's extensions: attributes (Attributes), pragmas (PragmaTable) and builtins
// (Builtins), each row with its source and with what is made of it. What has no row is refused: a verdict of runs that
// come to it is unknown. The preprocessor asks HasBuiltin, lang/read the rows, and those above it PureBuiltin.
package gnu
