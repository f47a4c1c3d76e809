// Numbers as text: the fewest digits that read back as the same double.
#ifndef SCREE_CLI_NUMBER_H
#define SCREE_CLI_NUMBER_H

#ifdef __cplusplus
extern "C" {
#endif

/// No number takes more bytes.
enum { NUMBER_SIZE = 32 };

/// Write a finite number at `out`, without a closing 0; returns the end. It is valid JSON. Minus zero is "-0.0".
char *scree_cli_number_put(char *out, double number);

#ifdef __cplusplus
}
#endif

#endif
