/** Who can log in to the sample shop, and their passwords, stored next to the data for every start to show them. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** RFC 6761 section 6.3: no email server can have a name under `localhost`. */
export const samplePeople = {
  merchant: { name: 'Sample merchant', email: 'sample@footfall.localhost' },
  colleague: { name: 'Sample colleague', email: 'colleague@footfall.localhost' },
  staff: { name: 'Sample staff', email: 'staff@footfall.localhost' },
} as const
export type SamplePerson = keyof typeof samplePeople

const stored = z.object({
  merchant: z.string().min(16),
  colleague: z.string().min(16),
  staff: z.string().min(16),
  /** The seed of the app that gives the staff's codes. Absent until it was set up. */
  staffSeed: z.string().optional(),
})
export type SampleLogins = z.infer<typeof stored>

/** Null when there is no file yet. */
export function readSampleLogins(dataDir: string): SampleLogins | null {
  const file = fileIn(dataDir)
  return existsSync(file) ? stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Random passwords. */
export function createSampleLogins(): SampleLogins {
  const password = () => randomBytes(12).toString('base64url')
  return { merchant: password(), colleague: password(), staff: password() }
}

/** Readable only by the folder's owner. */
export function writeSampleLogins(dataDir: string, logins: SampleLogins): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataDir), `${JSON.stringify(logins)}\n`, { mode: 0o600 })
}

const fileIn = (dataDir: string) => path.join(dataDir, 'demo-sample.json')
