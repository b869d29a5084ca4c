package lists

// Operations on rings: $H is the head node, to which the last node leads.

// Part of operations on rings that takes node p, after node before, out of its list.
const unring = `⟦before->next = p->next;|forgotten unlink:|lost block#2: before->next = $H;⟧
?b ⟦p->next->prev = before;|forgotten back pointer:⟧
`

// rings are the operations on rings.
var rings = []operation{
	{name: "insert first", text: fresh + `
⟦n->next = $H->next;|lost block: n->next = $H;|uninitialised pointer:⟧
?b ⟦n->prev = $H;|uninitialised pointer#2:⟧
?b ⟦$H->next->prev = n;|forgotten back pointer:⟧
$H->next = n;`},
	{name: "insert last", with: "?b", text: fresh + `
⟦n->next = $H;|null at the end: n->next = NULL;|uninitialised pointer:⟧
⟦n->prev = $H->prev;|forgotten back pointer: n->prev = $H;|uninitialised pointer#2:⟧
⟦$H->prev->next = n;|forgotten link:⟧
⟦$H->prev = n;|forgotten back pointer#2:⟧`},
	{name: "insert last by a walk", text: fresh + `
struct node1 *p = $H;
while (p->next != $H)
p = p->next;
⟦n->next = $H;|null at the end: n->next = NULL;|uninitialised pointer:⟧
?b ⟦n->prev = p;|uninitialised pointer#2:⟧
?b ⟦$H->prev = n;|forgotten back pointer:⟧
⟦p->next = n;|forgotten link:⟧`},
	{name: "insert in order", order: keeps, text: fresh + `
struct node1 *before = $H;
while (⟦before->next != $H && before->next->v < $x|missing test of the end: before->next->v < $x|wrong order: before->next != $H && before->next->v > $x⟧)
before = before->next;
⟦n->next = before->next;|lost block: n->next = $H;|uninitialised pointer:⟧
?b ⟦n->prev = before;|uninitialised pointer#2:⟧
?b ⟦n->next->prev = n;|forgotten back pointer:⟧
before->next = n;`},
	{name: "delete first", order: keeps, text: `
⟦if ($H->next != $H) {|missing test of the end: {⟧
struct node1 *p = $H->next;
⟦$H->next = p->next;|use after free: free(p);|forgotten unlink: ;⟧
?b ⟦p->next->prev = $H;|forgotten back pointer: ;⟧
⟦free(p);|use after free: $H->next = p->next;|lost block:⟧
}`},
	{name: "delete last", with: "?b", order: keeps, text: `
⟦if ($H->prev != $H) {|missing test of the end: {⟧
struct node1 *p = $H->prev;
⟦p->prev->next = $H;|forgotten unlink:⟧
⟦$H->prev = p->prev;|forgotten back pointer:|use after free: free(p);⟧
⟦free(p);|use after free: $H->prev = p->prev;|lost block:⟧
}`},
	{name: "delete a value", order: keeps, text: `
struct node1 *before = $H, *p = $H->next;
while (p != $H && p->v != $x) {
before = p;
p = p->next;
}
⟦if (p != $H) {|missing test of the end: {⟧
` + unring + `
⟦free(p);|lost block:⟧
}`},
	{name: "delete all that satisfy a condition", order: keeps, text: `
struct node1 *before = $H, *p = $H->next;
while (p != $H) {
struct node1 *next = p->next;
if («p->v == $x|p->v > $x|p->v % 2 != 0») {
` + unring + `
⟦free(p);|lost block:⟧
⟦} else|dangling predecessor: }⟧
before = p;
⟦p = next;|use after free: p = p->next;⟧
}`},
	{name: "delete all by the pointers of nodes", with: "?b", order: keeps, text: `
for (struct node1 *p = $H->next, *next; p != $H; p = next) {
⟦next = p->next;|walk too far: next = p->next->next;⟧
if («p->v == $x|p->v > $x|p->v % 2 != 0») {
⟦p->prev->next = p->next;|forgotten unlink:⟧
⟦p->next->prev = p->prev;|forgotten back pointer:⟧
⟦free(p);|lost block:⟧
}
}`},
	{name: "reverse", text: `
struct node1 *before = $H, *p = $H->next;
while (p != $H) {
struct node1 *next = p->next;
⟦p->next = before;|lost block: p->next = $H;⟧
?b ⟦p->prev = next;|forgotten back pointer:⟧
before = p;
p = next;
}
?b $H->prev = $H->next;
⟦$H->next = before;|lost block#2:⟧`},
	{name: "set a value", text: `
struct node1 *p = $H->next;
while (p != $H && p->v != $x)
p = p->next;
if (p != $H)
p->v = «1|2|3|$x»;`},
	{name: "move the first", two: true, text: `
⟦if ($H->next != $H) {|missing test of the end: {⟧
struct node1 *p = $H->next;
⟦$H->next = p->next;|shared nodes:⟧
?b ⟦p->next->prev = $H;|forgotten back pointer:⟧
⟦p->next = $G->next;|lost block: p->next = $G;⟧
?b ⟦p->prev = $G;|forgotten back pointer#2:⟧
?b ⟦$G->next->prev = p;|forgotten back pointer#3:⟧
$G->next = p;
}`},
	{name: "append the other", two: true, with: "?b", text: `
⟦if ($G->next != $G) {|missing test of the end: {⟧
$H->prev->next = $G->next;
⟦$G->next->prev = $H->prev;|forgotten back pointer:⟧
⟦$G->prev->next = $H;|forgotten link:⟧
⟦$H->prev = $G->prev;|forgotten back pointer#2:⟧
⟦$G->next = $G;|shared nodes:⟧
⟦$G->prev = $G;|forgotten back pointer#3:⟧
}`},
	{name: "copy", two: true, text: `
for (struct node1 *p = $H->next; p != $H; p = p->next) {
struct node1 *n = malloc(sizeof *n);
if (n == NULL)
exit(1);
n->v = p->v;
⟦n->next = $G->next;|lost block: n->next = $G;|shared nodes: n->next = p;|uninitialised pointer:⟧
?b n->prev = $G;
?b ⟦$G->next->prev = n;|forgotten back pointer:⟧
$G->next = n;
}`},
	{name: "find", result: true, order: keeps, text: `
struct node1 *p = $H->next;
while (p != $H && p->v != $x)
p = p->next;
if (p != $H)
$R += p->v;`},
	{name: "sum", result: true, order: keeps, text: `
for (struct node1 *p = $H->next; p != $H; p = ⟦p->next|walk too far: p->next->next⟧)
$R += p->v;`},
	{name: "sum from the end", result: true, with: "?b", order: keeps, text: `
for (struct node1 *p = $H->prev; p != $H; p = p->prev)
$R += p->v;`},
	{name: "length", result: true, order: keeps, text: `
struct node1 *p = $H;
do {
$R += 1;
p = p->next;
} while (p != $H);`},
	{name: "assert the order", result: true, order: needs, text: `
for (struct node1 *p = $H->next; p != $H; p = p->next) {
if (p->next != $H && p->v > p->next->v)
reach_error();
}
$R += 1;`},
	{name: "assert the pointers back", result: true, with: "?b", order: keeps, text: `
struct node1 *p = $H;
do {
if (p->next->prev != p)
reach_error();
p = p->next;
} while (p != $H);
$R += 1;`},
	{name: "free all", order: sorts, text: `
⟦while ($H->next != $H) {|lost block: if ($H->next != $H) {⟧
struct node1 *p = $H->next;
⟦$H->next = p->next;|use after free: free(p);⟧
⟦free(p);|use after free: $H->next = p->next;|double free: free(p); free(p);⟧
}
⟦|lost block: $H->next = $H;⟧
?b ⟦$H->prev = $H;|dangling pointer back:⟧`},
	{name: "free all in a walk", order: sorts, text: `
for (struct node1 *p = $H->next, *next; p != $H; p = next) {
⟦next = p->next;|use after free: free(p);⟧
⟦free(p);|use after free: next = p->next;⟧
}
⟦$H->next = $H;|dangling head:⟧
?b ⟦$H->prev = $H;|dangling pointer back:⟧`},
}
