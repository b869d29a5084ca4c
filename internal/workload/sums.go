// The recorded digests of exact libraries.

package workload

// Octagons are the digests of the octagons' workload with twice as many constraints as variables and seed 1, by the
// number of variables. Libraries over exact numbers agree on them. Each covers OctInstances instances: it is the
// digest of the digests of the results, or of the answers.
var Octagons = map[int]OctSums{
	8: {
		Closure:  0x68ae4f4a6573196c,
		Incr:     0x1be86f24b8fcda1a,
		Join:     0x372feceea7b7211e,
		Widen:    0xb9687a1487c417f5,
		LeqTrue:  0xe7e395a2ad0bc74d,
		LeqFalse: 0x9276ac292212ee4f,
		Forget:   0x8beaa684d69fccee,
		Assign:   0x64f75681c30de4cd,
	},
	16: {
		Closure:  0xeada4a7fcbed0a15,
		Incr:     0x740b2303397242ba,
		Join:     0x25b4380cd614eba7,
		Widen:    0x790ff3e84c3ef0d9,
		LeqTrue:  0xe7e395a2ad0bc74d,
		LeqFalse: 0xa8c7f832281a39c5,
		Forget:   0x5bee3432d318156e,
		Assign:   0x9d47443b3818d67f,
	},
	32: {
		Closure:  0x58a6624bfa806e99,
		Incr:     0x6ed862618d68ab4d,
		Join:     0xda8b8bbbe83d2911,
		Widen:    0xc622be9290493a60,
		LeqTrue:  0xe7e395a2ad0bc74d,
		LeqFalse: 0xa8c7f832281a39c5,
		Forget:   0xbbc30b855783c67b,
		Assign:   0x1754cceb7cd3c3ea,
	},
	64: {
		Closure:  0xb8401b5c2b0b7fda,
		Incr:     0x4f3bc169e835e1dd,
		Join:     0xbac4916be39c8ca0,
		Widen:    0xc2bd507b5b23303c,
		LeqTrue:  0xb5d0e0774c7d7499,
		LeqFalse: 0x4d25767f9dce13f5,
		Forget:   0x4c0955088a44b854,
		Assign:   0x3508fa71b1c00203,
	},
	128: {
		Closure:  0x241229cb6425b24b,
		Incr:     0x78a378e503259e37,
		Join:     0x5fdb6109fac8aa55,
		Widen:    0x9e3d2fef7330da09,
		LeqTrue:  0x082f2307b4e88e77,
		LeqFalse: 0x08328807b4eb6fed,
		Forget:   0x90ab3f4e2c4032e5,
		Assign:   0xbf3f5985a3cf0cb3,
	},
}

// OctSums are the digests of the operations of OctInstance.
type OctSums struct {
	Closure, Incr, Join, Widen, LeqTrue, LeqFalse, Forget, Assign Digest
}

// Polyhedra are the digests of the standard walks by the number of dimensions, as computed by PPL and, up to 8
// dimensions, by APRON's own polyhedra.
var Polyhedra = map[int]Sums{
	4:  {Walk: 0x33136020553f1740, Widen: 0xa6e7bf2853c0a0aa, Leq: 0xb790f9a77547a8e1},
	6:  {Walk: 0x7a3fa634c7f37945, Widen: 0xf902e49af8ed43e2, Leq: 0x5fcdd5fcb2cc9683},
	8:  {Walk: 0x2cb9ff1324bf42df, Widen: 0x7d1f653bc62e5a9d, Leq: 0x208e1d8af1fb07c7},
	10: {Walk: 0x31bda2910d07caf4, Widen: 0xc7632159c525b9a0, Leq: 0x799763e5906efedd},
}
