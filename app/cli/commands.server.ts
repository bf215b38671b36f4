/** All commands, in the order of the help. */
import { addBoostCommand } from './add-boost.server.ts'
import { announceCommand } from './announce.server.ts'
import { backupCommand, restoreCommand } from './backup.server.ts'
import type { Command } from './command.ts'
import { createAccountCommand } from './create-account.server.ts'
import { createTokenCommand } from './create-token.server.ts'
import { eraseCommand } from './erase.server.ts'
import { exportCommand } from './export-data.server.ts'
import { grantLifetimeCommand } from './grant-lifetime.server.ts'
import { linkWixCommand } from './link-wix.server.ts'
import { logGapsCommand } from './log-gaps.server.ts'
import { migrateCommand } from './migrate.server.ts'
import { moveToPostgresCommand } from './move-to-postgres.server.ts'
import { recountCommand } from './recount.server.ts'
import { setPlanCommand } from './set-plan.server.ts'
import { setStaffCommand } from './set-staff.server.ts'
import { stripeCatalogCommand } from './stripe-catalog.server.ts'
import { startTrialCommand } from './start-trial.server.ts'

export const commands: readonly Command[] = [
  createAccountCommand,
  setStaffCommand,
  createTokenCommand,
  migrateCommand,
  recountCommand,
  logGapsCommand,
  backupCommand,
  restoreCommand,
  moveToPostgresCommand,
  setPlanCommand,
  startTrialCommand,
  linkWixCommand,
  grantLifetimeCommand,
  addBoostCommand,
  stripeCatalogCommand,
  announceCommand,
  exportCommand,
  eraseCommand,
]
