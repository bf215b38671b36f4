/** The tester of the page API: what the server would make of a call, without storing anything. */
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const order = {
  type: 'activity',
  activity: { kind: 'purchase', id: 'order-1', person: { first_name: 'Ann' } },
}

async function createTester() {
  const world = await createConnectionWorld()
  const { served, site, services } = world
  const check = async (event: string) => {
    const response = await served.fetch('/integrations/javascript.data', {
      method: 'POST',
      headers: { Cookie: site.owner.cookie },
      body: new URLSearchParams({ event }),
    })
    return { status: response.status, text: await response.text() }
  }
  return { check, countStored: () => services.db.system.$count(activities) }
}

test('a call that is right says what it would store, and stores nothing', async () => {
  const { check, countStored } = await createTester()

  const { status, text } = await check(JSON.stringify(order))

  expect(status).toBe(200)
  expect(text).toContain('Stored as a purchase. Waits for your approval.')
  expect(await countStored()).toBe(0)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"type":'],
  ['a list', '[]'],
  ['an unknown type', JSON.stringify({ type: 'gift' })],
  ['an order without an ID', JSON.stringify({ type: 'activity', activity: { kind: 'purchase' } })],
  [
    'an endless name',
    JSON.stringify({ ...order, activity: { ...order.activity, id: 'x'.repeat(300) } }),
  ],
])('%s is explained', async (_what, event) => {
  const { check, countStored } = await createTester()

  const { status, text } = await check(event)

  expect(status).toBe(422)
  expect(text).toMatch(/is missing or of the wrong type\.|must have at most 200 characters\./)
  expect(await countStored()).toBe(0)
})
