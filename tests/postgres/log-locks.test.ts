/** Another transaction holds rows of a site: its logged events wait, and no other site's do. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { pixelEvents } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { countStored, cursorsOf, openLog, openShop } from '../support/event-log/log-world.ts'
import { liftLimits } from '../support/stored-events.ts'

/** A shop, another one of another organization, and a way to hold the first one's meter. */
async function openShops() {
  const { world, services, site, folder, visit } = await openShop()
  const other = await world.site()
  await liftLimits(services)
  const visitOther = () => visit({ siteId: other.scope.siteId })
  const first = openLog(services, folder)
  await first.append(visit(), visitOther())
  await first.applier.applyAll()

  async function lock(): Promise<() => Promise<void>> {
    const client = await services.pool.connect()
    await client.query('begin')
    await client.query('select from meters where team_id = $1 for update', [site.team.scope.teamId])
    let isHeld = true
    const release = async () => {
      if (!isHeld) return
      isHeld = false
      await client.query('rollback')
      client.release()
    }
    onTestFinished(release)
    return release
  }
  const countOf = (siteId: number) =>
    services.db.system.$count(pixelEvents, eq(pixelEvents.siteId, siteId))
  const countBoth = async () => [
    await countOf(site.scope.siteId),
    await countOf(other.scope.siteId),
  ]
  return { world, services, folder, visit, visitOther, first, lock, countBoth }
}

test('events of a locked site wait, those of others count, and all of them count once it’s released', async () => {
  const { world, services, visit, visitOther, first, lock, countBoth } = await openShops()
  const { append, applier, log } = first
  const release = await lock()

  await append(visit(), visitOther(), visit())
  const passes = [await applier.applyAll()]
  await append(visit(), visitOther())
  await append(visitOther())
  passes.push(await applier.applyAll())
  const during = await countBoth()
  const held = applier.readFigures().held
  const [cursor] = await cursorsOf(services)
  await release()
  passes.push(await applier.applyAll())

  expect(passes).toEqual([false, false, true])
  expect(during).toEqual([1, 4])
  expect(held).toEqual({ events: 3, since: services.now().getTime() })
  expect(cursor).toMatchObject({ n: 1 })
  expect(log.lag().events).toBe(0)
  expect(await countBoth()).toEqual([4, 4])
  expect(await cursorsOf(services)).toMatchObject([{ n: 4 }])
  expect(applier.readFigures().held).toEqual({ events: 0, since: null })
  expect(await recount(services)).toEqual([])
  expect(world.takeErrors()).toEqual([])
})

test('a process ends while a site is locked: its successor counts every event, and none twice', async () => {
  const { services, folder, visit, visitOther, first, lock, countBoth } = await openShops()
  const release = await lock()
  await first.append(visit(), visitOther(), visitOther())
  await first.applier.applyAll()
  const during = await countBoth()
  await first.end()
  await release()

  const second = openLog(services, folder)

  expect(await second.applier.applyAll()).toBe(true)
  expect(during).toEqual([1, 3])
  expect(await countBoth()).toEqual([2, 3])
  expect(await countStored(services)).toEqual({ rows: 5, total: 5 })
  expect(await recount(services)).toEqual([])
})

test('a day waits for the events of a locked site', async () => {
  const { world, services, visit, visitOther, first, lock } = await openShops()
  const release = await lock()
  await first.append(visit(), visitOther())
  world.clock.advance(dayMillis)
  await first.append(visitOther())
  await first.applier.applyAll()

  const before = await rollDays(services)
  await release()
  await first.applier.applyAll()
  const after = await rollDays(services)

  expect([before, after]).toEqual([[], ['2026-03-02']])
})
