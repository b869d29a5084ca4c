// exit: 100
// Character constants and escapes.
#define CHECK(n, c) if (!(c)) return n

int main(void) {
  CHECK(1, 'a' == 97 && '\n' == 10 && '\0' == 0 && '\'' == 39 && '"' == 34);
  CHECK(2, '\x41' == 65 && '\101' == 65 && '\7' == 7);
  CHECK(3, '\xff' == -1 && '\377' == -1);  // char is signed
  CHECK(4, sizeof('a') == sizeof(int));
  CHECK(5, 'ab' == 24930);                   // as gcc has it
  CHECK(6, L'x' == 120 && u'x' == 120);
  char c = 'z';
  c++;
  CHECK(7, c == '{');
  c = '\x7f';
  c++;
  CHECK(8, c == -128);
  CHECK(9, '\a' == 7 && '\b' == 8 && '\f' == 12 && '\r' == 13 && '\t' == 9 && '\v' == 11 && '\\' == 92 && '\?' == 63);
  return 100;
}
