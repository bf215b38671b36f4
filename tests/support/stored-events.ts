/** Events as collection stores them, without pages that report them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { teams } from '#app/db/schema/index.ts'
import { storeEvents, type EventRow } from '#app/domain/events/store-events.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'

/** The key of a visitor without consent: see domain/events/visitor-key.server.ts. */
export function someVisitor(): Buffer {
  const key = randomBytes(16)
  key[0] = (key[0] ?? 0) & 0xfe
  return key
}

/** A new visitor's visit, with overrides. A nudge is named by its UUID or its short id. */
export const eventRow = (
  { scope }: TestSite,
  wanted: Partial<EventRow> & Pick<EventRow, 'receivedAt'>,
): EventRow => ({
  siteId: scope.siteId,
  id: randomUUID(),
  type: 'visit',
  claim: null,
  page: '/',
  product: null,
  goal: null,
  reason: '',
  amount: 1,
  device: 'desktop',
  country: '',
  visitor: someVisitor(),
  arm: 'none',
  assignment: null,
  outcome: 'accepted',
  ...wanted,
  nudge: wanted.nudge ? shortIdOf(wanted.nudge) : null,
})

/** Stores them. Fails unless each has the expected outcome. */
export async function store({ pool }: Services, rows: EventRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 2_000) {
    const batch = rows.slice(at, at + 2_000)
    const fates = await storeEvents(pool, batch)
    const other = fates.find((fate, index) => fate !== batch[index]?.outcome)
    if (other) throw new Error(`An event became ${other}.`)
  }
}

/** Removes plan limits, because events over a limit aren't counted. */
export const liftLimits = ({ db }: Services) => db.system.update(teams).set({ planLimit: null })
