#ifndef ACCOUNT_H
#define ACCOUNT_H

#include <stdbool.h>

struct account {
	long balance; // in cents, never below -limit
	long limit;
};

bool deposit(struct account *a, long cents);
bool withdraw(struct account *a, long cents);

#endif
