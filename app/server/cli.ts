/** `npm run -s cli -- <command>`: works with and without a running product. */
import { runCommandLine } from '#app/cli/command-line.ts'
import { openNats } from '#app/clients/nats/open-nats.server.ts'
import { commands } from '#app/cli/commands.server.ts'
import { readConfig } from '#app/config.server.ts'
import { ConfigError } from '#app/lib/config-error.ts'
import { FolderHeld } from '#app/db/embedded/lock.server.ts'
import { countPendingMigrations } from '#app/db/migrate.server.ts'
import { isDatabaseAway } from '#app/lib/database-errors.ts'
import { createLog } from '#app/lib/log.server.ts'
import { backUp, restore } from './cli-backup.server.ts'
import { moveToPostgres } from './cli-move.server.ts'
import { compose } from './compose.server.ts'

async function open() {
  const config = readConfig(process.env)
  // Standard output is reserved for results.
  const log = createLog(config.logLevel, process.stderr)
  let isComplete = true
  const { services, close } = await compose(config, {
    log,
    joinRunning: true,
    onAfterCommitError: () => {
      isComplete = false
    },
  })
  return {
    services,
    close,
    countPendingMigrations: () => countPendingMigrations(services.db),
    connectNats: () => {
      if (!config.nats) throw new ConfigError('Configuration: EVENT_LOG is not nats.')
      return openNats(config.nats, { log, dataDir: config.dataDir })
    },
    isComplete: () => isComplete,
  }
}

const readVariables = (keyOf: (dataDir: string) => string) => readConfig(process.env, keyOf)

function explain(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof FolderHeld) return error.message
  if (isDatabaseAway(error)) return "Can't reach the database. Try again in a moment."
  return null
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  commands,
  open,
  backups: {
    backUp: (file) => backUp(readVariables, file),
    restore: (file, replaces) => restore(readVariables, file, replaces),
    moveToPostgres: () => moveToPostgres(readVariables),
  },
  explain,
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  },
})
