package lists

// Operations on binary search trees: $H leads to the root.

// trees are the operations on trees.
var trees = []operation{
	{name: "insert first", text: fresh + `
⟦n->left = NULL;|uninitialised pointer:⟧
⟦n->right = NULL;|uninitialised pointer#2:⟧
struct node1 **q = &$H;
while (*q != NULL) {
if ($x < (*q)->v)
q = &(*q)->left;
else
q = &(*q)->right;
}
⟦*q = n;|lost block: q = &n;⟧`},
	{name: "insert by the node above", text: fresh + `
n->left = ⟦NULL|shared nodes: $H⟧;
n->right = NULL;
struct node1 *p = $H, *above = NULL;
while (p != NULL) {
above = p;
p = $x < p->v ? p->left : p->right;
}
⟦if (above == NULL)|missing null check:⟧
⟦$H = n;|missing null check:|missing head update: ;⟧
⟦else if ($x < above->v)|missing null check: if ($x < above->v)|lost block: else if ($x > above->v)⟧
above->left = n;
else
above->right = n;`},
	{name: "delete the least", text: `
struct node1 **q = &$H;
⟦if (*q != NULL) {|missing null check: {⟧
while (⟦(*q)->left != NULL|walk too far: (*q)->left->left != NULL⟧)
q = &(*q)->left;
struct node1 *p = *q;
⟦*q = p->right;|lost block: *q = NULL;|forgotten unlink:|use after free: free(p);⟧
⟦free(p);|use after free: *q = p->right;⟧
}`},
	{name: "rotate at the root", text: `
struct node1 *p = $H;
if (⟦p != NULL && p->left != NULL|missing null check: p != NULL|missing null check#2: p->left != NULL⟧) {
struct node1 *q = p->left;
⟦p->left = q->right;|lost block: p->left = NULL;⟧
⟦q->right = p;|forgotten link:⟧
⟦$H = q;|missing head update:⟧
}`},
	{name: "find", result: true, text: `
struct node1 *p = $H;
while (⟦p != NULL && p->v != $x|missing null check: p->v != $x⟧)
p = $x < p->v ? p->left : p->right;
⟦if (p != NULL)|missing null check#2:⟧
$R += p->v;`},
	{name: "greatest", result: true, text: `
⟦if ($H != NULL) {|missing null check: {⟧
struct node1 *p = $H;
while (⟦p->right != NULL|walk too far: p->right->right != NULL⟧)
p = p->right;
$R += p->v;
}`},
	{name: "free all", text: `
while ($H != NULL) {
struct node1 **q = &$H;
while ((*q)->left != NULL || (*q)->right != NULL)
q = (*q)->left != NULL ? &(*q)->left : &(*q)->right;
⟦free(*q);|lost block:⟧
⟦*q = NULL;|dangling head:⟧
}`},
}

// A recursion is a recursive function on trees. call calls it.
type recursion struct{ name, text, call string }

// recursions are the recursive functions on trees, the one that frees a tree first.
var recursions = []recursion{
	{"free all by recursion", `
static void treefree1(struct node1 *p)
{
⟦if (p == NULL)|missing null check: if (p->left == NULL && p->right == NULL)⟧
return;
treefree1(p->left);
⟦treefree1(p->right);|lost block:|use after free: free(p);⟧
⟦free(p);|use after free: treefree1(p->right);⟧
}`, "treefree1($H);\n⟦$H = NULL;|dangling head:⟧"},
	{"sum by recursion", `
static int treesum1(struct node1 *p)
{
⟦if (p == NULL)|missing null check: if (p->left == NULL)⟧
return 0;
return p->v + treesum1(p->left) + treesum1(p->right);
}`, "$R += treesum1($H);"},
	{"insert by recursion", `
static struct node1 *treeinsert1(struct node1 *p, int x)
{
if (p == NULL) {
struct node1 *n = malloc(sizeof *n);
if (n == NULL)
exit(1);
n->v = x;
⟦n->left = NULL;|uninitialised pointer:⟧
n->right = NULL;
return n;
}
if (x < p->v)
⟦p->left = treeinsert1(p->left, x);|lost block: treeinsert1(p->left, x);⟧
else
p->right = treeinsert1(⟦p->right|lost block#2: NULL⟧, x);
return p;
}`, "$H = treeinsert1($H, $x);"},
}
