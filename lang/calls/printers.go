package calls

// Functions of the library that print to memory.

// A Printer is a function that prints to the memory that its first argument points to.
type Printer struct {
	Size   int // the number of the argument that says how many characters fit; 0: no argument says it
	Format int
	Wide   bool
}

// Printers are the functions that print to memory, by their names.
var Printers = map[string]Printer{
	"sprintf": {0, 1, false}, "snprintf": {1, 2, false}, "swprintf": {1, 2, true},
	"__sprintf_chk": {0, 3, false}, "__snprintf_chk": {1, 4, false},
}
