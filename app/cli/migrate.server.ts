/** Runs pending migrations. Opening the database does that; this command reports the result. */
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the tables up to date',
  usage: 'migrate',
  options: {},
  required: [],

  async run({ countPendingMigrations }) {
    const pending = await countPendingMigrations()
    if (pending === 0) {
      return { lines: ['The tables are up to date.'], json: { pending } }
    }
    throw new Refusal(
      'conflict',
      `An older version of the product is running on these tables, which lack ${String(pending)} of the migrations. Stop it: the next start, or this command, brings them up to date.`,
    )
  },
}
