package num_test

import (
	"fmt"
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Sums of fractions are exact, and come from and go to math/big where a program has its numbers.
func ExampleRatOfBig() {
	third := num.RatOfBig(big.NewRat(1, 3))
	sum := num.Rat{}
	for range 3 {
		sum = sum.Add(third)
	}
	fmt.Println(sum, sum.IsInt(), third.Big().FloatString(4))
	// Output: 1 true 0.3333
}
