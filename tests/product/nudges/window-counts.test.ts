/** Visitors of a time frame: for any visits, no count is higher than the number of people. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixelEvents } from '#app/db/schema/index.ts'
import { countWindow } from '#app/domain/serving/data/window-counts.server.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

const minute = 60_000
const hour = 60 * minute

const outcomes = ['accepted', 'accepted', 'bot', 'quarantined'] as const

/** Someone opens a page, some milliseconds ago. */
const visit = fc.record({
  who: fc.integer({ min: 1, max: 5 }),
  /** A visitor who consents while a page is open has both keys. */
  hasAgreed: fc.boolean(),
  page: fc.constantFrom('/mugs', '/pots'),
  outcome: fc.constantFrom(...outcomes),
  ago: fc.oneof(fc.integer({ min: 0, max: 2 * hour }), fc.integer({ min: 0, max: 30 * hour })),
})
type Visit = typeof visit extends fc.Arbitrary<infer One> ? One : never

const isSeen = ({ outcome }: Visit) => outcome === 'accepted'

/** Without consent, everyone is someone else on the next day. */
function keyOf({ who, hasAgreed }: Visit, at: Date) {
  const day = hasAgreed ? 'agreed' : at.toISOString().slice(0, 10)
  const key = createHash('sha256')
    .update(`${String(who)} ${day}`)
    .digest()
    .subarray(0, 16)
  key[0] = ((key[0] ?? 0) & 0xfe) | Number(hasAgreed)
  return key
}

test('no window shows more visitors than there were people, on the site and on each page', async () => {
  const { services, clock, site: makeSite } = await createWorld()
  const site = await makeSite()
  const { siteId } = site.scope

  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 5, maxLength: 60 }),
      fc.constantFrom(3_600, 7_200, 86_400),
      fc.integer({ min: 1, max: 20 * hour }),
      async (visits, seconds, later) => {
        await services.db.system.delete(pixelEvents).where(eq(pixelEvents.siteId, siteId))
        // A count is cached for a minute.
        clock.advance(minute + later)
        const at = clock.now()
        const rows = visits.map((one) => {
          const { page, outcome } = one
          const receivedAt = new Date(at.getTime() - one.ago)
          return eventRow(site, { page, outcome, receivedAt, visitor: keyOf(one, receivedAt) })
        })
        await store(services, rows)

        const counts = await services.db.asTeam(site.scope, (tx) =>
          countWindow(tx, site.scope, { seconds, at }),
        )

        const seen = visits.filter((one) => isSeen(one) && one.ago < seconds * 1000)
        // Visitors who stay in the time frame until expiry are always counted.
        const ahead = counts.until.getTime() - at.getTime()
        const sure = seen.filter((one) => one.ago + ahead < seconds * 1000)
        const people = (of: Visit[]) => new Set(of.map(({ who }) => who)).size
        expect(counts.visitors).toBeLessThanOrEqual(people(seen))
        expect(counts.visitors > 0).toBe(sure.length > 0)
        for (const [page, total] of Object.entries(counts.pages)) {
          expect(total).toBeLessThanOrEqual(people(seen.filter((one) => one.page === page)))
        }
      },
    ),
    { numRuns: 40 },
  )
})
