package cone

import "testing"

// FuzzCone reads a cone from bytes and compares it with the oracle, from both sides and grown step
// by step.
func FuzzCone(f *testing.F) {
	f.Add([]byte{2, 0, 1, 0, 0, 1, 1, 255})
	f.Add([]byte{3, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte{4, 2, 128, 127, 1, 0, 0, 0, 1, 1, 255, 255, 1, 200, 100, 50, 25, 12})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		d := int(data[0]%4) + 1
		equalities := int(data[1] % 3)
		data = data[2:min(len(data), 2+7*d)]
		eqs, ineqs := NewMatrix(d), NewMatrix(d)
		for i := 0; len(data) >= d; i++ {
			row := make([]int64, d)
			for j := range row {
				row[j] = int64(int8(data[j]))
				if row[j] > 100 {
					row[j] <<= 55 // products leave the words
				}
			}
			data = data[d:]
			if i < equalities {
				eqs.AppendWords(row)
			} else {
				ineqs.AppendWords(row)
			}
		}
		c := FromConstraints(d, eqs, ineqs)
		eqs, ineqs = eqs.withoutZeros(), ineqs.withoutZeros()
		minEqs, minIneqs, err := c.Constraints(nil)
		must(t, err)
		minLines, minRays, err := c.Generators(nil)
		must(t, err)
		must(t, c.Check()) // also that the constraints are minimal
		must(t, agree(d, eqs, ineqs, minLines, minRays))
		must(t, agree(d, minEqs, minIneqs, minLines, minRays))
		one := FromConstraints(d, NewMatrix(d), NewMatrix(d))
		for i := range ineqs.Len() {
			if one = one.AddConstraints(NewMatrix(d), ineqs.pick([]int32{int32(i)})); i%2 == 0 {
				if _, _, err := one.Generators(nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		same(t, one.AddConstraints(eqs, NewMatrix(d)), c)
		lines, rays := c.RawGenerators()
		same(t, FromGenerators(d, lines, rays), c)
	})
}
