/** For command lines of tests that back nothing up: those that do run the built one. */
import type { CommandLine } from '#app/cli/command-line.ts'

const refuse = () => Promise.reject(new Error('This command line has no backups.'))

export const noBackups: CommandLine['backups'] = {
  backUp: refuse,
  restore: refuse,
  moveToPostgres: refuse,
}
