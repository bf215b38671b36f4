/** Reported Web Vitals are counted once, in the right group, and read back unchanged. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pixelEvents, sites, speedDays } from '#app/db/schema/index.ts'
import { createCollector } from '#app/domain/events/collect.server.ts'
import { createWebVitalsReports } from '#app/domain/events/collect-web-vitals.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { loader as exported } from '#app/routes/statistics/export.ts'
import { loader as speed } from '#app/routes/statistics/web-vitals.tsx'
import { eventReport, newEventId } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const report = (figures: object = {}) => ({
  id: newEventId(),
  type: 'speed',
  page: '/kettle',
  own: 2,
  lcp: 1800,
  cls: 0,
  ...figures,
})

type From = { isBot?: boolean; isSiteHost?: boolean }

async function openShop(options: Parameters<World['site']>[0] = { options: { holdout: 0 } }) {
  const world = await createWorld()
  const site = await world.site(options)
  const collector = createCollector(world.services)
  return {
    world,
    site,
    rows: () => world.services.db.system.select().from(speedDays),
    read: async () => (await speed(world.visit('/statistics/speed', { as: site.owner }))).speed,
    sendReports: async (events: object[], from: From = {}) => {
      const outcomes = await collector.collect(
        await eventReport(world.services, site, { events, ...from }),
      )
      return outcomes.map(({ outcome }) => outcome)
    },
  }
}

test('a report is counted once, however often it is sent, and is no event', async () => {
  const { world, sendReports: sendReports, rows } = await openShop()
  const event = report()

  expect(await sendReports([event, event])).toEqual(['accepted', 'duplicate'])
  expect(await sendReports([event])).toEqual(['duplicate'])

  const counted = await rows()
  expect(counted.map(({ metric, total }) => [metric, total]).sort()).toEqual([
    ...[
      ['cls', 1],
      ['lcp', 1],
      ['own', 1],
    ],
  ])
  expect(counted[0]).toMatchObject({ day: '2026-03-02', arm: 'none' })
  expect(await world.services.db.system.select().from(pixelEvents)).toEqual([])
})

test('a report counts on the day of the site’s time zone', async () => {
  const { world, site, sendReports, rows } = await openShop()
  const { siteId } = site.scope
  // At ten in UTC on 2 March the next day begins there.
  await world.services.db.system
    .update(sites)
    .set({ timeZone: 'Pacific/Kiritimati' })
    .where(eq(sites.id, siteId))

  await sendReports([report()])

  expect(new Set((await rows()).map(({ day }) => day))).toEqual(new Set(['2026-03-03']))
})

test('bots and foreign pages are not counted, and figures beyond all reason are refused', async () => {
  const { sendReports: sendReports, rows } = await openShop()

  expect(await sendReports([report()], { isBot: true })).toEqual(['bot'])
  expect(await sendReports([report()], { isSiteHost: false })).toEqual(['quarantined'])
  expect(
    await sendReports([report({ lcp: -1 }), report({ inp: 1e9 }), report({ own: 'fast' })]),
  ).toEqual([...['rejected', 'rejected', 'rejected']])

  expect(await rows()).toEqual([])
})

test('the screen and the file show the 75th percentile', async () => {
  const shop = await openShop()
  const { world, site, sendReports: sendReports, read } = shop
  expect(await read()).toMatchObject({ pages: 0 })
  const paints = Array.from({ length: 90 }, (_none, at) => report({ lcp: 1000 + at * 10 }))
  await sendReports(paints)
  world.clock.advance(86_400_000)
  await sendReports([report({ lcp: 900, inp: 96 })])

  const { pages, metrics, split } = await read()

  const lcp = metrics.find(({ metric }) => metric === 'lcp')
  expect({ pages, split }).toEqual({ pages: 91, split: { kind: 'no_holdout' } })
  // The 69th of 91: 900, 1000, 1010 and so on.
  expect(Math.abs((lcp?.groups.none?.value ?? 0) / 1670 - 1)).toBeLessThan(0.05)
  expect(lcp?.comparison).toBeNull()
  const file = await exported(world.visit('/statistics/export?table=speed', { as: site.owner }))
  expect(await file.text()).toMatch(/Interaction to Next Paint \(INP\),ms,No holdout group,1,/)
})

test('pages with nudges are compared with the holdout group’s, unless that was changed in between', async () => {
  const { world, site, read } = await openShop({ options: { holdout: 50 } })
  const reports = createWebVitalsReports(world.services)
  const measured = (arm: 'shown' | 'holdout' | 'paused', lcp: number) => ({
    id: newEventId(),
    siteId: site.scope.siteId,
    arm,
    lcp,
    own: 2,
    day: '2026-03-02',
  })
  const many = Array.from({ length: 100 }, (_none, at) => at)
  await reports.record(
    many.flatMap((at) => [measured('shown', 3000 + at), measured('paused', 9000)]),
    performance.now(),
  )
  expect((await read()).metrics[0]?.comparison).toEqual({ kind: 'missing', shown: 0, holdout: 100 })
  await reports.record(
    many.map((at) => measured('holdout', 2000 + at)),
    performance.now(),
  )

  const { pages, metrics } = await read()
  await changeOptions(world.services, site.scope, { holdout: 20 })
  const changed = await read()

  expect(pages).toBe(200)
  expect(metrics[0]?.comparison).toMatchObject({ kind: 'slower' })
  expect(metrics[3]).toMatchObject({ metric: 'own', comparison: { kind: 'none' } })
  expect(changed.split).toEqual({ kind: 'changed', since: '2026-03-03' })
  expect(changed.metrics[0]?.comparison).toBeNull()
})

test('a site that is deleted takes its figures along, and counts no more', async () => {
  const { world, site, sendReports: sendReports, rows } = await openShop()
  const { siteId } = site.scope
  await sendReports([report()])
  expect(await rows()).not.toEqual([])

  await world.services.db.system.delete(sites).where(eq(sites.id, siteId))
  const late = { id: newEventId(), siteId, arm: 'none' as const, own: 2 }
  const fates = await createWebVitalsReports(world.services).record(
    [{ ...late, day: '2026-03-02' }],
    performance.now(),
  )

  expect(fates).toEqual(['unknown_site'])
  expect(await rows()).toEqual([])
})
