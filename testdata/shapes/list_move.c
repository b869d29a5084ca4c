// Two lists, tasks to do and tasks done: "+ 5" adds task 5, "x 5" moves it from the one list to the other.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
	int number;
	struct task *next;
};

static void push(struct task **list, struct task *t) {
	t->next = *list;
	*list = t;
}

// take removes the task of that number from the list and returns it, or NULL if there is none.
static struct task *take(struct task **list, int number) {
	while (*list != NULL && (*list)->number != number)
		list = &(*list)->next;
	struct task *t = *list;
#ifndef BUG
	if (t != NULL)
		*list = t->next;
#endif
	return t;
}

static size_t release(struct task *list) {
	size_t n = 0;
	while (list != NULL) {
		struct task *next = list->next;
		free(list);
		list = next;
		n++;
	}
	return n;
}

int main(void) {
	struct task *todo = NULL, *done = NULL, *t;
	size_t added = 0;
	char op;
	int number;
	while (scanf(" %c%d", &op, &number) == 2) {
		if (op == '+') {
			t = malloc(sizeof *t);
			if (t == NULL)
				break;
			t->number = number;
			push(&todo, t);
			added++;
		} else if (op == 'x') {
			t = take(&todo, number);
			if (t != NULL)
				push(&done, t);
		}
	}
	size_t left = release(todo), finished = release(done);
	printf("%zu left, %zu done\n", left, finished);
	assert(left + finished == added);
	return 0;
}
