package library_test

import (
	"fmt"

	"github.com/whet-mc/whet/lang/library"
)

// The table says where each of its rows is from; functions by kind are counted here.
func ExampleAll() {
	refused := 0
	for _, f := range library.All() {
		if f.Kind == library.Refused {
			refused++
		}
	}
	fmt.Println(len(library.All()) > 600, refused > 0, library.Rows("getchar")[0].From)
	// Output: true true C11 7.21.7; POSIX getc_unlocked, getline; glibc manual 12.8, 12.9
}
