package octagon_test

import (
	"testing"

	"github.com/whet-mc/whet/numeric/numerictest"
	"github.com/whet-mc/whet/octagon"
)

func TestLaws(t *testing.T) { numerictest.Run(t, octagon.Domain(), numerictest.IntegerLattice) }
