package option

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang/read"
)

// maxArray bounds the length of the arrays that pointers from outside lead to.
const maxArray = 1 << 20

// Inputs says what an entry function other than main is called with.
func (o Options) Inputs() (read.Inputs, error) {
	in := read.Inputs{Globals: o.Globals != "initial"}
	length, isArray := strings.CutPrefix(o.Pointers, "array:")
	switch {
	case o.Pointers == "" || o.Pointers == "null":
	case o.Pointers == "object":
		in.Pointers = read.Objects
	case o.Pointers == "shared":
		in.Pointers = read.Shared
	case isArray:
		n, err := strconv.ParseInt(length, 10, 64)
		if err != nil || n < 1 || n > maxArray {
			return in, fmt.Errorf("pointers array:N: N is a number from 1 to %d, not %q", maxArray, length)
		}
		in.Pointers, in.Length = read.Arrays, n
	default:
		return in, fmt.Errorf("unknown pointers %q (one of: null, object, shared, array:N)", o.Pointers)
	}
	return in, nil
}
