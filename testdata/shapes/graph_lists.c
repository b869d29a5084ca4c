// A graph as an array of lists, and a search with a stack of vertices.
#include <stdio.h>
#include <stdlib.h>

struct edge {
	int to;
	struct edge *next;
};

int main(void) {
	int n, from, to;
	if (scanf("%d", &n) != 1 || n < 1 || n > 1000)
		return 1;
	struct edge **edges = calloc(n, sizeof *edges);
	char *seen = calloc(n, 1);
	int *stack = malloc(n * sizeof *stack);
	if (edges == NULL || seen == NULL || stack == NULL)
		return 1;
	while (scanf("%d %d", &from, &to) == 2) {
		if (from < 0 || from >= n || to < 0 || to >= n)
			continue;
		struct edge *e = malloc(sizeof *e);
		if (e == NULL)
			return 1;
		e->to = to;
		e->next = edges[from];
		edges[from] = e;
	}
	int depth = 0;
	stack[depth++] = 0;
	seen[0] = 1;
	while (depth > 0) {
		int v = stack[--depth];
		printf("%d\n", v);
		for (struct edge *e = edges[v]; e != NULL; e = e->next)
			if (!seen[e->to]) {
				seen[e->to] = 1;
				stack[depth++] = e->to;
			}
	}
	for (int i = 0; i < n; i++) {
		struct edge *e = edges[i];
		while (e != NULL) {
#ifdef BUG
			free(e);
			e = e->next;
#else
			struct edge *next = e->next;
			free(e);
			e = next;
#endif
		}
	}
	free(edges);
	free(seen);
	free(stack);
	return 0;
}
