/** Events as collection stores them, without the pages that would report them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { teams } from '#app/db/schema/index.ts'
import { storeEvents, type EventRow } from '#app/domain/events/store-events.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'

/** The key of somebody who did not agree to be recognised: see events/visitor-key.server.ts. */
export function someVisitor(): Buffer {
  const key = randomBytes(16)
  key[0] = (key[0] ?? 0) & 0xfe
  return key
}

/** A visit by somebody new, but for what is said otherwise. */
export const eventRow = (
  { scope }: TestSite,
  wanted: Partial<EventRow> & Pick<EventRow, 'receivedAt'>,
): EventRow => ({
  siteId: scope.siteId,
  id: randomUUID(),
  type: 'visit',
  nudge: null,
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
})

/** Stores them; fails unless each has the outcome that it says. */
export async function store({ pool }: Services, rows: EventRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 2_000) {
    const batch = rows.slice(at, at + 2_000)
    const fates = await storeEvents(pool, batch)
    const other = fates.find((fate, index) => fate !== batch[index]?.outcome)
    if (other) throw new Error(`An event became ${other}.`)
  }
}

/** Takes the plans' limits away: what is over one is not counted. */
export const liftLimits = ({ db }: Services) => db.system.update(teams).set({ planLimit: null })
