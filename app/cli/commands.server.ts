/** Every command, in the order of the help. */
import { addBoost } from './add-boost.server.ts'
import { announce } from './announce.server.ts'
import type { Command } from './command.ts'
import { createAccount } from './create-account.server.ts'
import { createToken } from './create-token.server.ts'
import { erase } from './erase.server.ts'
import { exportData } from './export-data.server.ts'
import { migrate } from './migrate.server.ts'
import { recount } from './recount.server.ts'
import { setPlan } from './set-plan.server.ts'

export const commands: readonly Command[] = [
  createAccount,
  createToken,
  migrate,
  recount,
  setPlan,
  addBoost,
  announce,
  exportData,
  erase,
]
