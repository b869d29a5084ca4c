// The inputs of entry functions other than main.

package option

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// maxArray bounds the length of the arrays that pointers from outside point to.
const maxArray = 1 << 20

// Inputs returns the inputs of an entry function other than main.
func (o Options) Inputs() (lang.Inputs, error) {
	in := lang.Inputs{Globals: o.Globals != "initial"}
	length, isArray := strings.CutPrefix(o.Pointers, "array:")
	switch {
	case o.Pointers == "" || o.Pointers == "null":
	case o.Pointers == "object":
		in.Pointers = lang.Objects
	case o.Pointers == "shared":
		in.Pointers = lang.Shared
	case isArray:
		n, err := strconv.ParseInt(length, 10, 64)
		if err != nil || n < 1 || n > maxArray {
			return in, fmt.Errorf("pointers array:N: N is a number from 1 to %d, not %q", maxArray, length)
		}
		in.Pointers, in.Length = lang.Arrays, n
	default:
		return in, fmt.Errorf("unknown pointers %q (one of: null, object, shared, array:N)", o.Pointers)
	}
	return in, nil
}
