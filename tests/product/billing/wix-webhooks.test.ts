/** Webhooks of Wix: who may send them, and what follows from them. */
import { generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveries, subscriptions, teams, wixInstances } from '#app/db/schema/index.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { WixToken } from '#workshop/doubles/wix/wix-server.ts'
import { createWixWorld, type WixTeam } from '../../support/wix/wix-world.ts'
import { createWorld } from '../../support/world.ts'

async function servedWorld() {
  const world = await createWixWorld()
  await world.queue.start([], world.services)
  const served = await world.serve()
  const { db } = world.services
  return {
    ...world,
    served,
    deliver: (body: string) => served.fetch('/hooks/wix', { method: 'POST', body }),
    process: () => deliveriesJob.run(world.services, {}),
    stored: () => db.system.select().from(deliveries).orderBy(deliveries.id),
    /** Plan of the organization, and its subscriptions that count. */
    async state({ customer: { teamId } }: WixTeam) {
      const [team] = await db.system
        .select({ plan: teams.plan })
        .from(teams)
        .where(eq(teams.id, teamId))
      const rows = await db.system
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.teamId, teamId))
      const [instance] = await db.system
        .select()
        .from(wixInstances)
        .where(eq(wixInstances.teamId, teamId))
      return {
        plan: team?.plan,
        isInstalled: instance?.removedAt === null,
        live: rows
          .filter(({ state }) => state !== 'ended')
          .map(({ planId, state, type }) => `${planId} ${state} ${type}`),
      }
    },
  }
}

test('a signed event is stored before it is answered, without what it says, and processed once', async () => {
  const world = await servedWorld()
  const { wix, instance, clock } = world
  wix.buy(instance.id, 'plus1')
  const token = wix.events.at(-1)?.token ?? ''

  const answer = await world.deliver(token)

  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(await world.stored()).toMatchObject([
    {
      provider: 'wix',
      connectionId: null,
      state: 'waiting',
      account: instance.id,
      topic: 'PaidPlanPurchased',
      triggeredAt: clock.now(),
    },
  ])
  await world.deliver(token)
  await world.process()
  expect(await world.stored()).toMatchObject([{ state: 'done', body: null, attempts: 1 }])
  expect(await world.state(world)).toEqual({
    plan: 'plus1',
    isInstalled: true,
    live: ['plus1 active default'],
  })
})

const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherApp = '00000000-0000-4000-8000-000000000000'

const refused: [string, (at: number) => Partial<WixToken>, number][] = [
  ['of another key', () => ({ by: another.privateKey }), 401],
  ['of another algorithm', () => ({ alg: 'HS256' }), 401],
  ['without an algorithm', () => ({ alg: 'none' }), 401],
  ['that ended 301 seconds ago', (at) => ({ claims: { exp: at - 301 } }), 401],
  ['of the future', (at) => ({ claims: { iat: at + 301 } }), 401],
  ['for another app', () => ({ claims: { aud: otherApp } }), 401],
  ['about another app', () => ({ data: { appId: otherApp } }), 401],
  ['that never ends', () => ({ claims: { exp: undefined } }), 400],
  ['about nothing', () => ({ claims: { data: '{}' } }), 400],
  ['with broken data', () => ({ claims: { data: '{' } }), 400],
  ['about no instance', () => ({ instanceId: 'all' }), 400],
]

test.each(refused)(
  'a token %s is refused, and nothing is stored',
  async (_what, wanted, status) => {
    const world = await servedWorld()
    const at = Math.floor(world.clock.now().getTime() / 1_000)
    const event = { eventType: 'AppRemoved', instanceId: world.instance.id }

    const answer = await world.deliver(world.wix.sign({ ...event, ...wanted(at) }))

    expect(answer.status).toBe(status)
    expect(await world.stored()).toEqual([])
  },
)

test.each(['', '{}', 'a.b', 'a.b.c.d', 'a.b.c'])('“%s” is no token', async (body) => {
  const world = await servedWorld()

  expect([400, 401]).toContain((await world.deliver(body)).status)
  expect(await world.stored()).toEqual([])
})

test('a signature is of one content', async () => {
  const world = await servedWorld()
  const sign = (id: string) => world.wix.sign({ eventType: 'AppRemoved', instanceId: id })
  const [head, , signature] = sign(world.instance.id).split('.')
  const [, body] = sign(otherApp).split('.')

  const answer = await world.deliver([head, body, signature].join('.'))

  expect(answer.status).toBe(401)
})

test('without keys there is no such address', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  expect((await fetch('/hooks/wix', { method: 'POST', body: 'a.b.c' })).status).toBe(404)
  expect((await fetch('/hooks/wix')).status).toBe(405)
})

/** Histories of one instance at Wix, and the state each ends in. */
const histories: [string, (one: Awaited<ReturnType<typeof servedWorld>>) => void, object][] = [
  [
    'a purchase, an upgrade and a cancellation',
    ({ wix, instance: { id } }) => {
      wix.buy(id, 'lite1')
      wix.buy(id, 'genius1')
      wix.cancel(id)
    },
    { plan: 'genius1', isInstalled: true, live: ['genius1 cancelled default'] },
  ],
  [
    'a cancellation that is taken back',
    ({ wix, instance: { id } }) => {
      wix.buy(id, 'agency1')
      wix.cancel(id)
      wix.reactivate(id)
    },
    { plan: 'agency1', isInstalled: true, live: ['agency1 active default'] },
  ],
  [
    'a removal',
    ({ wix, instance: { id } }) => {
      wix.buy(id, 'plus1')
      wix.remove(id)
    },
    { plan: 'free', isInstalled: false, live: [] },
  ],
  [
    'a removal and another install, whose plan goes on',
    ({ wix, instance: { id } }) => {
      wix.buy(id, 'plus1')
      wix.remove(id)
      wix.reinstall(id)
    },
    { plan: 'plus1', isInstalled: true, live: ['plus1 active default'] },
  ],
  [
    'a purchase that is refunded',
    ({ wix, instance: { id } }) => {
      wix.buy(id, 'plus1')
      wix.end(id)
    },
    { plan: 'free', isInstalled: true, live: [] },
  ],
]

/** Every order of few things. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first, at) =>
    orders(items.filter((_one, index) => index !== at)).map((rest) => [first, ...rest]),
  )
}

test.each(histories)(
  '%s ends in the same state in every order, and when repeated',
  async (_what, happen, expected) => {
    const world = await servedWorld()
    const { wix, wixTeam } = world
    const tried = orders([0, 1, 2]).slice(0, 6)
    for (const order of tried) {
      const team = await wixTeam()
      const before = wix.events.length
      happen({ ...world, ...team })
      const tokens = wix.events.slice(before).map(({ token }) => token)
      for (const index of [...order, ...order]) {
        const token = tokens[index]
        if (token === undefined) continue
        expect((await world.deliver(token)).status).toBe(200)
        await world.process()
      }
      expect(await world.state(team), order.join()).toEqual(expected)
    }
  },
)

test('the state while the app was removed, and after it came back', async () => {
  const world = await servedWorld()
  const { wix, instance } = world
  wix.endpoints.add((init) => world.served.fetch('/hooks/wix', init))
  wix.buy(instance.id, 'plus1')
  await wix.settle()
  await world.process()
  expect((await world.state(world)).plan).toBe('plus1')

  wix.remove(instance.id)
  await wix.settle()
  await world.process()
  expect(await world.state(world)).toEqual({ plan: 'free', isInstalled: false, live: [] })

  world.clock.advance(dayMillis)
  wix.reinstall(instance.id)
  await wix.settle()
  await world.process()
  expect(await world.state(world)).toMatchObject({ plan: 'plus1', isInstalled: true })
})

test('an event about an unknown site is answered, and changes nothing', async () => {
  const world = await servedWorld()
  const unknown = world.wix.install()
  world.wix.buy(unknown.id, 'plus1')

  await world.deliver(world.wix.events.at(-1)?.token ?? '')
  await world.process()

  expect(await world.stored()).toMatchObject([{ state: 'done' }])
  expect(await world.state(world)).toMatchObject({ plan: 'free', live: [] })
})

test('while Wix is away, or gives no access, a delivery waits', async () => {
  const world = await servedWorld()
  const { wix, instance } = world
  wix.buy(instance.id, 'plus1')
  const token = wix.events.at(-1)?.token ?? ''
  // Removed, and the event that says so is lost.
  instance.isInstalled = false
  await world.deliver(token)
  await world.process()
  expect(await world.stored()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  expect((await world.state(world)).isInstalled).toBe(true)

  instance.isInstalled = true
  wix.failNext({ status: 503 })
  world.clock.advance(2 * hourMillis)
  await world.process()
  expect(await world.stored()).toMatchObject([{ state: 'waiting', attempts: 2 }])

  world.clock.advance(6 * hourMillis)
  await world.process()
  expect((await world.state(world)).plan).toBe('plus1')
})
