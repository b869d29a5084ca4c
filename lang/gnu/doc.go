// Package gnu has the tables of GNU C's extensions: attributes (Attributes), pragmas (PragmaTable) and builtins
// (Builtins). Each row has its source and its treatment. An extension without a row is refused: the verdict of runs
// that reach it is unknown. The preprocessor uses HasBuiltin, lang/read uses the rows, and the packages above it use
// PureBuiltin.
package gnu
