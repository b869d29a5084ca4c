// Package variadic writes out in the typed tree what functions with a variable number of arguments do: WriteOut
// makes assignments of va_start, va_arg and va_copy, and calls of printf's kind whose formats are known (printed.go);
// WriteAsprintf does asprintf. A ScanModel says what a format of sscanf stores. Lang/read calls them when a unit is
// complete.
package variadic
