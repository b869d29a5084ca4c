package linear_test

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
)

func Example() {
	names := []string{"i", "n"}
	i, n := linear.X(0), linear.X(1)
	c := i.ScaleInt(2).AddInt(1).LT(n.ScaleInt(2)) // 2i + 1 < 2n
	fmt.Println(c.Format(names))
	fmt.Println(c.Tighten().Format(names)) // for integers
	fmt.Println(c.Negate()[0].Format(names))
	d, err := linear.Parse("i + 1 <= m", names)
	fmt.Println(d, err)
	// Output:
	// 2*i - 2*n < -1
	// i - n <= -1
	// -2*i + 2*n <= 1
	// 0 <= 0 linear constraint, byte 10: unknown dimension, found "m"
}
