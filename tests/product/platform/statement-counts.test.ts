/**
 * How many statements a screen sends to the database. Each is a trip, of which the server's thread
 * needs as much as the database for a short one, so they decide how soon a screen has its data.
 */
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { action as changeHome, loader as readHome } from '#app/routes/home.tsx'
import { loader as readLayout } from '#app/routes/layouts/default.tsx'
import { loader as readList } from '#app/routes/nudge-lists/list.tsx'
import { loader as readGallery } from '#app/routes/nudge-lists/popup-nudges.tsx'
import { loader as readByNudge } from '#app/routes/statistics/nudges.tsx'
import { loader as readNotShown } from '#app/routes/statistics/not-shown.tsx'
import { loader as readOverview } from '#app/routes/statistics/overview.tsx'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type VisitArgs } from '../../support/world.ts'

/** Their texts, in order. A transaction's beginning and end are one each. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => {
    sent.mockRestore()
  })
  await work()
  const texts = sent.mock.calls.map(([one]: unknown[]) =>
    typeof one === 'string' ? one : String((one as { text?: unknown }).text),
  )
  sent.mockRestore()
  return texts
}

async function openSite() {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)
  await world.services.pool.query('update sites set pixel_seen_at = $1', [world.clock.now()])
  return { world, site }
}

test('reads within one team begin with one statement and end with one', async () => {
  const { world, site } = await openSite()
  const { db } = world.services

  const sent = await statementsOf(() => db.asTeam(site.scope, (tx) => tx.execute('select 1')))

  expect(sent.map((text) => text.slice(0, 8).trim())).toEqual(['begin;', 'select 1', 'commit'])
})

test('the layout and the screen of a page ask once who is asking and for their sites', async () => {
  const { world, site } = await openSite()
  const args = world.visit('/', { as: site.owner })

  const sent = await statementsOf(() => Promise.all([readLayout(args), readHome(args)]))

  const counted = (part: string) => sent.filter((text) => text.includes(part)).length
  expect([
    counted('from "sessions"'),
    counted('from "team_members" inner join "teams"'),
    counted('"logo_id" from "sites"'),
  ]).toEqual([1, 1, 1])
})

test('an action asks again, and so does the page that follows it', async () => {
  const { world, site } = await openSite()
  const posted = world.visit('/', { as: site.owner, form: { intent: 'pause' } })
  const args = {
    ...posted,
    request: new Request(posted.request.url, { headers: posted.request.headers }),
  }

  const sent = await statementsOf(async () => {
    await changeHome(posted)
    await readHome(args)
  })

  expect(sent.filter((text) => text.includes('"logo_id" from "sites"'))).toHaveLength(2)
})

/** Up to four more than counted: readers that start together share one answer, and not each time. */
const screens: [string, string, (args: VisitArgs) => Promise<unknown>, number][] = [
  ['home', '/', readHome, 46],
  ['the library', '/popup-nudges', readGallery, 29],
  ['the list', '/popup-nudges/list', readList, 22],
  ['the overview', '/statistics', readOverview, 35],
  ['statistics by nudge', '/statistics/nudges', readByNudge, 21],
  ['why not shown', '/statistics/not-shown', readNotShown, 19],
]

test.each(screens)('%s sends at most its statements', async (_name, path, read, most) => {
  const { world, site } = await openSite()
  const args = world.visit(path, { as: site.owner })

  const sent = await statementsOf(() => Promise.all([readLayout(args), read(args)]))

  expect(sent.length).toBeLessThanOrEqual(most)
})
