// Package plot draws convex sets of the plane as SVG: what octagon.SVG and poly.SVG share.
//
//   - [Figure] is a picture: axes, a view and layers.
//   - [Layer] is a union of convex sets in one colour, each given by linear constraints.
//   - [Draw] writes the picture.
//
// All geometry is exact until the last step, the conversion to pixels: sets are cut by their
// constraints over num.Rat, so that a set without interior (a segment, a point) is drawn as what it
// is, and numbers of any size can be drawn. The bytes depend on the figure only.
//
// What the reader sees: a solid edge belongs to the set, a dashed one does not (a strict
// constraint); a full dot is a vertex of the set, a hollow one is missing in it; what leaves the
// view fades. The edges bear their constraints, and those for which an edge is too short are listed
// below the picture. The picture follows the reader's light or dark scheme and uses nothing outside
// the file.
package plot
