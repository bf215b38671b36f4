/**
 * Since when a service has answered that it has no such account. Other failures in between don't begin that time,
 * and deliveries that are stored in between don't end it: only an answer of the account does.
 */
import { sql } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import type { Cursor } from '#app/integrations/integration.ts'

/** Next to the progress of its lists, so it survives a restart. */
const place = 'missing'

/** The moment of the first “not found” in a row. Null: the account was found when it was last asked for. */
export function missingSince(cursor: Cursor): Date | null {
  const { since } = (cursor?.[place] ?? {}) as { since?: unknown }
  return typeof since === 'number' ? new Date(since) : null
}

/** In the shape of a list's progress (kit/phases.ts): one that has another shape would void all of it. */
export const withMissing = (cursor: Cursor, since: Date): Cursor => ({
  ...cursor,
  [place]: { since: since.getTime(), position: null },
})

/** The account was found. */
export function withoutMissing(cursor: Cursor): Cursor {
  if (!cursor || !(place in cursor)) return cursor
  return Object.fromEntries(Object.entries(cursor).filter(([name]) => name !== place))
}

/** For the cursor of a connection that was tested. */
export const cursorOfFound = sql`${connections.cursor} - ${place}::text`
