/**
 * Sales that a shop and a payment service report: services that are connected one after the other,
 * second attempts, and readers that follow one of the two.
 */
import { expect, test } from 'vitest'
import { webhookEventRows } from '#app/db/schema/index.ts'
import {
  joinAgain,
  keepApart,
  matchAgain,
} from '#app/domain/connections/sales/keep-apart.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { createEndpoint } from '#app/domain/webhooks/endpoints.server.ts'
import { readLatestActivities } from '#app/presenters/home/latest-activities.server.ts'
import { describeWebhooks } from '#app/presenters/webhook-bodies.server.ts'
import {
  billing,
  buyerEmail,
  openPaidShop,
  openSaleReports,
} from '../../support/integrations/paid-shop.ts'
import { storeNudge } from '../../support/nudges.ts'
import { customerDetails } from '#workshop/doubles/shops/stripe-objects.ts'

const minute = 60_000
const matched = ['stripe withheld matched', 'wordpress shown']

test('a payment’s conversion is the order’s once the shop is connected, however much later', async () => {
  const shop = await openPaidShop()
  const { world, connectAt, woo, stripe, pay, orderGoal, reached, shown } = shop
  await orderGoal()
  await connectAt('stripe', { key: stripe.key })
  const { id } = await woo.placeOrder()
  const charge = await pay()
  expect(await reached()).toEqual([`order:${String(charge['payment_intent'])}`])

  world.clock.advance(3 * 24 * 60 * minute)
  await world.connect()
  for (let pulls = 0; pulls < 4; pulls += 1) {
    await world.pull()
    world.clock.advance(minute)
  }

  expect(await shown()).toEqual(matched)
  expect(await reached()).toEqual([`order:${String(id)}`])
})

test('a sale that only its payment may count for reaches its goal by the order’s key', async () => {
  const { byShop, byStripe, record, factOf, orderGoal, reached, shown } = await openSaleReports()
  await orderGoal()
  await record({ ...byShop, goalsSince: new Date('2030-01-01') }, [factOf()])
  expect(await reached()).toEqual([])

  await record(byStripe, [factOf({ id: 'pi_1' })])
  expect(await shown()).toEqual(matched)
  expect(await reached()).toEqual(['order:115'])
})

test('a payment that gives its order up takes its conversion to its next one', async () => {
  const { byShop, byStripe, record, factOf, orderGoal, reached, world } = await openSaleReports()
  await orderGoal()
  const start = world.clock.now().getTime() - 60 * minute
  const soldAt = (id: string, minutes: number) =>
    factOf({ id, occurred_at: new Date(start + minutes * minute).toISOString() })
  await record(byStripe, [soldAt('pi_1', 0)])
  const unseen = { ...byShop, goalsSince: new Date('2030-01-01') }
  await record(unseen, [soldAt('1', 8), soldAt('2', -9), soldAt('3', -25)])
  expect(await reached()).toEqual(['order:1'])

  // It fits the first order alone.
  await record(byStripe, [soldAt('pi_2', 16)])
  expect(await reached()).toEqual(['order:1', 'order:2'])
  await record(byStripe, [soldAt('pi_3', -17)])
  expect(await reached()).toEqual(['order:1', 'order:2', 'order:3'])
})

test('orders that reached a goal themselves keep that when their payments change', async () => {
  const { byShop, byStripe, record, factOf, orderGoal, reached, world } = await openSaleReports()
  await orderGoal()
  const start = world.clock.now().getTime() - 60 * minute
  const soldAt = (id: string, minutes: number) =>
    factOf({ id, occurred_at: new Date(start + minutes * minute).toISOString() })
  await record(byStripe, [soldAt('pi_1', 0)])
  await record(byShop, [soldAt('1', 8), soldAt('2', -9)])
  await record({ ...byStripe, goalsSince: new Date('2030-01-01') }, [soldAt('pi_2', 16)])

  expect(await reached()).toEqual(['order:1', 'order:2'])
})

test('an order that was canceled before it was paid takes no payment, and the next one has its own', async () => {
  const { byShop, byStripe, record, factOf, orderGoal, reached, shown } = await openSaleReports()
  await orderGoal()
  await record(byShop, [factOf({ id: '1', state: 'cancelled' })])
  await record(byStripe, [factOf({ id: 'pi_2' })])
  expect(await shown()).toEqual(['stripe shown', 'wordpress withheld'])

  await record(byShop, [factOf({ id: '2' })])
  expect(await shown()).toEqual([...matched, 'wordpress withheld'])
  expect(await reached()).toEqual(['order:2'])
})

test('an order has the payment that wasn’t refunded', async () => {
  const { byShop, byStripe, record, factOf, rows, shown } = await openSaleReports()
  await record(byStripe, [factOf({ id: 'pi_1' })])
  await record(byStripe, [factOf({ id: 'pi_1', state: 'refunded' })])
  await record(byStripe, [factOf({ id: 'pi_2' })])
  await record(byShop, [factOf({ id: '1' })])

  expect(await shown()).toEqual(['stripe withheld', ...matched])
  const [kept] = (await rows()).filter(({ sameSaleAs }) => sameSaleAs !== null)
  expect(kept?.externalId).toBe('pi_2')
})

test('a refund that arrives before its payment’s order doesn’t take the order of another payment', async () => {
  const { byShop, byStripe, record, factOf, shown } = await openSaleReports()
  await record(byShop, [factOf({ id: '1' })])
  await record(byStripe, [factOf({ id: 'pi_1', state: 'refunded' })])
  expect(await shown()).toEqual(matched)
})

test.each(['before', 'after'])(
  'a customer who takes twenty minutes in Checkout, %s connecting',
  async (when) => {
    const { world, services, connect, woo, stripe, shown } = await openPaidShop()
    if (when === 'after') await connect()
    const opened = Math.floor(services.now().getTime() / 1_000) - 20 * 60
    const customer = {
      ...customerDetails('Emma Visser', { city: 'Utrecht', country: 'NL' }),
      email: buyerEmail,
    }
    await stripe.checkOut({ created: opened, customer_details: customer })
    await woo.placeOrder()
    if (when === 'before') await connect()
    await world.process()
    for (let pulls = 0; pulls < 4; pulls += 1) {
      await world.pull()
      world.clock.advance(minute)
    }

    expect(await shown()).toEqual(matched)
  },
)

test.each(['stripe', 'wordpress'] as const)(
  'a nudge that is limited to %s shows the sale',
  async (integration) => {
    const { world, services, site, connect, order, pay } = await openPaidShop()
    await storeNudge(services, site, { type: 'purchase', query: { integration } })
    await connect()
    await pay()
    await order()

    const answer = await fetch(`${world.served.baseUrl}/api/pixel/${site.uuid}`)
    const { nudges } = (await answer.json()) as { nudges: { items: unknown[] }[] }
    expect(nudges.map(({ items }) => items.length)).toEqual([1])
  },
)

test('home and webhooks name a sale once', async () => {
  const { services, site, connect, order, pay, rows } = await openPaidShop()
  await connect()
  await pay()
  await order()

  const { activities } = await readLatestActivities(services, site.scope, 10)
  const [, ordered] = await rows()
  expect(activities.map(({ uuid, state }) => [uuid, state])).toEqual([[ordered?.uuid, 'live']])
  const stored = (await rows()).map(({ id }) => ({
    id,
    uuid: site.uuid,
    site: site.uuid,
    type: 'activity.stored' as const,
    teamId: site.scope.teamId,
    siteId: site.scope.siteId,
    activityId: id,
    goalId: null,
    conversionKey: null,
    nudgeId: null,
    facts: null,
    happenedAt: services.now(),
  }))
  const described = await describeWebhooks(services.db.system, stored)
  expect([...described.keys()]).toEqual([ordered?.id])
})

test('a goal that a payment reached just before its order arrived is announced, once, as the order’s', async () => {
  const { services, site, connect, order, pay, orderGoal } = await openPaidShop()
  await connect()
  await orderGoal()
  await createEndpoint(services, site.scope, {
    url: 'https://hooks.shop.example/goals',
    events: ['goal.reached'],
    actor: site.owner,
  })
  // Nothing is prepared in between.
  await pay()
  const { id } = await order()

  const { system } = services.db
  const waiting = await system.select().from(webhookEventRows)
  const described = await describeWebhooks(
    system,
    waiting.map((event) => Object.assign(event, { site: site.uuid })),
  )
  expect([...described.values()]).toMatchObject([{ name: 'Orders', order: String(id) }])
})

test('a payment is joined again with a shop’s order alone', async () => {
  const { services, site, connect, order, pay, paymentRow, shown, stripe, world } =
    await openPaidShop()
  await connect()
  await order()
  await pay()
  const { uuid } = await paymentRow()
  const orderUuid = await keepApart(services, site.scope, uuid)
  await stripe.pay({ billing_details: { ...billing, email: 'noah@shop.example' } })
  await world.process()
  const apart = ['stripe shown', 'stripe shown', 'wordpress shown']

  await joinAgain(services, site.scope, { payment: uuid, order: uuid })
  expect(await shown()).toEqual(apart)
  await joinAgain(services, site.scope, { payment: orderUuid, order: orderUuid })
  expect(await shown()).toEqual(apart)
  await joinAgain(services, site.scope, { payment: uuid, order: orderUuid })
  expect(await shown()).toEqual(['stripe shown', ...matched])
})

test('a payment that is kept separate is matched again later, if one order fits', async () => {
  const { services, site, connect, order, pay, paymentRow, shown, orderGoal, reached } =
    await openPaidShop()
  await connect()
  await orderGoal()
  await order()
  await pay()
  const before = await reached()
  const { uuid } = await paymentRow()
  const again = () => matchAgain(services, site.scope, uuid)

  await expect(again()).rejects.toThrow('Payment not found.')
  const orderUuid = await keepApart(services, site.scope, uuid)
  await again()
  expect(await shown()).toEqual(matched)
  expect(await reached()).toEqual(before)

  await keepApart(services, site.scope, uuid)
  await deleteActivity(services, site.scope, orderUuid)
  await expect(again()).rejects.toThrow('No paid order has this email address')
  expect(await shown()).toEqual(['stripe shown'])
  await expect(again()).rejects.toThrow('No paid order has this email address')
})

test('a payment that isn’t matched again says the true reason', async () => {
  const { services, site, byShop, byStripe, record, factOf, rows, shown } = await openSaleReports()
  await record(byShop, [factOf()])
  await record(byStripe, [factOf({ id: 'pi_1' })])
  const paid = (await rows()).find(({ externalId }) => externalId === 'pi_1')
  const again = () => matchAgain(services, site.scope, paid?.uuid ?? '')
  await keepApart(services, site.scope, paid?.uuid ?? '')
  await record(byStripe, [factOf({ id: 'pi_2' })])
  expect(await shown()).toEqual(['stripe shown', ...matched])

  await expect(again()).rejects.toThrow('Each order that fits this payment has another payment')
  // With another order, the two payments and the two orders are two sales.
  await record(byShop, [factOf({ id: '116' })])
  await again()
  expect(await shown()).toEqual([...matched, ...matched].toSorted())

  await keepApart(services, site.scope, paid?.uuid ?? '')
  await record(byStripe, [factOf({ id: 'pi_1', test: true })])
  await expect(again()).rejects.toThrow('Test payments aren’t matched with orders.')
})

test('an order that is deleted before its payment arrives doesn’t come back as the payment', async () => {
  const { services, site, byShop, byStripe, record, factOf, rows, shown } = await openSaleReports()
  const at = Date.parse(factOf().occurred_at)
  const paid = (id: string, minutes: number, total = 90) =>
    factOf({ id, total, occurred_at: new Date(at - minutes * minute).toISOString() })
  await record(byShop, [factOf()])
  const [order] = await rows()
  await deleteActivity(services, site.scope, order?.uuid ?? '')

  await record(byStripe, [paid('pi_1', 9), paid('pi_2', 9, 91), paid('pi_3', 60)])
  await record(byShop, [factOf()])

  expect((await rows()).map(({ externalId }) => externalId)).toEqual(['pi_2', 'pi_3'])
  expect(await shown()).toEqual(['stripe shown', 'stripe shown'])
})

test('a payment that was kept apart from its deleted order still hears of its refund', async () => {
  const { services, site, byShop, byStripe, record, factOf, paymentRow, shown } =
    await openSaleReports()
  await record(byShop, [factOf()])
  await record(byStripe, [factOf({ id: 'pi_1' })])
  const order = await keepApart(services, site.scope, (await paymentRow()).uuid)
  await deleteActivity(services, site.scope, order)
  expect(await shown()).toEqual(['stripe shown'])

  await record(byStripe, [factOf({ id: 'pi_1', state: 'refunded' })])
  expect(await shown()).toEqual(['stripe withheld'])
})

test('an erased person’s orders and payments from before don’t come back, and later ones arrive', async () => {
  const { world, services, byShop, byStripe, record, factOf, rows } = await openSaleReports()
  await record(byShop, [factOf()])
  expect(await eraseShopper(services, buyerEmail)).toBe(1)

  await record(byStripe, [factOf({ id: 'pi_1' })])
  await record(byShop, [factOf()])
  expect(await rows()).toEqual([])

  world.clock.advance(60 * minute)
  await record(byShop, [factOf({ id: '116', occurred_at: services.now().toISOString() })])
  expect((await rows()).map(({ externalId }) => externalId)).toEqual(['116'])

  world.clock.advance(60 * minute)
  expect(await eraseShopper(services, buyerEmail)).toBe(1)
  await record(byShop, [factOf({ id: '116', occurred_at: services.now().toISOString() })])
  await record(byShop, [factOf()])
  expect(await rows()).toEqual([])
})
