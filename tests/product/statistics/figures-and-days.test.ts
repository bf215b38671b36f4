/**
 * No screen shows a number under days that it isn't of. The markup of a number carries the days that it
 * was counted on, and the part of the screen that names days carries them, too.
 */
import { Window } from 'happy-dom'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, users } from '#app/db/schema/index.ts'
import { readReport } from '#app/domain/reports/due-reports.server.ts'
import { saveReportChoice } from '#app/domain/reports/reports.server.ts'
import { definitions, metrics } from '#app/domain/stats/definitions.ts'
import { reportEmail } from '#app/emails/report-email.ts'
import { dayMillis } from '#app/lib/time.ts'
import { loader as showOverview } from '#app/routes/statistics/overview.tsx'
import { formatDays } from '#app/lib/days/moment-text.ts'
import { storePurchase } from '../../support/purchases.ts'
import { live, openShop, type Shop } from './statistics-shop.ts'

type Found = {
  /** Numbers whose days are known. */
  dated: number
  faults: string[]
}

/** Compares the days of each number with the days that are written beside it. */
function checkDays(html: string): Found {
  const { document } = new Window()
  document.write(html)
  const main = document.querySelector('main')
  if (!main) throw new Error('The screen has no content.')
  const written = (days: string) => {
    const [from = '', to = ''] = days.split('/')
    return formatDays({ from, to })
  }
  const textOf = (node: { textContent: string }) => node.textContent.replaceAll(/\s+/g, ' ')

  const faults: string[] = []
  const dated = [...main.querySelectorAll('[data-days]')]
  for (const figure of dated) {
    const days = figure.getAttribute('data-days') ?? ''
    const words = textOf(figure)
    if (days === 'now') {
      if (!textOf(figure.parentElement ?? figure).includes('now'))
        faults.push(`not of now: ${words}`)
      continue
    }
    const scope = figure.closest('[data-days-named]') ?? main.querySelector('.days')
    if (!scope) faults.push(`under no days: ${words}`)
    else if (!textOf(scope).includes(written(days))) {
      // A change is of other days than its number, and the screen names those.
      if (!textOf(main).includes(`Changes compare full days: ${written(days)}`))
        faults.push(`of ${written(days)}, which isn’t written there: ${words}`)
    } else if (
      scope.getAttribute('data-days-named') !== days &&
      !textOf(main).includes(written(days))
    )
      faults.push(`of ${written(days)}, under ${scope.getAttribute('data-days-named') ?? ''}`)
  }
  // Where the days are a number of them, it's theirs.
  for (const part of main.querySelectorAll('[data-days-named]')) {
    const [from = '', to = ''] = (part.getAttribute('data-days-named') ?? '').split('/')
    const length = (new Date(to).getTime() - new Date(from).getTime()) / dayMillis + 1
    for (const heading of part.querySelectorAll('h2 ~ p, .home-head > p')) {
      const named = /[Ll]ast (\d+) days/.exec(textOf(heading))?.[1]
      if (named !== undefined && Number(named) !== length)
        faults.push(`${textOf(heading)}: ${String(length)}`)
    }
  }
  for (const figure of main.querySelectorAll('.numbers')) {
    const words = textOf(figure)
    if (/\d/.test(words) && !figure.closest('[data-days]')) faults.push(`of no days: ${words}`)
  }
  return { dated: dated.length, faults }
}

async function openFull(): Promise<Shop & { html: (path: string) => Promise<string> }> {
  const shop = await openShop(10)
  const { world, site } = shop
  await live(shop, 12)
  for (const [ago, currency] of [
    [0, 'USD'],
    [3, 'USD'],
    [5, 'EUR'],
    [9, 'USD'],
  ] as const) {
    const occurredAt = new Date(world.clock.now().getTime() - ago * dayMillis - 60_000)
    await storePurchase(world.services, site, { occurredAt, currency, amountCents: 1999 })
  }
  const { fetch } = await world.serve()
  await world.services.db.system
    .update(sites)
    .set({ pixelSeenAt: world.services.now() })
    .where(eq(sites.id, site.scope.siteId))
  const html = async (path: string) =>
    (await (await fetch(path, { headers: { Cookie: site.owner.cookie } })).text()).replaceAll(
      '<!-- -->',
      '',
    )
  return { ...shop, html }
}

test('the check finds a number of other days, and one of no days', () => {
  const screen = (figure: string) =>
    checkDays(`<main><section data-days-named="2026-03-01/2026-03-07">
      <h2>${formatDays({ from: '2026-03-01', to: '2026-03-07' })}</h2>${figure}</section></main>`)

  expect(screen('<p class="numbers" data-days="2026-03-01/2026-03-07">7</p>').faults).toEqual([])
  expect(screen('<p class="numbers" data-days="2026-02-01/2026-03-07">7</p>').faults).toHaveLength(
    1,
  )
  expect(screen('<p class="numbers">7</p>').faults).toHaveLength(1)
  expect(screen('<p class="numbers" data-days="now">7</p>').faults).toHaveLength(1)
})

test('each number of home, statistics and impact is of the days that are written there', async () => {
  const { html, world } = await openFull()
  const to = world.services.now().toISOString().slice(0, 10)
  const from = new Date(world.services.now().getTime() - 4 * dayMillis).toISOString().slice(0, 10)
  const counts: Record<string, number> = {
    '/': 5,
    '/?days=7': 5,
    [`/statistics?from=${from}&to=${to}`]: 10,
    '/statistics': 10,
    '/statistics/nudges': 1,
    '/statistics/pages': 1,
    [`/statistics/effect?from=${from}&to=${to}`]: 1,
  }
  for (const [path, least] of Object.entries(counts)) {
    const { dated, faults } = checkDays(await html(path))
    expect([path, faults]).toEqual([path, []])
    expect([path, dated >= least]).toEqual([path, true])
  }
})

test('a verdict on other days than home’s says which', async () => {
  const { html, world, site } = await openFull()
  const holdoutSince = new Date(world.services.now().getTime() - 3 * dayMillis)
  await world.services.db.system
    .update(sites)
    .set({ holdoutSince })
    .where(eq(sites.id, site.scope.siteId))

  const home = await html('/?days=7')

  expect(checkDays(home).faults).toEqual([])
  expect(home).toContain('Since the holdout group began or last changed: ')
})

test('home’s numbers are those that Statistics count on the days that home writes', async () => {
  const { world, site, html } = await openFull()
  const { document } = new Window()
  document.write(await html('/?days=7'))
  const tile = (name: string) => {
    const found = [...document.querySelectorAll('.figure')].find((one) =>
      one.querySelector('.figure__name')?.textContent.includes(name),
    )
    const total = found?.querySelector('.figure__total')
    return [total?.getAttribute('data-days') ?? '', total?.textContent.trim() ?? ''] as const
  }
  const [days] = tile('Impressions')
  const [from = '', to = ''] = days.split('/')
  const seen = await showOverview(
    world.visit(`/statistics?from=${from}&to=${to}`, { as: site.owner }),
  )
  const totalOf = (metric: string) =>
    seen.totals.find((one) => one.metric === metric)?.total.toLocaleString('en')

  expect(tile('Impressions')).toEqual([days, totalOf('impressions')])
  expect(tile('Clicks')).toEqual([days, totalOf('clicks')])
  expect(tile('Orders')).toEqual([days, '3'])
  expect(tile('Revenue')).toEqual([days, '$39.98'])
  expect(seen.orders.map(({ key, total }) => [key, total])).toEqual([
    ['orders', 3],
    ['revenue-USD', 39.98],
    ['revenue-EUR', 19.99],
  ])
})

test('a report’s numbers are those that Statistics count on the days that its link opens', async () => {
  const { world, site } = await openFull()
  const { services } = world
  const userId = site.owner.id
  await services.db.system
    .update(users)
    .set({ emailVerifiedAt: services.now() })
    .where(eq(users.id, userId))
  await saveReportChoice(services, site.scope, { userId, every: 'week' })
  const period = { from: '2026-03-02', to: '2026-03-08' }
  const facts = await readReport(services, {
    siteId: site.scope.siteId,
    userId,
    every: 'week',
    ...period,
  })
  if (!facts) throw new Error('There is no report.')

  const email = reportEmail(facts, period, (path) => path)
  const path = email.action.address
  const { totals } = await showOverview(world.visit(path, { as: site.owner }))

  expect(path).toBe('/statistics?from=2026-03-02&to=2026-03-08')
  expect(email.paragraphs[0]).toMatch(/2.*8.*2026/)
  for (const metric of metrics.filter((one) => one !== 'after')) {
    const total = totals.find((one) => one.metric === metric)?.total ?? 0
    const line = email.paragraphs.find((one) => one.startsWith(`${definitions[metric].name}: `))
    expect([metric, line?.split(',')[0]]).toEqual([
      metric,
      `${definitions[metric].name}: ${total.toLocaleString('en')}`,
    ])
  }
})
