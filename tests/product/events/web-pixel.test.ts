/** The web pixel's bundle against the collection endpoint and the orders of a shop's server. */
import { expect, test } from 'vitest'
import { goalConversions, pixelEvents, visitorDays } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { sandboxKeyOf } from '#app/domain/sites/sandbox-key.server.ts'
import { openSandbox } from '../../extensions/pixel-sandbox.ts'
import { browser, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const order = '5551234567890123456'
const completed = {
  id: 'sh-88153c5a-8F2D-4CCA-3231-EF5C032A4C3B',
  data: {
    checkout: { order: { id: order }, totalPrice: { amount: 39.5, currencyCode: 'GBP' } },
  },
}

/** A shop with two goals, one visitor on its pages, and the same visitor's sandbox. */
async function openShop() {
  const world = await createWorld()
  const site = await world.site()
  const goal = { is_repeatable: false, is_active: true }
  const { services } = world
  await createGoal(services, site.scope, { ...goal, kind: 'order', name: 'Order placed' })
  await createGoal(services, site.scope, {
    ...goal,
    kind: 'url',
    name: 'Checkout started',
    match: 'exact',
    pattern: '/checkout',
  })
  const edge = await serveEdge(services)
  await edge.page(site).report(visitEvent())
  const key = sandboxKeyOf(services.security.secrets, site.uuid)
  const sandbox = await openSandbox({
    settings: { site: site.uuid, host: edge.baseUrl, key },
    answer: ({ url, init }) =>
      fetch(url, {
        method: init.method,
        body: init.body,
        headers: { Origin: 'null', 'User-Agent': browser },
      }),
  })
  const token = await world.token(site.team)
  const { fetch: ask } = await world.serve()
  const rows = await services.db.system.select().from(pixelEvents)
  const [visitor] = rows.map((row) => row.visitor.toString('hex'))
  return {
    services,
    sandbox,
    visitor,
    sendOrder: () =>
      ask(`/api/v1/sites/${site.uuid}/activities`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          kind: 'purchase',
          id: order,
          occurred_at: '2026-03-02T09:30:00Z',
          items: [{ title: 'Oak board' }],
          total: 39.5,
          currency: 'GBP',
        }),
      }),
  }
}

test.each(['web pixel first', 'server first'])(
  'a visitor of the shop orders at the checkout, which counts once: %s',
  async (first) => {
    const { services, sandbox, visitor, sendOrder } = await openShop()
    const { db } = services

    await sandbox.publish('checkout_started', { id: 'sh-1' })
    if (first === 'server first') await sendOrder()
    await sandbox.publish('checkout_completed', completed)
    // A reload of the thank-you page.
    await sandbox.publish('checkout_completed', completed)
    if (first === 'web pixel first') await sendOrder()

    const conversions = await db.system.select().from(goalConversions)
    expect(conversions.map(({ uniqueKey, amountCents }) => [uniqueKey, amountCents])).toEqual(
      expect.arrayContaining([
        [`order:${order}`, 3950],
        [`visitor:${String(visitor)}`, null],
      ]),
    )
    expect(conversions).toHaveLength(2)
    const days = await db.system.select().from(visitorDays)
    expect(days).toMatchObject([{ visitors: 1, converters: 1 }])
    const rows = await db.system.select().from(pixelEvents)
    expect(new Set(rows.map((row) => row.visitor.toString('hex')))).toEqual(new Set([visitor]))
    expect(await recount(services)).toEqual([])
  },
)

test('a cart that the web pixel reports is one of its product', async () => {
  const { services, sandbox } = await openShop()

  await sandbox.publish('product_added_to_cart', {
    id: 'sh-2',
    context: { document: { location: { pathname: '/products/board' } } },
    data: { cartLine: { merchandise: { product: { id: '41' } } } },
  })

  const rows = await services.db.system.select().from(pixelEvents)
  expect(rows).toContainEqual(
    expect.objectContaining({
      type: 'cart',
      product: '41',
      page: '/products/board',
      outcome: 'accepted',
    }),
  )
})
