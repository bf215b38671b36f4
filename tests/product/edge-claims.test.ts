import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { createWorld } from '#tests/support/world.ts'

/** Everything that a shop may send about a person, and more than it should. */
const order = {
  kind: 'purchase',
  id: 'order-7781',
  person: {
    first_name: 'Zebulon',
    last_name: 'Quackenbush',
    email: 'zeb@quack.example',
    phone: '+1 555 0100',
    street: 'Larkspur Lane 17',
    city: 'Timbuktu',
    country: 'ML',
  },
  items: [{ title: 'Blue Kettle', price: 77.31, quantity: 3 }],
  total: 231.93,
  currency: 'USD',
  ip: '203.0.113.77',
}

async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  await world.nudge(site)
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = (path: string, body?: object, bearer = token) =>
    fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const occurred_at = world.clock.now().toISOString()
  expect((await call('activities', { ...order, occurred_at })).status).toBe(201)
  const payload = await fetch(`/api/pixel/${site.uuid}`)
  return { world, site, call, text: await payload.text() }
}

test('an order that comes in is told at once, without what the shop did not allow', async () => {
  const { text } = await openShop()

  expect(text).toContain('Zebulon in Mali')
  for (const secret of [
    ...['Quackenbush', 'zeb@', 'quack.example', '555', 'Larkspur', 'Timbuktu', 'order-7781'],
    ...['77.31', '231.93', 'USD', '203.0.113'],
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('the shop can ask what a shown claim rests on, and nobody else can', async () => {
  const { world, call, text } = await openShop()
  const claim = (JSON.parse(text) as PixelPayload).nudges[0]?.items[0]?.claim ?? ''
  const stranger = await world.site()

  const answer = await call(`claims/${claim}`)
  const unknown = await call(`claims/${crypto.randomUUID()}`)
  const foreign = await call(`claims/${claim}`, undefined, await world.token(stranger.team))
  const unable = await call(
    `claims/${claim}`,
    undefined,
    await world.token(stranger.team, ['sites:read']),
  )

  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    data: {
      id: claim,
      text: 'Zebulon in Mali bought Blue Kettle',
      rule: expect.stringContaining('the shop itself reported') as string,
      window_seconds: 604_800,
      activity: { id: 'order-7781', kind: 'purchase', person: { city: 'Timbuktu' } },
    },
  })
  expect([unknown.status, foreign.status, unable.status]).toEqual([404, 404, 403])
})
