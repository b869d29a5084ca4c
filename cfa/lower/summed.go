package lower

// Addresses of members in sums of integers.
//
// A pointer to a member leads to that member: pointer arithmetic that leaves it is undefined (C11 6.5.6), and the members of a struct are
// classes of their own. An address that was converted to an integer is a number like any other. What is added to it may well lead to the
// member beside it, which compilers make of it, too:
//
//	uintptr_t u = (uintptr_t)&s.x;
//	*(int *)(u + offsetof(struct s, y) - offsetof(struct s, x)) = 1;
//
// So where addresses in a class are summands of integers, and integers that lead into it are made pointers again, it is one with the records
// that it is a member of. Bits that are set and cleared (tags in the low bits) lead back to the same member, and do not count.

// summed says that addresses in n are summands of integers.
func (a *analysis) summed(n *node) {
	if n != nil {
		n.find().summed = true
	}
}

// remade says that integers which lead into n are converted to pointers.
func (a *analysis) remade(n *node) {
	if n != nil {
		n.find().remade = true
	}
}

// mixSummed confuses the classes of members of which both is true, and reports whether there were any.
func (a *analysis) mixSummed() bool {
	changed := false
	for i := 0; i < len(a.all); i++ {
		if n := a.all[i]; n.link == nil && n.summed && n.remade && len(n.ups) > 0 && !n.mixed {
			a.confuse(n)
			changed = true
		}
	}
	return changed
}
