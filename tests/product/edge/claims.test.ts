import { expect, test } from 'vitest'
import { nudgeTypes } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { ClaimAnswer } from '#app/contract/claims.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { storeNudge } from '../../support/nudges.ts'
import { createWorld } from '../../support/world.ts'

/** Everything that a shop can send about a person, and more than it should. */
const order = {
  kind: 'purchase',
  id: 'order-7781',
  person: {
    first_name: 'Zebulon',
    last_name: 'Quackenbush',
    email: 'zeb@quack.example',
    city: 'Timbuktu',
    country: 'ML',
  },
  items: [{ title: 'Blue Kettle', price: 77.31, quantity: 3 }],
  total: 231.93,
  currency: 'USD',
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
  const read = async () => {
    world.services.siteCache.invalidate(site.uuid)
    const payload = await fetch(`/api/pixel/${site.uuid}`, {
      headers: { 'X-Forwarded-For': '198.51.100.23' },
    })
    return payload.text()
  }
  return { world, site, call, read, text: await read() }
}

const secrets = [
  ...['Quackenbush', 'zeb@', 'quack.example', '555 0100', 'Larkspur', 'Timbuktu', 'order-7781'],
  ...['77.31', '231.93', '23193', 'USD', '203.0.113', '198.51.100'],
]

const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]+){4}/g, '')

test('a new order is shown immediately, without data that the shop didn’t allow', async () => {
  const { text } = await openShop()

  expect(text).toContain('Zebulon in Mali')
  for (const secret of secrets) expect(withoutIds(text)).not.toContain(secret)
})

test('no type of nudge says more of a person than the shop allowed', async () => {
  const { world, site, call, read } = await openShop()
  const now = world.clock.now().getTime()
  for (const age of [0, 60 * 86_400_000]) {
    const occurred_at = new Date(now - age).toISOString()
    const bought = { ...order, id: `order-7781-${String(age)}`, occurred_at }
    await call('activities', bought)
    await call('activities', { ...bought, kind: 'signup', items: null })
  }
  for (const type of nudgeTypes) {
    await storeNudge(world.services, site, { type, query: { minimum: 1 } })
  }

  const text = await read()

  const { nudges } = JSON.parse(text) as PixelPayload
  expect(nudges.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['purchase', 'purchases', 'conversion', 'conversions']),
  )
  for (const secret of secrets) expect(withoutIds(text)).not.toContain(secret)
})

test('a number has a claim as well, with its rule', async () => {
  const { world, site, call, read } = await openShop()
  const occurred_at = new Date(world.clock.now().getTime() - 8 * 86_400_000).toISOString()
  await call('activities', { ...order, id: 'order-1', occurred_at })
  await storeNudge(world.services, site, { type: 'purchases', query: { minimum: 1 }, position: 0 })
  const { nudges } = JSON.parse(await read()) as PixelPayload

  const answer = await call(`claims/${nudges[0]?.items[0]?.claim ?? ''}`)

  expect(await answer.json()).toMatchObject({
    data: {
      text: expect.stringMatching(/^1 order at shop-\d+\.example in the last 7 days$/) as string,
      rule: expect.stringContaining('each counted once') as string,
      basis: 'activities',
      window_seconds: 604_800,
      activity: null,
    },
  })
})

test('the shop can look up the basis of a shown claim, and no one else can', async () => {
  const { world, call, text } = await openShop()
  const claim = (JSON.parse(text) as PixelPayload).nudges[0]?.items[0]?.claim ?? ''
  const stranger = await world.site()

  const answer = await call(`claims/${claim}`)
  const { data } = (await answer.clone().json()) as ClaimAnswer
  const byUuid = await call(`claims/${data.id}`)
  const unknown = await call(`claims/${crypto.randomUUID()}`)
  const foreign = await call(`claims/${claim}`, undefined, await world.token(stranger.team))
  const unable = await call(
    `claims/${claim}`,
    undefined,
    await world.token(stranger.team, ['sites:read']),
  )

  expect(answer.status).toBe(200)
  expect(shortIdOf(data.id)).toBe(claim)
  expect(await byUuid.json()).toMatchObject({ data: { id: data.id } })
  expect(await answer.json()).toMatchObject({
    data: {
      text: 'Zebulon in Mali bought Blue Kettle',
      rule: expect.stringContaining("reported by the shop's server") as string,
      window_seconds: 604_800,
      basis: 'activity',
      activity: { id: 'order-7781', kind: 'purchase', person: { city: 'Timbuktu' } },
    },
  })
  expect([unknown.status, foreign.status, unable.status]).toEqual([404, 404, 403])
})
