/**
 * A restore that ended in between: for a moment the folder has no database, and a start then would create an
 * empty one.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'

const note = z.object({
  /** Folder with the data from before. Null: there was none. */
  previous: z.string().nullable(),
})

type Note = z.output<typeof note>

const fileOf = (dataDir: string) => path.join(dataDir, 'restore-running.json')

/** Before the first rename. */
export const noteRestore = (dataDir: string, about: Note): void => {
  writeFileSync(fileOf(dataDir), JSON.stringify(about), { flush: true })
}

/** After the last rename. */
export const forgetRestore = (dataDir: string): void => {
  rmSync(fileOf(dataDir), { force: true })
}

/** Null: no restore was interrupted. */
export function readInterrupted(dataDir: string): Note | null {
  const file = fileOf(dataDir)
  return existsSync(file) ? note.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** @throws ConfigError while the folder is between two databases */
export function refuseInterrupted(dataDir: string): void {
  const interrupted = readInterrupted(dataDir)
  if (!interrupted) return
  const { previous } = interrupted
  throw new ConfigError(
    `A restore into ${dataDir} was interrupted. Run it again, which first puts back what was there before${previous === null ? '' : ` (now in ${previous})`}.`,
  )
}
