// A circular list with a head, as in the Linux kernel: the links are members of the records.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD(name) struct list_head name = {&(name), &(name)}

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)

#define list_for_each_safe(pos, n, head) \
	for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

static inline void __list_add(struct list_head *new, struct list_head *prev, struct list_head *next) {
	next->prev = new;
	new->next = next;
	new->prev = prev;
	prev->next = new;
}

static inline void list_add_tail(struct list_head *new, struct list_head *head) {
	__list_add(new, head->prev, head);
}

static inline void list_del(struct list_head *entry) {
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	entry->next = entry->prev = NULL;
}

struct task {
	int pid;
	int priority;
	struct list_head tasks;
};

int main(void) {
	LIST_HEAD(tasks);
	struct list_head *pos, *n;
	int pid, priority;
	while (scanf("%d %d", &pid, &priority) == 2) {
		struct task *t = malloc(sizeof *t);
		if (t == NULL)
			break;
		t->pid = pid;
		t->priority = priority;
		list_add_tail(&t->tasks, &tasks);
	}
	list_for_each_safe(pos, n, &tasks) {
		struct task *t = container_of(pos, struct task, tasks);
		if (t->priority < 0) {
			list_del(&t->tasks);
			free(t);
		}
	}
	list_for_each(pos, &tasks)
		printf("%d\n", container_of(pos, struct task, tasks)->pid);
#ifdef BUG
	list_for_each(pos, &tasks) {
#else
	list_for_each_safe(pos, n, &tasks) {
#endif
		list_del(pos);
		free(container_of(pos, struct task, tasks));
	}
	return 0;
}
