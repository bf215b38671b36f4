/** Events that are answered when they are logged, over HTTP. On both engines. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hourlyEvents } from '#app/db/schema/index.ts'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { aroundApply, createLoggedWorld } from '../../support/event-log/log-world.ts'
import { browser, newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import type { World } from '../../support/world.ts'

const countedBy = async ({ services: { db } }: World) =>
  (await db.system.select({ total: hourlyEvents.total }).from(hourlyEvents)).reduce(
    (sum, { total }) => sum + total,
    0,
  )

/** A site, and its page that doesn't wait for outcomes. */
async function openPage(world: World) {
  const site = await world.site()
  const { fetch } = await world.serve()
  const send = (headers: Record<string, string>, ...events: object[]) =>
    fetch(`/api/pixel/${site.uuid}/events`, {
      method: 'POST',
      headers: {
        Origin: site.url,
        'User-Agent': browser,
        'Content-Type': 'text/plain',
        ...headers,
      },
      body: JSON.stringify({ events }),
    })
  return { site, fetch, send }
}

test('an event is taken when it’s logged, and counted soon', async () => {
  const world = await createLoggedWorld()
  const { send } = await openPage(world)
  const event = visitEvent()

  const response = await send({}, event)

  expect(response.status).toBe(200)
  expect(response.headers.has('Preference-Applied')).toBe(false)
  expect(await response.json()).toEqual({ outcomes: [{ id: event.id, outcome: 'taken' }] })
  await expect.poll(() => countedBy(world)).toBe(1)
})

test.each([
  ['wait=2', 'wait=2'],
  ['respond-async, wait=2', 'wait=2'],
  ['return=minimal; foo="a", Wait = 10', 'wait=10'],
])('with Prefer: %s the answer has the outcome', async (prefer, applied) => {
  const world = await createLoggedWorld()
  const { send } = await openPage(world)
  const event = visitEvent()

  const response = await send({ Prefer: prefer }, event, event)

  expect(response.headers.get('Preference-Applied')).toBe(applied)
  expect(await response.json()).toEqual({
    outcomes: [
      { id: event.id, outcome: 'accepted' },
      { id: event.id, outcome: 'duplicate' },
    ],
  })
})

test.each(['wait=0', 'wait=-1', 'wait=soon', 'await=2', 'wait', ''])(
  'Prefer: %s waits for nothing',
  async (prefer) => {
    const world = await createLoggedWorld()
    const { send } = await openPage(world)

    const response = await send({ Prefer: prefer }, visitEvent())

    expect(response.headers.has('Preference-Applied')).toBe(false)
    expect(await response.json()).toMatchObject({ outcomes: [{ outcome: 'taken' }] })
  },
)

test('events that aren’t valid are rejected right away, and the others are taken', async () => {
  const world = await createLoggedWorld()
  const { send } = await openPage(world)

  const response = await send({}, visitEvent(), { id: newEventId(), type: 'purchase', page: '/' })

  expect(await response.json()).toMatchObject({
    outcomes: [{ outcome: 'taken' }, { outcome: 'rejected' }],
  })
})

/** A pool whose applying statement fails while `isAway`. */
function withBreaks({ services: { pool } }: World) {
  const state = { isAway: true }
  const broken = aroundApply(pool, (apply) =>
    state.isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : apply(),
  )
  return { state, pool: broken }
}

test('without a database events are taken for a minute, then refused, and counted when it’s back', async () => {
  const world = await createLoggedWorld()
  const { state, pool } = withBreaks(world)
  const site = await world.site()
  const edge = await serveEdge({ ...world.services, pool })
  const page = edge.page(site, { Prefer: 'wait=0' })

  const first = await page.report(visitEvent(), visitEvent())
  world.clock.advance(59_000)
  const second = await page.report(visitEvent())
  world.clock.advance(2_000)
  const third = await page.send({ events: [visitEvent()] })
  state.isAway = false
  await expect.poll(() => countedBy(world)).toBe(3)
  const fourth = await page.report(visitEvent())

  const outcomes = [first, second, fourth].flat().map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['taken', 'taken', 'taken', 'taken'])
  expect(third.status).toBe(503)
  expect(third.headers.get('Retry-After')).toMatch(/^\d+$/)
})

test('metrics and the ready check show what waits in the log', async () => {
  const world = await createLoggedWorld()
  const { state, pool } = withBreaks(world)
  world.services.pool = pool
  const { fetch, send } = await openPage(world)
  const metric = async (name: string) => {
    const text = await (await fetch('/metrics')).text()
    return Number(new RegExp(`^footfall_event_log_${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  await send({}, visitEvent(), visitEvent())
  world.clock.advance(30_000)
  const ready = await fetch('/health/ready')
  const lag = [await metric('lag_events'), await metric('lag_seconds'), await metric('gaps')]
  world.clock.advance(31_000)
  const late = await fetch('/health/ready')
  state.isAway = false
  await expect.poll(() => metric('applied_total')).toBe(2)
  const again = await fetch('/health/ready')

  expect([ready.status, late.status, again.status]).toEqual([200, 503, 200])
  expect(lag).toEqual([2, 30, 0])
  expect(await metric('appended_total')).toBe(2)
  expect(await metric('lag_events')).toBe(0)
})

test('a process that stops empties its log into the database', async () => {
  const world = await createLoggedWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  const page = edge.page(site, { Prefer: 'wait=0' })

  await Promise.all(Array.from({ length: 20 }, () => page.report(visitEvent())))
  await edge.drain()

  expect(await countedBy(world)).toBe(20)
  const folder = path.join(world.services.config.dataDir, 'event-log')
  expect(readdirSync(folder).filter((name) => name !== 'id')).toHaveLength(1)
  const refused = await page.send({ events: [visitEvent()] })
  expect(refused.status).toBe(503)
})

test('a log that can’t keep a group isn’t ready', async () => {
  const world = await createLoggedWorld()
  const folder = path.join(world.services.config.dataDir, 'event-log')
  const { fetch, send } = await openPage(world)
  const ready = await fetch('/health/ready')
  // No stream can begin where its folder can't be created.
  rmSync(folder, { recursive: true })

  const refused = await send({}, visitEvent())
  const failing = await fetch('/health/ready')

  expect([ready.status, refused.status, failing.status]).toEqual([200, 503, 503])
})

test('a log of another database isn’t ready', async () => {
  const world = await createLoggedWorld()
  const folder = path.join(world.services.config.dataDir, 'event-log')
  const foreign = openFileLog(folder)
  await foreign.append({ events: 1, body: '{}', at: 0 })
  await foreign.end()
  await foreign.close()
  const { fetch, send } = await openPage(world)

  const refused = await send({}, visitEvent())

  expect(refused.status).toBe(503)
  expect((await fetch('/health/ready')).status).toBe(503)
  expect(world.takeErrors()).toHaveLength(1)
})
