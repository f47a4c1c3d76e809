// What --help prints for the commands of the simulator.
#ifndef SCREE_CLI_RUN_HELP_RUN_H
#define SCREE_CLI_RUN_HELP_RUN_H

extern const char scree_cli_run_help[];
extern const char scree_cli_check_help[];
extern const char scree_cli_init_help[];
extern const char scree_cli_sweep_help[];
extern const char scree_cli_validate_help[];

#endif
