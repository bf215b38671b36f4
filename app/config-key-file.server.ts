/** The key that an embedded installation keeps beside its data. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '#app/lib/config-error.ts'

const keyFileOf = (dataDir: string) => path.join(dataDir, 'app-key')

/** The key that was created in a folder; null: it has none. */
export function readKeyFile(dataDir: string): string | null {
  const file = keyFileOf(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/**
 * For embedded use: a key that is created once and stored next to the data, readable only by its
 * owner. Never for data that was written with another key, which a new one can't read.
 */
export function keyOfFolder(dataDir: string): string {
  const existing = readKeyFile(dataDir)
  if (existing !== null) return existing
  if (existsSync(path.join(dataDir, 'pg/PG_VERSION'))) {
    throw new ConfigError(
      `Configuration: APP_KEY isn't set, and ${dataDir} holds data without a key. Set the APP_KEY that the product runs with.`,
    )
  }
  const file = keyFileOf(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(32).toString('base64')
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
    return key
  } catch {
    // Another process created the key first, so use that one.
    return readFileSync(file, 'utf8').trim()
  }
}
