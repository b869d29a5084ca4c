package pointsto

// Addresses of members in sums of integers.
//
// A pointer to a member leads to this member: pointer arithmetic that leaves it is undefined (C11 6.5.6), and the
// members of a struct have separate classes. But an address that was converted to an integer is a number like any
// other. A sum with it may lead to the next member, and compilers accept this:
//
//	uintptr_t u = (uintptr_t)&s.x;
//	*(int *)(u + offsetof(struct s, y) - offsetof(struct s, x)) = 1;
//
// So a member's class is collapsed with its record if addresses in it are summands of integers and integers that lead
// into it are converted back to pointers. Bits that are set and cleared (tags in the low bits) lead back to the same
// member, and do not count.

// summand records that addresses in n are summands of integers.
func (a *Analysis) summand(n *Class) {
	if n != nil {
		n.Find().set(Summand)
	}
}

// recast records that integers which lead into n are converted to pointers.
func (a *Analysis) recast(n *Class) {
	if n != nil {
		n.Find().set(Recast)
	}
}

// collapseSummands collapses the classes of members that are Summand and Recast, and reports whether there were any.
func (a *Analysis) collapseSummands() bool {
	changed := false
	for i := 0; i < len(a.all); i++ {
		if n := a.all[i]; n.parent == nil && n.Has(Summand) && n.Has(Recast) && len(n.enclosing) > 0 && !n.Has(Collapsed) {
			a.collapse(n)
			changed = true
		}
	}
	return changed
}
