/** The browsers in which a person is logged in. */
import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions } from '../../db/schema/index.ts'
import { tokenHash } from '../../lib/token-text.server.ts'
import type { Services } from '../../services.ts'

export type Device = {
  id: string
  /** Browser and system, as the browser names itself; null when it said nothing that is known. */
  name: string | null
  /** The one that asks. */
  isThis: boolean
  startedAt: Date
  /** Exact to an hour. */
  lastUsedAt: Date
}

/** The newest use first. */
export async function listDevices(
  { db, now }: Services,
  userId: number,
  sessionToken: string,
): Promise<Device[]> {
  const own = tokenHash(sessionToken)
  const rows = await db.system
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
  return rows.map(({ id, deviceName, tokenHash: hash, createdAt, lastUsedAt }) => ({
    id,
    name: deviceName,
    isThis: hash.equals(own),
    startedAt: createdAt,
    lastUsedAt,
  }))
}

/** Logs one of the person's browsers out. Another person's is not touched. */
export async function endDevice({ db }: Services, userId: number, id: string): Promise<void> {
  await db.system.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
}
