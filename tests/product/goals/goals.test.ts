import { expect, test } from 'vitest'
import { goalConversions, goals, visitorDays } from '#app/db/schema/index.ts'
import type { GoalInput } from '#app/contract/goals.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import {
  countConversionsByDay,
  countConversionsByGoal,
} from '#app/domain/goals/count-conversions.server.ts'
import { createGoal, listGoals, updateGoal } from '#app/domain/goals/goals.server.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const orderPlaced: GoalInput = {
  kind: 'order',
  name: 'Order placed',
  is_repeatable: false,
  is_active: true,
}

const order = {
  kind: 'purchase',
  id: 'order-1001',
  occurred_at: '2026-03-02T09:30:00Z',
  items: [{ title: 'Oak board' }],
  total: 39.5,
  currency: 'GBP',
}

const inMarch = { from: '2026-03-01', to: '2026-03-31' }

/** A site with its API, its pages and the stored conversions. */
async function openShop(world: World) {
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const edge = await serveEdge(world.services)
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const hits = () => world.services.db.system.select().from(goalConversions)
  const counted = async () => {
    const goals = await countConversionsByGoal(world.services, site.scope, inMarch)
    return goals.map(({ uuid, conversions, amounts }) => ({ uuid, conversions, amounts }))
  }
  return { site, call, hits, counted, page: edge.page(site) }
}

const bodyOf = async (answer: Response) => (await answer.json()) as { data: { uuid: string } }

test('a goal is made, listed, changed and removed over the API', async () => {
  const { call } = await openShop(await createWorld())

  const made = await call('POST', 'goals', {
    kind: 'url',
    name: 'Thanks',
    match: 'exact',
    pattern: '/thanks',
    value: 12.5,
    currency: 'eur',
  })
  const { data } = await bodyOf(made)
  const changed = await call('PATCH', `goals/${data.uuid}`, { name: 'Thank you', is_active: false })
  const listed: unknown = await (await call('GET', 'goals')).json()
  const removed = await call('DELETE', `goals/${data.uuid}`)
  const gone = await call('GET', `goals/${data.uuid}`)

  expect([made.status, changed.status, removed.status, gone.status]).toEqual([201, 200, 204, 404])
  expect(data).toMatchObject({ value: 12.5, currency: 'EUR', is_active: true })
  expect(listed).toMatchObject({
    data: [{ uuid: data.uuid, name: 'Thank you', pattern: '/thanks', is_active: false }],
  })
})

test.each([
  ['no path', { kind: 'url', name: 'A', match: 'exact', pattern: 'thanks' }, 'pattern'],
  ['a query', { kind: 'url', name: 'A', match: 'contains', pattern: 'a?b=1' }, 'pattern'],
  ['a value of no currency', { kind: 'js', name: 'A', value: 3 }, 'currency'],
  ['an unknown kind', { kind: 'hover', name: 'A' }, 'kind'],
  ['a click on nothing', { kind: 'click', name: 'A' }, 'selector'],
  ['a line break in its selector', { kind: 'form', name: 'A', selector: 'a\nb' }, 'selector'],
])('a goal with %s is refused at its field', async (_case, goal, field) => {
  const { call } = await openShop(await createWorld())

  const answer = await call('POST', 'goals', goal)

  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: { [field]: [expect.any(String) as string] },
  })
})

test('a change that would make no goal changes nothing', async () => {
  const world = await createWorld()
  const { site, call } = await openShop(world)
  const input: GoalInput = {
    ...orderPlaced,
    kind: 'url',
    match: 'contains',
    pattern: 'thanks',
  }
  const { uuid } = await createGoal(world.services, site.scope, input)

  const answer = await call('PATCH', `goals/${uuid}`, { match: 'exact' })

  expect(answer.status).toBe(422)
  expect(await listGoals(world.services, site.scope)).toMatchObject([{ match: 'contains' }])
})

test("another team's goals can't be seen, changed or reached", async () => {
  const world = await createWorld()
  const { site, call, hits } = await openShop(world)
  const other = await world.site()
  const { uuid } = await createGoal(world.services, other.scope, orderPlaced)

  const statuses = [
    (await call('GET', `goals/${uuid}`)).status,
    (await call('PATCH', `goals/${uuid}`, { name: 'Mine' })).status,
    (await call('DELETE', `goals/${uuid}`)).status,
    (await call('POST', `goals/${uuid}/conversions`, { id: 'a', order: '1' })).status,
  ]
  await call('POST', 'activities', order)

  expect(statuses).toEqual([404, 404, 404, 404])
  expect(await listGoals(world.services, site.scope)).toEqual([])
  expect(await hits()).toEqual([])
})

test.each([['page first'], ['server first']])(
  'an order that both the page and the server report counts once: %s',
  async (first) => {
    const world = await createWorld()
    const { site, call, hits, counted, page } = await openShop(world)
    const { uuid } = await createGoal(world.services, site.scope, orderPlaced)
    const event = { id: newEventId(), page: '/thanks', type: 'goal', goal: uuid, order: order.id }
    const valued = { ...event, value: 39.5, currency: 'GBP' }

    if (first === 'page first') await page.report(valued)
    const stored = await call('POST', 'activities', order)
    const reported = await call('POST', `goals/${uuid}/conversions`, { id: '7', order: order.id })
    if (first === 'server first') await page.report(valued)

    expect([stored.status, reported.status]).toEqual([201, 200])
    expect(await hits()).toHaveLength(1)
    expect(await counted()).toEqual([
      { uuid, conversions: 1, amounts: [{ currency: 'GBP', cents: 3950 }] },
    ])
  },
)

test.each(['page first', 'server first'])(
  'the amount of an order is that of the shop’s server, whatever a page reports: %s',
  async (first) => {
    const world = await createWorld()
    const { site, call, hits, counted, page } = await openShop(world)
    const { uuid } = await createGoal(world.services, site.scope, orderPlaced)
    const event = { id: newEventId(), page: '/thanks', type: 'goal', goal: uuid, order: order.id }
    const reported = { ...event, value: 46.2, currency: 'EUR' }

    if (first === 'page first') await page.report(reported)
    const [before] = await hits()
    await call('POST', 'activities', order)
    if (first === 'server first') await page.report(reported)

    expect(await counted()).toEqual([
      { uuid, conversions: 1, amounts: [{ currency: 'GBP', cents: 3950 }] },
    ])
    if (before) expect(await hits()).toMatchObject([{ source: 'pixel', arm: before.arm }])
  },
)

test('a server that doesn’t know an amount leaves that of the page', async () => {
  const world = await createWorld()
  const { site, call, counted, page } = await openShop(world)
  const { uuid } = await createGoal(world.services, site.scope, orderPlaced)
  const { total: _total, currency: _currency, ...unpriced } = order
  const event = { id: newEventId(), page: '/thanks', type: 'goal', goal: uuid, order: order.id }

  await page.report({ ...event, value: 46.2, currency: 'EUR' })
  await call('POST', 'activities', unpriced)

  expect(await counted()).toMatchObject([
    { conversions: 1, amounts: [{ currency: 'EUR', cents: 4620 }] },
  ])
})

test('a list of orders counts each of them once, and neither tests nor canceled orders', async () => {
  const world = await createWorld()
  const { site, call, counted } = await openShop(world)
  const { uuid } = await createGoal(world.services, site.scope, { ...orderPlaced })
  const activities = [
    order,
    { ...order, id: 'order-1002', total: 10.5 },
    order,
    { ...order, id: 'order-1003', test: true },
    { ...order, id: 'order-1004', state: 'cancelled' },
    { ...order, id: 'order-1005', occurred_at: '2020-01-01T00:00:00Z' },
    { ...order, id: 'signup-1', kind: 'signup' },
  ]

  await call('POST', 'activities', { activities })
  await call('POST', 'activities', { activities })

  expect(await counted()).toEqual([
    { uuid, conversions: 2, amounts: [{ currency: 'GBP', cents: 5000 }] },
  ])
})

test('the value of a conversion follows an order that is corrected', async () => {
  const world = await createWorld()
  const { site, call, counted } = await openShop(world)
  const { uuid } = await createGoal(world.services, site.scope, orderPlaced)
  await call('POST', 'activities', order)

  const corrected = await call('POST', 'activities', { ...order, total: 12.25 })

  expect(corrected.status).toBe(200)
  expect(await counted()).toEqual([
    { uuid, conversions: 1, amounts: [{ currency: 'GBP', cents: 1225 }] },
  ])
})

test('an order that cannot be stored reaches no goal', async () => {
  const world = await createWorld()
  const { site, call, hits } = await openShop(world)
  await createGoal(world.services, site.scope, orderPlaced)

  const refused = await call('POST', 'activities', { ...order, total: -1 })

  expect(refused.status).toBe(422)
  expect(await hits()).toEqual([])
})

test("the goal's own value comes before the order's", async () => {
  const world = await createWorld()
  const { site, call, counted } = await openShop(world)
  const worth = { value: 5, currency: 'EUR' }
  await createGoal(world.services, site.scope, { ...orderPlaced, ...worth })

  await call('POST', 'activities', order)

  expect(await counted()).toMatchObject([{ amounts: [{ currency: 'EUR', cents: 500 }] }])
})

test('the same id twice is one conversion, another id is another one', async () => {
  const world = await createWorld()
  const { site, call, counted } = await openShop(world)
  const { uuid } = await createGoal(world.services, site.scope, { ...orderPlaced, kind: 'js' })
  const report = (id: string) => call('POST', `goals/${uuid}/conversions`, { id })

  const statuses = [await report('a'), await report('a'), await report('b')].map(
    ({ status }) => status,
  )

  expect(statuses).toEqual([201, 200, 201])
  expect(await counted()).toMatchObject([{ uuid, conversions: 2 }])
})

test.each<[string, Partial<GoalInput>, object, number]>([
  ['without the order that it counts', {}, { id: 'a' }, 422],
  ['of the distant past', {}, { id: 'a', order: '1', occurred_at: '2020-01-01T00:00:00Z' }, 422],
  ['of a goal that is switched off', { is_active: false }, { id: 'a', order: '1' }, 409],
  [
    'of a goal that its page reaches',
    { kind: 'url', match: 'exact', pattern: '/thanks' },
    { id: 'a' },
    409,
  ],
])('a conversion %s is refused', async (_case, wanted, body, status) => {
  const world = await createWorld()
  const { site, call, hits } = await openShop(world)
  const input = { ...orderPlaced, ...wanted } as GoalInput
  const { uuid } = await createGoal(world.services, site.scope, input)

  const answer = await call('POST', `goals/${uuid}/conversions`, body)

  expect(answer.status).toBe(status)
  expect(await hits()).toEqual([])
})

test('a token without the ability changes no goal and reports no conversion', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { uuid } = await createGoal(world.services, site.scope, orderPlaced)
  const token = await world.token(site.team, ['goals:read'])
  const { fetch } = await world.serve()
  const send = (path: string) =>
    fetch(`/api/v1/sites/${site.uuid}/goals${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"kind":"js","name":"Mine","id":"a","order":"1"}',
    })

  const statuses = [(await send('')).status, (await send(`/${uuid}/conversions`)).status]

  expect(statuses).toEqual([403, 403])
  expect(await world.services.db.system.select().from(goals)).toHaveLength(1)
})

test('a goal works for the next page view, and no more once it is switched off', async () => {
  const world = await createWorld()
  const { site, page, counted } = await openShop(world)
  const rule = { kind: 'url', match: 'starts_with', pattern: '/' } as const
  const goal = await createGoal(world.services, site.scope, {
    ...orderPlaced,
    ...rule,
    is_repeatable: true,
  })

  await page.report(visitEvent(), visitEvent())
  await updateGoal(world.services, site.scope, { uuid: goal.uuid, change: { is_active: false } })
  await page.report(visitEvent())

  expect(await counted()).toMatchObject([{ uuid: goal.uuid, conversions: 2 }])
})

test('conversions are counted from the first moment of the days to the last', async () => {
  const world = await createWorld()
  const { site, call } = await openShop(world)
  const { uuid } = await createGoal(world.services, site.scope, { ...orderPlaced, kind: 'js' })
  for (const [id, at] of [
    ['a', '2026-02-26T23:59:59.999Z'],
    ['b', '2026-02-27T00:00:00Z'],
    ['c', '2026-02-28T23:59:59.999Z'],
    ['d', '2026-03-01T00:00:00Z'],
  ]) {
    await call('POST', `goals/${uuid}/conversions`, { id, occurred_at: at })
  }
  const days = { from: '2026-02-27', to: '2026-02-28' }

  expect(await countConversionsByGoal(world.services, site.scope, days)).toMatchObject([
    { uuid, conversions: 2, lastConversionAt: new Date('2026-02-28T23:59:59.999Z') },
  ])
  expect(await countConversionsByDay(world.services, site.scope, days)).toEqual(
    new Map([
      ['2026-02-27', 1],
      ['2026-02-28', 1],
    ]),
  )
})

test('a visitor whose order the server reported first has converted, and the order counts once', async () => {
  const world = await createWorld()
  const { call, counted, page } = await openShop(world)
  const made = await bodyOf(await call('POST', 'goals', orderPlaced))
  await call('POST', 'activities', order)
  const goal = { id: newEventId(), type: 'goal', page: '/thanks', goal: made.data.uuid }

  const outcomes = await page.report(visitEvent(), { ...goal, order: order.id })

  expect(outcomes).toMatchObject([{ outcome: 'accepted' }, { outcome: 'duplicate' }])
  expect(await counted()).toMatchObject([{ conversions: 1 }])
  const days = await world.services.db.system.select().from(visitorDays)
  expect(days).toMatchObject([{ visitors: 1, converters: 1 }])
  expect(await recount(world.services)).toEqual([])
})
