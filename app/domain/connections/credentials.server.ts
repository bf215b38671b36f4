/** What a connection needs to reach its service, encrypted at rest as one value. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SealedBytes, Secrets } from '#app/lib/security/secrets.server.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'

const shape = z.object({
  /** Part of the address for deliveries. */
  hookToken: z.string(),
  hookSecret: z.string(),
  settings: z.record(z.string(), z.unknown()),
  subscription: z.record(z.string(), z.string()),
  /** One that lasts for a while. */
  token: z.object({ token: z.string(), expiresAt: z.number() }).nullable(),
})
export type Credentials = z.infer<typeof shape>

/** Some services decode HTML in a secret or count its letters, so these are letters and digits. */
export const newCredentials = (settings: Record<string, unknown>): Credentials => ({
  hookToken: randomBytes(24).toString('hex'),
  hookSecret: randomBytes(24).toString('hex'),
  settings,
  subscription: {},
  token: null,
})

/** Tokens are random, so that a hash that isn't keyed finds the row and gives nothing away. */
export const hookHashOf = (hookToken: string): Buffer => tokenHash(hookToken)

const rowOf = (uuid: string) => `connections:${uuid}`

export const sealCredentials = (
  secrets: Secrets,
  uuid: string,
  credentials: Credentials,
): SealedBytes => secrets.seal(JSON.stringify(credentials), rowOf(uuid))

export const openCredentials = (secrets: Secrets, uuid: string, sealed: Buffer): Credentials =>
  shape.parse(JSON.parse(secrets.open(sealed, rowOf(uuid))))
