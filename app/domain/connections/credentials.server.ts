/** Values that a connection needs to reach its service, encrypted at rest as one. */
import { eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import type { SealedBytes, Secrets } from '#app/lib/security/secrets.server.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'

const shape = z.object({
  /** Part of the address for deliveries. */
  hookToken: z.string(),
  hookSecret: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** The account as the last settings named it. Kept of a connection that ended. */
  name: z.string().optional(),
  subscription: z.record(z.string(), z.string()),
  /** One that lasts for a while; null: it doesn't end. */
  token: z.object({ token: z.string(), expiresAt: z.number().nullable() }).nullable(),
  /** The connection was approved by OAuth. Its access token is `token`. */
  grant: z.object({ refreshToken: z.string().nullable() }).nullable().default(null),
})
export type Credentials = z.infer<typeof shape>

/** Some services decode HTML in a secret or count its letters, so these are letters and digits. */
export const newCredentials = (settings: Record<string, unknown>): Credentials => ({
  hookToken: randomBytes(24).toString('hex'),
  hookSecret: randomBytes(24).toString('hex'),
  settings,
  subscription: {},
  token: null,
  grant: null,
})

/** Tokens are random, so that a hash that isn't keyed finds the row and gives nothing away. */
export const hookHashOf = (hookToken: string): Buffer => tokenHash(hookToken)

/** An access token, as it is kept. */
export const storedToken = ({ token, expiresAt }: { token: string; expiresAt: Date | null }) => ({
  token,
  expiresAt: expiresAt?.getTime() ?? null,
})

const rowOf = (uuid: string) => `connections:${uuid}`

export const sealCredentials = (
  secrets: Secrets,
  uuid: string,
  credentials: Credentials,
): SealedBytes => secrets.seal(JSON.stringify(credentials), rowOf(uuid))

export const openCredentials = (secrets: Secrets, uuid: string, sealed: Buffer): Credentials =>
  shape.parse(JSON.parse(secrets.open(sealed, rowOf(uuid))))

type Change = {
  change: (current: Credentials) => Credentials
  /** Set together with them. */
  columns: Omit<PgUpdateSetSource<typeof connections>, 'credentials'>
}

/**
 * Changes what is stored at this moment, which another process may just have renewed: a token that is
 * overwritten with an older one would cost the connection.
 */
export async function changeCredentials(
  { tx, secrets }: { tx: Queries; secrets: Secrets },
  { id, uuid }: { id: number; uuid: string },
  { change, columns }: Change,
): Promise<void> {
  const [row] = await tx
    .select({ sealed: connections.credentials })
    .from(connections)
    .where(eq(connections.id, id))
    .for('no key update')
  if (!row?.sealed) return
  const changed = change(openCredentials(secrets, uuid, row.sealed))
  await tx
    .update(connections)
    .set({ ...columns, credentials: sealCredentials(secrets, uuid, changed) })
    .where(eq(connections.id, id))
}
