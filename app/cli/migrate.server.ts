/** Runs pending migrations. Opening the database does that; this command reports the result. */
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Run pending database migrations',
  usage: 'migrate',
  options: {},
  required: [],

  async run({ countPendingMigrations }) {
    const pending = await countPendingMigrations()
    if (pending === 0) {
      return { lines: ['The database is up to date.'], json: { pending } }
    }
    const migrations = pending === 1 ? '1 migration is' : `${String(pending)} migrations are`
    throw new Refusal(
      'conflict',
      `An older version is using this database, and ${migrations} pending. Stop it, then restart or run this command again.`,
    )
  },
}
