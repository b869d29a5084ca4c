package lists

// Operations on chains: nodes up to a null pointer.

// fresh makes a node n.
const fresh = `struct node1 *n = ⟦«malloc(sizeof *n)|malloc(sizeof(struct node1))|calloc(1, sizeof *n)»|block too small: malloc(sizeof n)⟧;
if (n == NULL)
exit(1);
n->v = $x;
`

// Parts of operations that take node p, after node before, out of its list.
const (
	unlink = `⟦if (before != NULL)|missing null check#1:⟧
before->next = ⟦p->next|forgotten unlink: p⟧;
⟦else|missing null check#1:⟧
⟦$H = p->next;|missing null check#1:|missing head update: ;⟧
` + relink
	relink = `?b ⟦if (p->next != NULL)|missing null check#2:⟧
?b ⟦p->next->prev = before;|forgotten back pointer: ;⟧
?t ⟦if (p == $L)|wrong test of the tail: if (p->next != NULL)⟧
?t ⟦$L = before;|missing tail update: ;⟧
?c ⟦$C--;|wrong count:⟧
`
)

// chains are the operations on chains.
var chains = []operation{
	{name: "insert first", text: fresh + `
⟦n->next = $H;|lost block: n->next = NULL;|uninitialised pointer:⟧
?b ⟦n->prev = NULL;|uninitialised pointer#2:⟧
?b ⟦if ($H != NULL)|missing null check:⟧
?b ⟦$H->prev = n;|forgotten back pointer: ;⟧
?t if ($L == NULL)
?t ⟦$L = n;|missing tail update: ;⟧
$H = n;
?c ⟦$C++;|wrong count:⟧`},
	{name: "insert last", with: "?t", text: fresh + `
⟦n->next = NULL;|uninitialised pointer:⟧
?b ⟦n->prev = $L;|forgotten back pointer: n->prev = NULL;|uninitialised pointer#2:⟧
⟦if ($L != NULL)|missing null check:⟧
$L->next = n;
⟦else|missing null check:⟧
⟦$H = n;|missing null check:|missing head update: ;⟧
⟦$L = n;|missing tail update:⟧
?c ⟦$C++;|wrong count:⟧`},
	{name: "insert last by a walk", with: "!t", order: breaks, text: fresh + `
⟦n->next = NULL;|uninitialised pointer:⟧
?b ⟦n->prev = NULL;|uninitialised pointer#2:⟧
⟦if ($H == NULL) {|missing null check: {⟧
⟦$H = n;|missing null check:⟧
⟦} else {|missing null check:⟧
struct node1 *p = $H;
while (⟦p->next != NULL|walk too far: p->next->next != NULL⟧)
p = p->next;
⟦p->next = n;|lost block: p = n;⟧
?b ⟦n->prev = p;|forgotten back pointer:⟧
}
?c ⟦$C++;|wrong count:⟧`},
	{name: "insert last by the pointer to the pointer", with: "!b", text: fresh + `
⟦n->next = NULL;|uninitialised pointer:⟧
struct node1 **q = &$H;
while (*q != NULL)
q = &(*q)->next;
*q = n;
?t ⟦$L = n;|missing tail update:⟧
?c ⟦$C++;|wrong count:⟧`},
	{name: "insert in order", order: keeps, text: fresh + `
struct node1 *before = NULL, *p = $H;
while (⟦p != NULL && p->v «<|<=» $x|missing null check: p->v < $x|wrong order: p != NULL && p->v > $x⟧) {
before = p;
p = p->next;
}
⟦n->next = p;|lost block: n->next = NULL;|uninitialised pointer:⟧
⟦if (before != NULL)|missing null check#2:⟧
⟦before->next = n;|forgotten link: ;⟧
⟦else|missing null check#2:⟧
⟦$H = n;|missing null check#2:|missing head update: ;⟧
?b ⟦n->prev = before;|uninitialised pointer#2:⟧
?b ⟦if (p != NULL)|missing null check#3:⟧
?b ⟦p->prev = n;|forgotten back pointer: ;⟧
?t if (p == NULL)
?t ⟦$L = n;|missing tail update: ;⟧
?c ⟦$C++;|wrong count:⟧`},
	{name: "insert in order by the pointer to the pointer", with: "!b", order: keeps, text: fresh + `
struct node1 **q = &$H;
while (⟦*q != NULL && (*q)->v «<|<=» $x|missing null check: (*q)->v < $x|wrong order: *q != NULL && (*q)->v > $x⟧)
q = &(*q)->next;
⟦n->next = *q;|lost block: n->next = NULL;|uninitialised pointer:⟧
⟦*q = n;|lost block#2: q = &n;⟧
?t if (n->next == NULL)
?t ⟦$L = n;|missing tail update: ;⟧
?c ⟦$C++;|wrong count:⟧`},
	{name: "delete first", order: keeps, text: `
⟦if ($H != NULL) {|missing null check: {⟧
struct node1 *p = $H;
⟦$H = p->next;|use after free: free(p);⟧
⟦|use after free: $H = p->next;|missing head update: $H = p;⟧
?b if ($H != NULL)
?b ⟦$H->prev = NULL;|forgotten back pointer: ;⟧
?t if ($H == NULL)
?t ⟦$L = NULL;|missing tail update: ;⟧
?c ⟦$C--;|wrong count:⟧
⟦free(p);|use after free:|lost block:|double free: free(p); free(p);⟧
}`},
	{name: "delete last", order: keeps, text: `
⟦if ($H != NULL) {|missing null check: {⟧
struct node1 *before = NULL, *p = $H;
while (⟦p->next != NULL|walk too far: p->next->next != NULL⟧) {
before = p;
p = p->next;
}
⟦if (before != NULL)|missing null check#2:⟧
⟦before->next = NULL;|forgotten unlink: ;⟧
⟦else|missing null check#2:⟧
⟦$H = NULL;|missing null check#2:|missing head update: ;⟧
?t ⟦$L = before;|missing tail update:⟧
⟦free(p);|lost block:⟧
?c ⟦$C--;|wrong count:⟧
}`},
	{name: "delete a value", order: keeps, text: `
struct node1 *before = NULL, *p = $H;
while (p != NULL && p->v != $x) {
before = p;
p = p->next;
}
⟦if (p != NULL) {|missing null check: {⟧
` + unlink + `
⟦free(p);|lost block:|wrong node: free(p->next);⟧
}`},
	{name: "delete a value in a walk", order: keeps, text: `
for (struct node1 *p = $H, *before = NULL; p != NULL; before = p, p = p->next) {
if (p->v != $x)
continue;
` + unlink + `
⟦free(p);|lost block:⟧
⟦break;|use after free:⟧
}`},
	{name: "delete a value by the pointer to the pointer", with: "!b!t", order: keeps, text: `
struct node1 **q = &$H;
while (*q != NULL && (*q)->v != $x)
q = &(*q)->next;
⟦if (*q != NULL) {|missing null check: {⟧
struct node1 *p = *q;
⟦*q = p->next;|forgotten unlink:|use after free: free(p);⟧
?c ⟦$C--;|wrong count:⟧
⟦free(p);|lost block:|use after free: *q = p->next;⟧
}`},
	{name: "delete all that satisfy a condition", order: keeps, text: `
struct node1 *before = NULL, *p = $H;
while (p != NULL) {
struct node1 *next = p->next;
if («p->v == $x|p->v > $x|p->v % 2 != 0|p->v != 1») {
` + unlink + `
⟦free(p);|lost block:⟧
⟦} else|dangling predecessor: }⟧
before = p;
⟦p = next;|use after free: p = p->next;⟧
}`},
	{name: "delete all by the pointer to the pointer", with: "!b!t", order: keeps, text: `
struct node1 **q = &$H;
while (*q != NULL) {
struct node1 *p = *q;
if («p->v == $x|p->v > $x|p->v % 2 != 0») {
⟦*q = p->next;|use after free: free(p);|dangling predecessor: q = &p->next;⟧
?c ⟦$C--;|wrong count:⟧
⟦free(p);|lost block:|use after free: *q = p->next;⟧
} else
q = &p->next;
}`},
	{name: "delete equal neighbours", order: keeps, text: `
for (struct node1 *p = $H; p != NULL; p = p->next) {
while (⟦p->next != NULL && p->next->v == p->v|missing null check: p->next->v == p->v⟧) {
struct node1 *q = p->next;
⟦p->next = q->next;|use after free: free(q);|lost block: p->next = NULL;⟧
?b ⟦if (q->next != NULL)|missing null check#2:⟧
?b ⟦q->next->prev = p;|forgotten back pointer: ;⟧
?t if ($L == q)
?t ⟦$L = p;|missing tail update: ;⟧
?c ⟦$C--;|wrong count:⟧
⟦free(q);|use after free: p->next = q->next;⟧
}
}`},
	{name: "reverse", text: `
struct node1 *done = NULL;
?t ⟦$L = $H;|missing tail update:⟧
while ($H != NULL) {
struct node1 *p = $H;
$H = p->next;
⟦p->next = done;|lost block: p->next = NULL;⟧
?b ⟦p->prev = NULL;|forgotten back pointer:⟧
?b if (done != NULL)
?b ⟦done->prev = p;|forgotten back pointer: ;⟧
done = p;
}
⟦$H = done;|lost block#2:⟧`},
	{name: "reverse with three pointers", with: "!b!t", text: `
struct node1 *before = NULL, *p = $H, *next;
while (p != NULL) {
next = p->next;
⟦p->next = before;|lost block: p->next = NULL;⟧
before = p;
p = ⟦next|walk too far: next->next⟧;
}
$H = before;`},
	{name: "sort", order: sorts, text: `
struct node1 *done = NULL;
while ($H != NULL) {
struct node1 *p = $H, *before = NULL, *q = done;
$H = p->next;
while (⟦q != NULL && q->v < p->v|missing null check: q->v < p->v|wrong order: q != NULL && q->v > p->v⟧) {
before = q;
q = q->next;
}
⟦p->next = q;|lost block: p->next = NULL;|forgotten link:⟧
if (before != NULL)
⟦before->next = p;|lost block#2: ;⟧
else
done = p;
}
$H = done;
?t ⟦$L = NULL;|missing tail update:⟧
?b struct node1 *before = NULL;
?b for (struct node1 *p = done; p != NULL; before = p, p = p->next)
?b ⟦p->prev = before;|forgotten back pointer: ;⟧
?t for (struct node1 *p = done; p != NULL; p = p->next)
?t ⟦$L = p;|missing tail update: ;⟧`},
	{name: "set a value", text: `
struct node1 *p = $H;
while (⟦p != NULL && p->v != $x|missing null check: p->v != $x⟧)
p = p->next;
⟦if (p != NULL)|missing null check#2:⟧
p->v = «1|2|3|$x»;`},
	{name: "append the other", two: true, text: `
⟦if ($H == NULL) {|missing null check: {⟧
⟦$H = $G;|missing null check:|missing head update: ;⟧
⟦} else {|missing null check:⟧
?t struct node1 *p = $L;
!t struct node1 *p = $H;
!t while (⟦p->next != NULL|walk too far: p->next->next != NULL⟧)
!t p = p->next;
⟦p->next = $G;|lost block: ;⟧
?b ⟦if ($G != NULL)|missing null check#2:⟧
?b ⟦$G->prev = p;|forgotten back pointer: ;⟧
}
?t ⟦if ($M != NULL)|missing null check#3:⟧
?t ⟦$L = $M;|missing tail update: ;⟧
⟦$G = NULL;|shared nodes: ;⟧
?t ⟦$M = NULL;|missing tail update#2: ;⟧
?c ⟦$C += $D;|wrong count:⟧
?c $D = 0;`},
	{name: "move the first", two: true, text: `
⟦if ($H != NULL) {|missing null check: {⟧
struct node1 *p = $H;
⟦$H = p->next;|shared nodes#2:⟧
?b if ($H != NULL)
?b ⟦$H->prev = NULL;|forgotten back pointer: ;⟧
?t if ($H == NULL)
?t ⟦$L = NULL;|missing tail update: ;⟧
⟦p->next = $G;|lost block: p->next = NULL;|shared nodes: ;⟧
?b if ($G != NULL)
?b ⟦$G->prev = p;|forgotten back pointer#2: ;⟧
?t if ($M == NULL)
?t ⟦$M = p;|missing tail update#2: ;⟧
$G = p;
?c $C--;
?c ⟦$D++;|wrong count:⟧
}`},
	{name: "split", two: true, order: keeps, text: `
if (⟦$G == NULL && $H != NULL|missing null check: $G == NULL|lost block: $H != NULL⟧) {
struct node1 *p = $H;
for (int k = 0; ⟦k < $x && p->next != NULL|walk too far: k < $x|walk too far#2: k < $x && p != NULL⟧; k++)
p = p->next;
$G = p->next;
?b if ($G != NULL)
?b ⟦$G->prev = NULL;|forgotten back pointer: ;⟧
?t if ($G != NULL)
?t ⟦$M = $L;|missing tail update: ;⟧
?t ⟦$L = p;|missing tail update#2:⟧
⟦p->next = NULL;|shared nodes:⟧
?c for (struct node1 *q = $G; q != NULL; q = q->next) {
?c $C--;
?c ⟦$D++;|wrong count:⟧
?c }
}`},
	{name: "copy", two: true, text: `
for (struct node1 *p = $H; p != NULL; p = p->next) {
struct node1 *n = ⟦malloc(sizeof *n)|block too small: malloc(sizeof n)⟧;
if (n == NULL)
exit(1);
⟦n->v = p->v;|shared nodes: n = p;⟧
⟦n->next = $G;|shared nodes:|lost block: n->next = NULL;|shared nodes#2: n->next = p->next;|uninitialised pointer:⟧
?b ⟦n->prev = NULL;|shared nodes:|forgotten back pointer: n->prev = p;|uninitialised pointer#2:⟧
?b if ($G != NULL)
?b $G->prev = n;
?t if ($G == NULL)
?t ⟦$M = n;|missing tail update: ;⟧
$G = n;
?c ⟦$D++;|wrong count:⟧
}`},
	{name: "exchange", two: true, text: `
struct node1 *p = $H;
⟦$H = $G;|lost block: ;⟧
⟦$G = p;|shared nodes:⟧
?t p = $L;
?t ⟦$L = $M;|missing tail update:⟧
?t $M = p;
?c int k = $C;
?c $C = $D;
?c $D = k;`},
	{name: "find", result: true, order: keeps, text: `
struct node1 *p = $H;
while (⟦p != NULL && p->v != $x|missing null check: p->v != $x|late null check: p->v != $x && p != NULL⟧)
p = p->next;
⟦if (p != NULL)|missing null check#2:⟧
$R += p->v;`},
	{name: "sum", result: true, order: keeps, text: `
for (struct node1 *p = $H; p != NULL; p = ⟦p->next|walk too far: p->next->next⟧)
$R += p->v;`},
	{name: "sum from the end", result: true, with: "?b?t", order: keeps, text: `
for (struct node1 *p = $L; p != NULL; p = p->prev)
$R += p->v;`},
	{name: "length", result: true, order: keeps, text: `
⟦int k = 0;|missing null check: int k = 1;⟧
for (struct node1 *p = $H; ⟦p != NULL|missing null check: p->next != NULL⟧; p = p->next)
k++;
$R += k;`},
	{name: "greatest", result: true, order: keeps, text: `
⟦if ($H != NULL) {|missing null check: {⟧
int m = $H->v;
for (struct node1 *p = $H->next; p != NULL; p = p->next)
if (p->v > m)
m = p->v;
$R += m;
}`},
	{name: "element by its number", result: true, order: keeps, text: `
struct node1 *p = $H;
for (int k = 0; ⟦k < $x && p != NULL|missing null check: k < $x|walk too far: k <= $x && p->next != NULL⟧; k++)
p = p->next;
⟦if (p != NULL)|missing null check#2:⟧
$R += p->v;`},
	{name: "last", result: true, with: "!t", order: keeps, text: `
⟦if ($H != NULL) {|missing null check: {⟧
struct node1 *p = $H;
while (p->next != NULL)
p = p->next;
$R += p->v;
}`},
	{name: "last by the pointer", result: true, with: "?t", order: keeps, text: `
⟦if ($L != NULL)|missing null check:⟧
$R += $L->v;`},
	{name: "assert the count", result: true, with: "?c", order: keeps, text: `
int k = 0;
for (struct node1 *p = $H; p != NULL; p = p->next)
k++;
if (k != $C)
reach_error();
$R += k;`},
	{name: "assert the order", result: true, order: needs, text: `
for (struct node1 *p = $H; p != NULL && p->next != NULL; p = p->next) {
if (p->v > p->next->v)
reach_error();
}
$R += 1;`},
	{name: "assert the last", result: true, with: "?t", order: keeps, text: `
if (($H == NULL) != ($L == NULL))
reach_error();
if ($L != NULL && $L->next != NULL)
reach_error();
$R += 1;`},
	{name: "assert the pointers back", result: true, with: "?b", order: keeps, text: `
for (struct node1 *p = $H; p != NULL; p = p->next) {
if (p->next != NULL && p->next->prev != p)
reach_error();
}
$R += 1;`},
	{name: "free all", order: sorts, text: `
⟦while ($H != NULL) {|lost block: if ($H != NULL) {⟧
struct node1 *p = $H;
⟦$H = p->next;|use after free: free(p);⟧
⟦free(p);|use after free: $H = p->next;|double free: free(p); free(p);⟧
}
⟦|lost block: $H = NULL;⟧
?t ⟦$L = NULL;|missing tail update:⟧
?c $C = 0;`},
	{name: "free all in a walk", order: sorts, text: `
for (struct node1 *p = $H, *next; p != NULL; p = next) {
⟦next = p->next;|use after free: free(p);⟧
⟦free(p);|use after free: next = p->next;⟧
}
⟦$H = NULL;|dangling head:⟧
?t ⟦$L = NULL;|missing tail update:⟧
?c $C = 0;`},
}
