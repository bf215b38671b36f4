/** Activities, reviews and products are found and deleted by the ids that their shop gave them. */
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { createWorld } from '../../support/world.ts'

const at = '2026-03-02T09:00:00Z'

async function shop() {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const { data } = (text === '' ? {} : JSON.parse(text)) as { data?: unknown }
    return { status: answer.status, data }
  }
  const rows = () => world.services.db.system.select().from(activities)
  return { call, rows }
}

/** As shops name their orders, and what is hard to write in a path. */
const ids = [
  'order-1001',
  '#1001',
  'DE/2026/17',
  'two words',
  '100%',
  'a?b=c&d',
  'ü/👟',
  'Ann@Home.example',
  '6f1c2a4e-8d1b-4c3f-9a75-2f0f4d5b8c11',
  'by-id',
]

test.each(ids)('an activity, a review and a product with the id %s', async (id) => {
  const { call, rows } = await shop()
  const path = encodeURIComponent(id)
  await call('POST', 'activities', { kind: 'purchase', id, occurred_at: at })
  await call('POST', 'activities', { kind: 'signup', id, occurred_at: at })
  await call('POST', 'reviews', { id, occurred_at: at, stars: 5 })
  await call('PUT', `products/${path}`, { title: 'Mug' })

  expect(await call('GET', `activities/by-id/signup/${path}`)).toMatchObject({
    status: 200,
    data: { kind: 'signup' },
  })
  expect(await call('GET', `activities?id=${path}`)).toMatchObject({
    status: 200,
    data: [{}, {}, {}],
  })
  expect(await call('GET', `activities?id=${path}&kind=purchase`)).toMatchObject({
    data: [{ kind: 'purchase' }],
  })
  expect(await call('GET', `reviews?id=${path}`)).toMatchObject({ data: [{ kind: 'review' }] })
  expect(await call('GET', `products/${path}`)).toMatchObject({ status: 200, data: { id } })

  const deleted = [
    await call('DELETE', `activities/by-id/signup/${path}`),
    await call('DELETE', `reviews/by-id/${path}`),
    await call('DELETE', `products/${path}`),
  ]
  expect(deleted.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await rows()).map(({ kind }) => kind)).toEqual(['purchase'])
  expect((await call('DELETE', `reviews/by-id/${path}`)).status).toBe(404)
})

test('an email address finds what was sent with it, and is stored nowhere', async () => {
  const { call, rows } = await shop()
  await call('POST', 'activities', { kind: 'signup', id: 'Ann@Home.example', occurred_at: at })

  const found = await call('GET', 'activities/by-id/signup/ANN@home.example')

  expect(found.status).toBe(200)
  expect(JSON.stringify([found, await rows()])).not.toMatch(/home\.example/i)
})

test.each([
  'activities/by-id/order/1',
  'activities/by-id/purchase/1',
  'activities/by-id/purchase/%20',
  'activities/1',
  'reviews/by-id/1',
  'activities/by-id/purchase',
])('%s is missing', async (path) => {
  const { call } = await shop()

  expect((await call('GET', path)).status).toBe(404)
  expect((await call('DELETE', path)).status).toBe(404)
})
