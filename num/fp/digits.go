// OpText: characters of an integer as text. It does not operate on floating-point numbers, but is treated like such
// an operation: hardly any engine can reason about it, and those that know its arguments compute it. The base is 8,
// 10 or 16, or -16 for capital letters. A negative integer begins with a sign. All characters after the text are '0'.

package fp

import (
	"strings"

	"github.com/whet-mc/whet/num"
)

// TextLow and TextHigh bound the characters.
const (
	TextLow  = '-'
	TextHigh = 'f'
)

// asText returns the character k of the text of i, and false if k or the base is not valid.
func asText(i, k, base num.Int) (Result, bool) {
	at, ok := k.Int64()
	b, small := base.Int64()
	if !ok || !small || at < 0 || b != 8 && b != 10 && b != 16 && b != -16 {
		return Result{}, false
	}
	s := i.Big().Text(int(max(b, -b)))
	if b < 0 {
		s = strings.ToUpper(s)
	}
	if at >= int64(len(s)) {
		return sure(num.Of('0')), true
	}
	return sure(num.Of(int64(s[at]))), true
}
