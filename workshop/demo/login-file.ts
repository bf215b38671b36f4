/** The demo account's password, stored next to the data for every start to show it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export type DemoLogin = { email: string; password: string }

/** RFC 6761 section 6.3: no email server can have a name under `localhost`. */
export const demoEmail = 'demo@footfall.localhost'

const stored = z.object({ email: z.literal(demoEmail), password: z.string().min(16) })

/** Null when there is no file, or an invalid one. */
export function readLogin(dataDir: string): DemoLogin | null {
  try {
    return stored.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

/** A new random password, readable only by the folder's owner. */
export function writeLogin(dataDir: string): DemoLogin {
  const login = { email: demoEmail, password: randomBytes(12).toString('base64url') }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataDir), `${JSON.stringify(login)}\n`, { mode: 0o600 })
  return login
}

const fileIn = (dataDir: string) => path.join(dataDir, 'demo-login.json')
