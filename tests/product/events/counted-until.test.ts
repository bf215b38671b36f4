/** Screens show until when events are counted, while newer ones wait in a log. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, eventStreams } from '#app/db/schema/index.ts'
import { readCountedUntil } from '#app/domain/events/log/counted-until.server.ts'
import { formatTime } from '#app/lib/days/moment-text.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  aroundApply,
  createLoggedWorld,
  openLog,
  openShop,
} from '../../support/event-log/log-world.ts'
import { browser, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'

/** A site whose events are taken, and not applied while `isAway`. */
async function openLateShop() {
  const world = await createLoggedWorld()
  const state = { isAway: false }
  world.services.pool = aroundApply(world.services.pool, (apply) =>
    state.isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : apply(),
  )
  const site = await world.site()
  const { db } = world.services
  const id = await storePurchase(world.services, site)
  const [purchase] = await db.system.select().from(activities).where(eq(activities.id, id))
  const { fetch } = await world.serve()
  const report = () =>
    fetch(`/api/pixel/${site.uuid}/events`, {
      method: 'POST',
      headers: { Origin: site.url, 'User-Agent': browser, 'Content-Type': 'text/plain' },
      body: JSON.stringify({ events: [visitEvent()] }),
    })
  const paths = ['/', '/statistics', `/data-feeds/activities/${String(purchase?.uuid)}`]
  const readScreens = () =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(path, { headers: { Cookie: site.owner.cookie } })
        const text = await answer.text()
        return /Counted until (?:<!-- -->)?([^<]+)/.exec(text)?.[1] ?? null
      }),
    )
  return { world, state, report, readScreens }
}

test('home, statistics and an activity show it when events wait for more than five seconds, and only then', async () => {
  const { world, state, report, readScreens } = await openLateShop()
  const { services, clock } = world
  await report()
  await expect.poll(() => services.db.system.$count(eventStreams, eq(eventStreams.n, 1))).toBe(1)
  const onTime = await readScreens()

  state.isAway = true
  const since = services.now().toISOString().slice(11, 19)
  await report()
  clock.advance(6_000)
  await expect.poll(() => readCountedUntil(services)).not.toBeNull()
  const late = await readScreens()
  state.isAway = false
  await expect.poll(() => readCountedUntil(services)).toBeNull()
  const again = await readScreens()

  expect(onTime).toEqual([null, null, null])
  expect(late).toEqual(Array(3).fill(`${formatTime(since)} UTC`))
  expect(again).toEqual([null, null, null])
})

test('events wait for five seconds or less: nothing is shown', async () => {
  const { world, services, folder, visit } = await openShop()
  const log = openLog(services, folder)
  await log.append(visit())
  await log.applier.applyAll()
  const logged = { ...services, config: { ...services.config, eventLog: 'file' as const } }
  await services.db.system.update(eventStreams).set({ waitingSince: services.now() })

  world.clock.advance(5_000)
  const onTime = await readCountedUntil(logged)
  world.clock.advance(1)

  expect(onTime).toBeNull()
  expect(await readCountedUntil(logged)).not.toBeNull()
  expect(await readCountedUntil(services)).toBeNull()
})

test('a process that died with events in its log shows the moment until which they are counted', async () => {
  const { world, services, folder, visit } = await openShop()
  const logged = { ...services, config: { ...services.config, eventLog: 'file' as const } }
  const first = openLog(services, folder)
  await first.append(visit())
  await first.applier.applyAll()
  const until = new Date(services.now().getTime() - 5_000)
  await first.append(visit())
  await first.end()

  world.clock.advance(until.getTime() + 3 * minuteMillis - services.now().getTime())
  const mayRun = await readCountedUntil(logged)
  world.clock.advance(1)
  const dead = await readCountedUntil(logged)
  const second = openLog(services, folder)
  await second.applier.applyAll()

  expect([mayRun, dead]).toEqual([null, until])
  expect(await readCountedUntil(logged)).toBeNull()
})
