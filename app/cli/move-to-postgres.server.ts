/** Moves from the embedded database to PostgreSQL. */
import type { Command } from './command.ts'

export const moveToPostgresCommand: Command = {
  name: 'move-to-postgres',
  summary:
    'Copy the embedded database into the empty PostgreSQL database of DATABASE_URL. Stop the product first',
  usage: 'move-to-postgres',
  options: {},
  required: [],

  async runOnFolder({ moveToPostgres }) {
    const moved = await moveToPostgres()
    const { folder, tables, rows, jobs } = moved
    return {
      lines: [
        `Copied and compared: ${String(rows)} rows of ${String(tables)} tables, and ${String(jobs)} jobs.`,
        `Start the product with the same DATABASE_URL. Its APP_KEY has to stay the one of ${folder}.`,
        `${folder} is as it was. Don’t start it without DATABASE_URL again: what happens there stays there.`,
      ],
      json: moved,
    }
  },
}
