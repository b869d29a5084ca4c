// Accounts in an array of records: "+ 5 10" pays 10 into account 5, "- 5 10" takes 10 from it.
#include <assert.h>
#include <stdio.h>

#define RECORDS 32

struct account {
	int used;
	int number;
	unsigned balance;
};

static struct account accounts[RECORDS];

static int find(int number) {
	for (int i = 0; i < RECORDS; i++)
		if (accounts[i].used && accounts[i].number == number)
			return i;
	return -1;
}

static int open_account(int number) {
	for (int i = 0; i < RECORDS; i++)
		if (!accounts[i].used) {
			accounts[i].used = 1;
			accounts[i].number = number;
			accounts[i].balance = 0;
			return i;
		}
	return -1;
}

int main(void) {
	char op;
	int number;
	unsigned amount;
	while (scanf(" %c%d%u", &op, &number, &amount) == 3) {
		int i = find(number);
		if (op == '+') {
			if (i < 0)
				i = open_account(number);
#ifndef BUG
			if (i < 0) {
				puts("no room");
				continue;
			}
#endif
			assert(accounts[i].used);
			accounts[i].balance += amount;
		} else if (i >= 0 && accounts[i].balance >= amount) {
			accounts[i].balance -= amount;
			if (accounts[i].balance == 0) {
				accounts[i].used = 0;
				assert(find(number) < 0);
			}
		} else
			puts("not enough");
	}
	for (int i = 0; i < RECORDS; i++)
		if (accounts[i].used)
			printf("%d: %u\n", accounts[i].number, accounts[i].balance);
	return 0;
}
