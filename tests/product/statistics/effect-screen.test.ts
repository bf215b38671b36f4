/** The screen says the effect in one sentence, what is still missing, and how the split is. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { goals, sites } from '#app/db/schema/index.ts'
import { createWorld } from '../../support/world.ts'

/** Visitors and converters of both groups, today, the 2 March 2026. */
async function openWith(
  counts: Record<'shown' | 'holdout', [number, number]>,
  changes: Partial<typeof sites.$inferInsert> = {},
) {
  const world = await createWorld()
  const site = await world.site({ options: { holdout: 50 } })
  await liftLimits(world.services)
  const { siteId: id } = site.scope
  const pixelSeenAt = world.services.now()
  await world.services.db.system
    .update(sites)
    .set({ pixelSeenAt, ...changes })
    .where(eq(sites.id, id))
  const { teamId, siteId } = site.scope
  const receivedAt = world.services.now()
  const times = { createdAt: receivedAt, updatedAt: receivedAt }
  const [goal] = await world.services.db.system
    .insert(goals)
    .values({ teamId, siteId, ...times, name: 'Order', kind: 'order', isRepeatable: true })
    .returning({ id: goals.id })
  const worth = { goalId: goal?.id ?? 0, amountCents: null, currency: null }
  for (const arm of ['shown', 'holdout'] as const) {
    const [visitors, converters] = counts[arm]
    const rows = Array.from({ length: visitors }, (_one, number) => {
      const seen = eventRow(site, { receivedAt, arm })
      const reached = Object.assign({ uniqueKey: `order:${arm}-${String(number)}` }, worth)
      const about = { receivedAt, arm, visitor: seen.visitor }
      return number < converters
        ? [seen, eventRow(site, { ...about, type: 'goal', goal: reached })]
        : [seen]
    })
    await store(world.services, rows.flat())
  }
  const { fetch } = await world.serve()
  const answer = await fetch('/statistics/effect', { headers: { Cookie: site.owner.cookie } })
  return (await answer.text()).replaceAll('<!-- -->', '')
}

test('an unclear effect has its range, its forecast and a healthy split', async () => {
  const html = await openWith({ shown: [300, 45], holdout: [300, 36] })

  expect(html).toMatch(
    /No clear difference yet: \+25\.0% so far, but it could be −\d+\.\d% to \+\d+\.\d%/,
  )
  expect(html).toMatch(
    /If the difference stays as it is now, it becomes clear after about [\d,]+ more visitors, at the current pace around \d+ \w+ 2026\./,
  )
  expect(html).toContain(
    'The groups are split as planned: 50.0% of visitors are in the holdout group, 50.0% were planned.',
  )
})

test('groups of the wrong size have no answer, no forecast and no healthy split', async () => {
  const html = await openWith({ shown: [400, 60], holdout: [150, 18] })

  expect(html).toContain('Group sizes don’t match')
  expect(html).not.toMatch(/No clear difference|more visitors, at|Healthy split/)
})

test('a changed holdout group counts from the site’s next day on, and the screen says from which', async () => {
  const html = await openWith(
    { shown: [30, 4], holdout: [30, 3] },
    { timeZone: 'Pacific/Kiritimati', holdoutSince: new Date('2026-03-02T11:00Z') },
  )

  expect(html).toContain('Measured from the first full day on, 4 Mar 2026.')
})
