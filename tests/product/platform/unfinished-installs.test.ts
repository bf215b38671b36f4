/** Installs whose system doesn't answer for longer than the queue tries: they go on, and finish once. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { storeConnectionJob } from '#app/jobs/stores.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { wixScriptJob } from '#app/jobs/wix-deliveries.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { createBigCommerceWorld } from '../../support/bigcommerce/bigcommerce-world.ts'
import { createWixFrame } from '../../support/wix/wix-frame.ts'

type Sent = { name: string; payload: object; seconds: number }

/** Jobs in place of a queue, which would wait. */
function takeJobs(services: Services): Sent[] {
  const sent: Sent[] = []
  services.jobs = {
    ...services.jobs,
    send({ name }, payload) {
      sent.push({ name, payload, seconds: 0 })
      return Promise.resolve()
    },
    sendLater({ name }, payload, wait) {
      sent.push({ name, payload, seconds: typeof wait === 'number' ? wait : wait.seconds })
      return Promise.resolve()
    },
  }
  return sent
}

test('a store that doesn’t answer for a day is connected when it does, and looked at when the app is opened', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  await world.install(store)
  const sent = takeJobs(services)
  const stateNow = async () => {
    const [row] = await services.db.system.select({ state: connections.state }).from(connections)
    return row?.state
  }

  let payload: object = { store: store.hash }
  let waited = 0
  while (waited < 24 * 3600) {
    bigcommerce.failNext({ status: 503 })
    await storeConnectionJob.run(services, payload)
    const next = sent.at(-1)
    expect(next).toMatchObject({ name: 'stores.connect' })
    payload = next?.payload ?? {}
    waited += next?.seconds ?? 0
    expect(next?.seconds).toBeLessThanOrEqual(6 * 3600)
    clock.advance((next?.seconds ?? 0) * 1000)
  }
  clock.advance(hourMillis)
  await sweeps.connections.run(services, {})
  expect(await stateNow()).toBe('pending')
  // Few: the pauses grow.
  expect(sent.length).toBeLessThan(20)

  sent.length = 0
  await world.load(store)
  expect(sent).toContainEqual({
    name: 'stores.connect',
    payload: { store: store.hash, isExtra: true },
    seconds: 0,
  })
  bigcommerce.failNext({ status: 503 })
  const before = sent.length
  await storeConnectionJob.run(services, { store: store.hash, isExtra: true })
  expect(sent.length).toBe(before)

  await storeConnectionJob.run(services, payload)
  expect(await stateNow()).toBe('active')
  sent.length = 0
  await world.load(store)
  expect(sent.map(({ name }) => name)).not.toContain('stores.connect')
})

test('after two weeks without an answer the error is the queue’s', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  await world.install(store)
  const sent = takeJobs(services)
  bigcommerce.failNext({ status: 503 })

  await expect(
    storeConnectionJob.run(services, { store: store.hash, attempt: 64 }),
  ).rejects.toThrow()
  expect(sent).toEqual([])
})

test('a site in Wix gets its script when Wix answers again, or when its app is opened', async () => {
  const frame = await createWixFrame()
  const { wix, services, clock } = frame
  const { id } = wix.install()
  await frame.enter(wix.admin.query(id))
  const sent = takeJobs(services)
  wix.failAfter(0, { status: 503 })

  await wixScriptJob.run(services, { instanceId: id })
  expect(sent).toEqual([
    { name: 'shops.embed-wix-script', payload: { instanceId: id, attempt: 1 }, seconds: 30 },
  ])

  wix.heal()
  clock.advance(minuteMillis)
  sent.length = 0
  await frame.enter(wix.admin.query(id))
  expect(sent).toEqual([])
  clock.advance(hourMillis)
  await frame.enter(wix.admin.query(id))
  expect(sent).toEqual([
    { name: 'shops.embed-wix-script', payload: { instanceId: id, isExtra: true }, seconds: 0 },
  ])
  await wixScriptJob.run(services, sent[0]?.payload ?? {})
  const link = await frame.linked(id)
  expect(link?.siteId).toEqual(expect.any(Number))
  expect(wix.admin.finished.has(id)).toBe(true)
  expect(await services.db.system.$count(connections, eq(connections.account, id))).toBe(1)
})
