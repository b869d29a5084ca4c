// Package variadic translates functions with a variable number of arguments to other statements of the typed tree.
// WriteOut translates va_start, va_arg and va_copy to assignments, and handles functions like vsnprintf whose formats
// are known (printed.go). WriteAsprintf translates asprintf. A ScanModel says what sscanf stores for a format.
// Lang/read calls them when a unit is complete.
package variadic
