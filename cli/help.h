// What --help prints.
#ifndef SCREE_CLI_HELP_H
#define SCREE_CLI_HELP_H

extern const char scree_cli_query_help[];
extern const char scree_cli_verify_help[];
extern const char scree_cli_shape_help[];
extern const char scree_cli_minkowski_help[];
extern const char scree_cli_pack_help[];
extern const char scree_cli_reproduce_help[];
extern const char scree_cli_methods_help[];

#endif
