package calls

// Printer is a function that prints to memory: its first argument.
type Printer struct {
	Size   int // the argument that says how many characters there is room for; 0: none does
	Format int
	Wide   bool
}

// Printers are the functions that print to memory, by their names.
var Printers = map[string]Printer{
	"sprintf": {0, 1, false}, "snprintf": {1, 2, false}, "swprintf": {1, 2, true},
	"__sprintf_chk": {0, 3, false}, "__snprintf_chk": {1, 4, false},
}
