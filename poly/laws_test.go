package poly_test

import (
	"testing"

	"github.com/whet-mc/whet/numeric/numerictest"
	"github.com/whet-mc/whet/poly"
)

func TestLaws(t *testing.T) { numerictest.Run(t, poly.Domain()) }
