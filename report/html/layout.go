package html

import (
	"cmp"
	"math"
	"slices"
)

// This file computes a layered drawing of a directed graph, after Sugiyama, Tagawa and Toda, "Methods for Visual
// Understanding of Hierarchical System Structures" (1981). Edges that close cycles are reversed. Nodes are put on
// layers so that edges lead down, and an edge over several layers gets a dummy node on each. Layers are ordered by
// medians so that few edges cross (Gansner, Koutsofios, North and Vo, "A Technique for Drawing Directed Graphs",
// 1993). Then nodes are moved below their neighbours. The graph is small (maxBoxes), so the code is not optimized for
// speed. Everything is deterministic.

// box is a node to place: its size is given, its centre is computed.
type box struct {
	w, h  float64
	x, y  float64
	layer int
	dummy bool
}

// arc is an edge to route, through the centres of the boxes that it passes, including dummies.
type arc struct {
	from, to int
	via      []int // the dummies between the ends from and to, in this order
	back     bool  // it closes a cycle
}

const (
	gapX   = 22.0 // between boxes
	gapY   = 22.0 // between layers
	sweeps = 12
)

// drawing is a graph with its layout.
type drawing struct {
	boxes  []box
	arcs   []arc
	w, h   float64
	layers [][]int
	down   [][]int // neighbours on the next layer
	up     [][]int
}

// place computes the positions of the boxes. The first box is the root. Arcs are drawn from left to right in their
// order, as far as the layout permits.
func (d *drawing) place() {
	if len(d.boxes) == 0 {
		return
	}
	d.breakCycles()
	d.rank()
	d.split()
	d.order()
	d.align()
}

// breakCycles finds the arcs that close cycles in a depth-first search.
func (d *drawing) breakCycles() {
	out := make([][]int, len(d.boxes))
	for i, a := range d.arcs {
		out[a.from] = append(out[a.from], i)
	}
	const open, done = 1, 2
	state := make([]int, len(d.boxes))
	type visit struct{ node, next int }
	for root := range d.boxes {
		if state[root] != 0 {
			continue
		}
		stack := []visit{{root, 0}}
		state[root] = open
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			if v.next == len(out[v.node]) {
				state[v.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			a := &d.arcs[out[v.node][v.next]]
			v.next++
			switch state[a.to] {
			case open:
				a.back = true
			case 0:
				state[a.to] = open
				stack = append(stack, visit{a.to, 0})
			}
		}
	}
}

// ends returns the upper and the lower end of an arc.
func (a *arc) ends() (from, to int) {
	if a.back {
		return a.to, a.from
	}
	return a.from, a.to
}

// rank puts each box below all boxes that lead to it.
func (d *drawing) rank() {
	in := make([]int, len(d.boxes))
	next := make([][]int, len(d.boxes))
	for i := range d.arcs {
		if f, t := d.arcs[i].ends(); f != t {
			in[t]++
			next[f] = append(next[f], t)
		}
	}
	var work []int
	for i := range d.boxes {
		if in[i] == 0 {
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		for _, m := range next[n] {
			d.boxes[m].layer = max(d.boxes[m].layer, d.boxes[n].layer+1)
			if in[m]--; in[m] == 0 {
				work = append(work, m)
			}
		}
	}
}

// split puts dummies on the layers between the ends of an arc.
func (d *drawing) split() {
	for i := range d.arcs {
		a := &d.arcs[i]
		f, t := a.ends()
		for l := d.boxes[f].layer + 1; l < d.boxes[t].layer; l++ {
			a.via = append(a.via, len(d.boxes))
			d.boxes = append(d.boxes, box{w: 2, layer: l, dummy: true})
		}
		if a.back {
			slices.Reverse(a.via)
		}
	}
	layers := 0
	for _, b := range d.boxes {
		layers = max(layers, b.layer+1)
	}
	d.layers = make([][]int, layers)
	d.up, d.down = make([][]int, len(d.boxes)), make([][]int, len(d.boxes))
	for i := range d.arcs {
		a := &d.arcs[i]
		if a.from == a.to {
			continue
		}
		chain := append(append([]int{a.from}, a.via...), a.to)
		if a.back {
			slices.Reverse(chain)
		}
		for k := 1; k < len(chain); k++ {
			d.down[chain[k-1]] = append(d.down[chain[k-1]], chain[k])
			d.up[chain[k]] = append(d.up[chain[k]], chain[k-1])
		}
	}
	// In the order of a depth-first walk.
	seen := make([]bool, len(d.boxes))
	for root := range d.boxes {
		stack := []int{root}
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[n] {
				continue
			}
			seen[n] = true
			d.layers[d.boxes[n].layer] = append(d.layers[d.boxes[n].layer], n)
			for _, m := range slices.Backward(d.down[n]) {
				if !seen[m] {
					stack = append(stack, m)
				}
			}
		}
	}
}

// order sorts the layers by the medians of their neighbours, alternating downwards and upwards, and keeps the order
// with the fewest crossings.
func (d *drawing) order() {
	pos := make([]int, len(d.boxes))
	number := func() {
		for _, l := range d.layers {
			for i, n := range l {
				pos[n] = i
			}
		}
	}
	clone := func() [][]int {
		out := make([][]int, len(d.layers))
		for i, l := range d.layers {
			out[i] = slices.Clone(l)
		}
		return out
	}
	number()
	best, least := clone(), d.crossings(pos)
	for s := 0; s < sweeps && least > 0; s++ {
		link := d.up
		if s%2 == 1 {
			link = d.down
		}
		for k := range d.layers {
			l := d.layers[k]
			if s%2 == 1 {
				l = d.layers[len(d.layers)-1-k]
			}
			median := make(map[int]float64, len(l))
			for i, n := range l {
				median[n] = float64(i)
				if len(link[n]) > 0 {
					ps := make([]int, len(link[n]))
					for j, m := range link[n] {
						ps[j] = pos[m]
					}
					slices.Sort(ps)
					median[n] = float64(ps[(len(ps)-1)/2]+ps[len(ps)/2]) / 2
				}
			}
			slices.SortStableFunc(l, func(a, b int) int { return cmp.Compare(median[a], median[b]) })
			for i, n := range l {
				pos[n] = i
			}
		}
		d.transpose(pos)
		if c := d.crossings(pos); c < least {
			best, least = clone(), c
		}
	}
	d.layers = best
}

// transpose swaps neighbours as long as that removes crossings.
func (d *drawing) transpose(pos []int) {
	between := func(a, b int) (now, swapped int) {
		for _, link := range [][][]int{d.up, d.down} {
			for _, x := range link[a] {
				for _, y := range link[b] {
					switch {
					case pos[x] > pos[y]:
						now++
					case pos[x] < pos[y]:
						swapped++
					}
				}
			}
		}
		return now, swapped
	}
	for range 4 {
		better := false
		for _, l := range d.layers {
			for i := 1; i < len(l); i++ {
				if now, swapped := between(l[i-1], l[i]); swapped < now {
					l[i-1], l[i] = l[i], l[i-1]
					pos[l[i-1]], pos[l[i]] = i-1, i
					better = true
				}
			}
		}
		if !better {
			return
		}
	}
}

func (d *drawing) crossings(pos []int) int {
	n := 0
	for _, l := range d.layers {
		for i, a := range l {
			for _, b := range l[i+1:] {
				for _, x := range d.down[a] {
					for _, y := range d.down[b] {
						if pos[x] > pos[y] {
							n++
						}
					}
				}
			}
		}
	}
	return n
}

// align computes the positions: each layer in turn moves towards the mean of its neighbours, as close as the order
// and the gaps allow, which is an isotonic regression.
func (d *drawing) align() {
	for _, l := range d.layers {
		x := 0.0
		for _, n := range l {
			d.boxes[n].x = x + d.boxes[n].w/2
			x += d.boxes[n].w + gapX
		}
	}
	for s := range 24 {
		for k := range d.layers {
			l, link := d.layers[k], d.up
			if s%2 == 1 {
				l, link = d.layers[len(d.layers)-1-k], d.down
			}
			d.shift(l, link)
		}
	}
	for _, l := range d.layers { // finally towards the neighbours on both sides
		d.shift(l, nil)
	}
	left, right := math.Inf(1), math.Inf(-1)
	for _, b := range d.boxes {
		left, right = min(left, b.x-b.w/2), max(right, b.x+b.w/2)
	}
	y := 0.0
	for _, l := range d.layers {
		h := 0.0
		for _, n := range l {
			h = max(h, d.boxes[n].h)
		}
		for _, n := range l {
			d.boxes[n].x -= left
			d.boxes[n].y = y + h/2
		}
		y += h + gapY
	}
	d.w, d.h = right-left, y-gapY
}

// shift moves the boxes of a layer by the pool adjacent violators algorithm (Barlow et al., "Statistical Inference
// under Order Restrictions", 1972).
func (d *drawing) shift(l []int, link [][]int) {
	type pool struct {
		// sum is the weighted sum of wanted position minus offset over the members, and weight is the sum of the
		// weights: sum/weight is the position of a member with offset 0.
		sum, weight float64
		n           int // the number of members
	}
	var pools []pool
	offset := make([]float64, len(l))
	for i, n := range l {
		if i > 0 {
			m := l[i-1]
			gap := gapX
			if d.boxes[m].dummy || d.boxes[n].dummy {
				gap = gapX / 2
			}
			offset[i] = offset[i-1] + (d.boxes[m].w+d.boxes[n].w)/2 + gap
		}
		want, weight := 0.0, 0.0
		for _, ns := range neighbours(d, link, n) {
			// It is most important that an arc is straight between its dummies.
			w := 1.0
			if d.boxes[n].dummy && d.boxes[ns].dummy {
				w = 6
			}
			want += w * d.boxes[ns].x
			weight += w
		}
		if weight == 0 {
			want, weight = d.boxes[n].x*0.1, 0.1
		}
		pools = append(pools, pool{want - weight*offset[i], weight, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum*pools[k].weight > pools[k].sum*pools[k-1].weight; k-- {
			pools[k-1].sum += pools[k].sum
			pools[k-1].weight += pools[k].weight
			pools[k-1].n += pools[k].n
			pools = pools[:k]
		}
	}
	i := 0
	for _, p := range pools {
		for range p.n {
			d.boxes[l[i]].x = p.sum/p.weight + offset[i]
			i++
		}
	}
}

func neighbours(d *drawing, link [][]int, n int) []int {
	if link != nil {
		return link[n]
	}
	return slices.Concat(d.up[n], d.down[n])
}
