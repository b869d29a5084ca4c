package lang

// This file is about objects that are larger than their types: static objects whose last member is an array without a
// length, if the initialiser gives elements to that array (GNU C; gcc manual 6.18).

// Bytes returns the size of the object in bytes. It is negative for a variable-length array, whose size only a run
// knows.
func (o *Object) Bytes() int64 {
	n := o.Type.Size
	if o.Init == nil || !o.Type.Flexible() {
		return n
	}
	for _, it := range o.Init.Items {
		if _, at, ok := placeIn(it.Dst); ok {
			n = max(n, at+max(it.Dst.Type().Size, int64(len(it.Str))))
		}
	}
	return n
}

// Flexible reports whether the type is a struct or union whose last member is an array without a length or of length
// 0, or is itself such a record.
func (t *Type) Flexible() bool {
	if t.Kind != Record || len(t.Fields) == 0 {
		return false
	}
	last := t.Fields[len(t.Fields)-1].Type
	return last.Kind == Array && last.Len <= 0 || last.Flexible()
}

// FlexibleLength returns the number of elements of a flexible array member that is reached by the name of its object,
// as in g.list. It returns false if the array is not such a member, or if the object's definition is not known.
func FlexibleLength(array Expr) (int64, bool) {
	t := array.Type()
	o, at, ok := placeIn(array)
	if _, member := array.(*Member); !member || !ok || o.Extern || t.Kind != Array || t.Len > 0 || t.LenObj != nil || t.Elem.Size <= 0 {
		return 0, false
	}
	return max(0, o.Bytes()-at) / t.Elem.Size, true
}

// placeIn returns the object that the lvalue e is part of, and the offset of e in it. It follows members and constant
// indexes only.
func placeIn(e Expr) (*Object, int64, bool) {
	at := int64(0)
	for {
		switch x := e.(type) {
		case *VarRef:
			return x.Obj, at, true
		case *Member:
			at += x.Field.Offset
			e = x.X
		case *Index:
			k, ok := x.I.(*IntLit)
			if !ok {
				return nil, 0, false
			}
			i, ok := k.Val.Int64()
			if !ok || x.T.Size < 0 {
				return nil, 0, false
			}
			at += i * x.T.Size
			if d, ok := x.X.(*Decay); ok {
				e = d.X
				continue
			}
			return nil, 0, false
		default:
			return nil, 0, false
		}
	}
}
