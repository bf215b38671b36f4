/** The description that a backup carries, and the names in its archive. */
import { z } from 'zod'

/** Changes when an older version couldn't read it. */
const format = 1

/** Entries of the archive. */
export const entries = { manifest: 'manifest.json', data: 'pg', key: 'app-key' } as const

export const manifest = z.object({
  format: z.literal(format),
  /** Moment at which the copy was complete, which is the state that a restore brings back. */
  createdAt: z.iso.datetime(),
  /** The newest migration of the database, by its time in milliseconds. */
  schema: z.number().int().nonnegative(),
  /** Identifies `APP_KEY`, without which secrets in the database can't be read. */
  keyFingerprint: z.string(),
  checksums: z.record(z.string(), z.string()),
})

export type Manifest = z.output<typeof manifest>

export const formatNumber = format
