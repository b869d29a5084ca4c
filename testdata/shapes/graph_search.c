// A graph of vertices with lists of edges, and a breadth-first search from vertex 0.
#include <stdio.h>
#include <stdlib.h>

struct vertex;

struct edge {
	struct vertex *to;
	struct edge *next;
};

struct vertex {
	int seen;
	unsigned distance;
	struct edge *edges;
};

static void search(struct vertex *start, struct vertex **queue) {
	int head = 0, tail = 0;
	start->seen = 1;
	queue[tail++] = start;
	while (head < tail) {
		struct vertex *v = queue[head++];
#ifdef BUG
		v->seen = 1;
#endif
		for (struct edge *e = v->edges; e != NULL; e = e->next)
			if (!e->to->seen) {
#ifndef BUG
				e->to->seen = 1;
#endif
				e->to->distance = v->distance + 1;
				queue[tail++] = e->to;
			}
	}
}

int main(void) {
	int n, from, to;
	if (scanf("%d", &n) != 1 || n < 1 || n > 1000)
		return 1;
	struct vertex *vertices = calloc(n, sizeof *vertices);
	struct vertex **queue = malloc(n * sizeof *queue);
	if (vertices == NULL || queue == NULL) {
		free(vertices);
		free(queue);
		return 1;
	}
	while (scanf("%d %d", &from, &to) == 2) {
		if (from < 0 || from >= n || to < 0 || to >= n)
			continue;
		struct edge *e = malloc(sizeof *e);
		if (e == NULL)
			break;
		e->to = &vertices[to];
		e->next = vertices[from].edges;
		vertices[from].edges = e;
	}
	search(&vertices[0], queue);
	for (int i = 0; i < n; i++) {
		struct vertex *v = &vertices[i];
		if (v->seen)
			printf("%d: %u\n", i, v->distance);
		while (v->edges != NULL) {
			struct edge *e = v->edges;
			v->edges = e->next;
			free(e);
		}
	}
	free(queue);
	free(vertices);
	return 0;
}
