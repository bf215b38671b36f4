/** A failing connection is tried again by its owner, who doesn't have to wait for the next attempt. */
import { expect, test } from 'vitest'
import {
  findSiteConnection,
  pauseConnection,
} from '#app/domain/connections/manage-connections.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  createApprovedWorld,
  type ApprovedWorld,
} from '../../support/integrations/approved-shop.ts'

const down = { status: 503 }

const screenOf = async ({ served, site }: ApprovedWorld, uuid: string) => {
  const headers = { Cookie: site.owner.cookie }
  return (await served.fetch(`/integrations/connections/${uuid}`, { headers })).text()
}

async function tryNow({ served, site }: ApprovedWorld, uuid: string) {
  const response = await served.fetch(`/integrations/connections/${uuid}`, {
    method: 'POST',
    headers: { Cookie: site.owner.cookie },
    body: new URLSearchParams({ intent: 'retry' }),
  })
  return { status: response.status, text: await response.text() }
}

/** An Etsy shop that is connected and then away for two attempts. @returns the connection's uuid */
async function createFailing(world: ApprovedWorld): Promise<string> {
  const uuid = await world.connect('etsy')
  await world.pull()
  world.etsy.failAfter(0, down)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    world.clock.advance(hourMillis / 2)
    await world.pull()
  }
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 2 })
  return uuid
}

test('once the service is back, its data arrives without waiting', async () => {
  const world = await createApprovedWorld()
  const uuid = await createFailing(world)
  expect(await screenOf(world, uuid)).toContain('Try now')
  world.etsy.heal()
  world.etsy.placeOrder()
  await world.pull()
  expect(await world.stored.activities()).toEqual([])

  expect((await tryNow(world, uuid)).status).toBe(200)
  await world.pull()

  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
  expect(await screenOf(world, uuid)).not.toContain('Try now')
})

test('while the service is away, the screen says so and the connection stays', async () => {
  const world = await createApprovedWorld()
  const uuid = await createFailing(world)

  const { status, text } = await tryNow(world, uuid)

  expect(status).toBe(422)
  expect(text).toContain('Etsy is busy or can’t be reached right now')
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 3 })
})

test('a service that asked us to wait isn’t called', async () => {
  const world = await createApprovedWorld()
  const uuid = await createFailing(world)
  world.etsy.heal()
  world.etsy.limit(0, '600')
  expect((await tryNow(world, uuid)).status).toBe(422)
  const calls = world.etsy.seen.length

  expect((await tryNow(world, uuid)).status).toBe(422)
  expect(world.etsy.seen).toHaveLength(calls)
})

test('access that was withdrawn in between is detected', async () => {
  const world = await createApprovedWorld()
  const uuid = await createFailing(world)
  world.etsy.heal()
  world.etsy.desk.withdraw()

  expect((await tryNow(world, uuid)).status).toBe(422)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'lost' })
})

test('it can be tried ten times in ten minutes, and a paused one not at all', async () => {
  const world = await createApprovedWorld()
  const uuid = await createFailing(world)
  const attempts = await Promise.all(Array.from({ length: 11 }, () => tryNow(world, uuid)))
  expect(attempts.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(422), 429])

  const connection = await findSiteConnection(world.services, world.site.scope, uuid)
  if (!connection) throw new Error('The site has no such connection.')
  await pauseConnection(world.services, connection)
  const calls = world.etsy.seen.length
  expect((await tryNow(world, uuid)).status).toBe(422)
  expect(world.etsy.seen).toHaveLength(calls)
})
