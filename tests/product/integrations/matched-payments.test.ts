/**
 * A payment that is matched with its shop's order: its refunds, erasure, goals, screens, and
 * a member who keeps the two apart. On both engines.
 */
import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { findErasedReports } from '#app/domain/erasures/erased-activities.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { action, loader } from '#app/routes/data-feeds/activity.tsx'
import { billing, buyerEmail, openPaidShop } from '../../support/integrations/paid-shop.ts'
import { createMakers } from '../../support/makers.ts'

const matched = ['stripe withheld matched', 'wordpress shown']
const two = ['stripe shown', 'wordpress shown']

test('a sale that is refunded at the shop doesn’t reappear as its payment, whatever arrives later', async () => {
  const { world, connect, woo, order, pay, shown, stripe } = await openPaidShop()
  await connect()
  const { id } = await order()
  const charge = await pay()
  await woo.refund(id)
  await world.process()
  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])

  await world.pull()
  await stripe.refund(charge.id)
  await world.process()
  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])
})

test('a payment that arrives after its order was refunded is matched all the same', async () => {
  const { world, connect, woo, order, pay, shown } = await openPaidShop()
  await connect()
  const { id } = await order()
  await woo.refund(id)
  await world.process()
  await pay()

  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])
})

test.each([
  ['as it was placed', false, 'payment first'],
  ['as it was placed', false, 'order first'],
  ['as it was paid', true, 'payment first'],
  ['as it was paid', true, 'order first'],
])(
  'a payment that is captured a day later is one sale with an order that is dated %s (%#)',
  async (_name, isDatedLater, way) => {
    const { world, connect, stripe, order, shown, rows } = await openPaidShop()
    await connect()
    const made = world.clock.now()
    const charge = await stripe.pay({
      billing_details: billing,
      captured: false,
      amount_captured: 0,
    })
    await world.process()
    expect(await shown()).toEqual([])
    world.clock.advance(24 * 3_600_000)
    const paid = (isDatedLater ? world.clock.now() : made).toISOString().slice(0, 19)
    const place = () =>
      order({ date_paid_gmt: paid, date_created_gmt: made.toISOString().slice(0, 19) })
    if (way === 'order first') await place()
    await stripe.capture(charge.id)
    await world.process()
    if (way === 'payment first') await place()

    expect(await shown()).toEqual(matched)
    const payment = (await rows()).find(({ account }) => account === 'stripe')
    expect(payment?.occurredAt.getTime()).toBe(charge.created * 1000)
  },
)

test('an order that is deleted takes its payment with it, and neither comes back', async () => {
  const { world, services, site, connect, woo, stripe, order, pay, rows } = await openPaidShop()
  await connect()
  const { id } = await order()
  const charge = await pay()
  const deleted = (await rows()).find(({ account }) => account !== 'stripe')
  await deleteActivity(services, site.scope, deleted?.uuid ?? '')
  expect(await rows()).toEqual([])

  await woo.changeOrder(id, { status: 'completed' })
  await stripe.refund(charge.id)
  await world.process()
  await world.pull()
  expect((await rows()).filter(({ kind }) => kind === 'purchase')).toEqual([])
  const { secrets } = services.security
  const key = {
    kind: 'purchase' as const,
    externalId: String(charge['payment_intent']),
    account: 'stripe',
    emailHash: null,
    amountCents: null,
    currency: null,
    occurredAt: new Date(0),
    isPayment: false,
  }
  const of = { secrets, siteUuid: site.uuid }
  expect((await findErasedReports(services.db.system, of, [key])).erased).toEqual([key])
})

test('a person who is erased leaves with order and payment', async () => {
  const { services, connect, order, pay, rows } = await openPaidShop()
  await connect()
  await order()
  await pay()

  expect(await eraseShopper(services, buyerEmail)).toBe(2)
  expect(await rows()).toEqual([])
})

test('an order reaches a goal once, also when its payment had reached it before', async () => {
  const { connect, order, pay, orderGoal, reached } = await openPaidShop()
  await orderGoal()
  await connect()
  const charge = await pay()
  const ofPayment = `order:${String(charge['payment_intent'])}`
  expect(await reached()).toEqual([ofPayment])
  const { id } = await order()

  expect(await reached()).toEqual([`order:${String(id)}`])
})

test('a payment that is reported again reaches no goal', async () => {
  const { world, connect, stripe, order, pay, orderGoal, reached } = await openPaidShop()
  await orderGoal()
  await connect()
  const { id } = await order()
  const charge = await pay()
  await world.pull()
  await stripe.refund(charge.id)
  await world.process()

  expect(await reached()).toEqual([`order:${String(id)}`])
})

test('a member keeps them apart, for all later reports, and takes it back', async () => {
  const shop = await openPaidShop()
  const { world, connect, woo, order, pay, shown, paymentRow, visit, orderGoal, reached } = shop
  await orderGoal()
  await connect()
  const charge = await pay()
  const { id } = await order()
  const both = [`order:${String(id)}`, `order:${String(charge['payment_intent'])}`]
  const { uuid } = await paymentRow()

  const done = await action(visit(uuid, { intent: 'keep_apart' }))
  expect(await shown()).toEqual(two)
  expect(await reached()).toEqual(both.toSorted())
  await woo.changeOrder(id, { status: 'completed' })
  await world.process()
  await world.pull()
  expect(await shown()).toEqual(two)

  const { undo } = (done as { data: { undo?: { to: string; fields: [string, string][] } } }).data
  await action(visit(uuid, Object.fromEntries(undo?.fields ?? [])))
  expect(await shown()).toEqual(matched)
  expect(await reached()).toEqual([`order:${String(id)}`])
  await expect(action(visit(uuid, { intent: 'keep_apart' }))).resolves.toBeTruthy()
})

test('an analyst keeps nothing apart, and another site’s member finds nothing', async () => {
  const shop = await openPaidShop()
  const { world, services, site, connect, order, pay, shown, paymentRow } = shop
  await connect()
  await order()
  await pay()
  const { uuid } = await paymentRow()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const other = await createMakers(services, 'other').site()
  const form = { intent: 'keep_apart' }
  const by = (as: typeof analyst) =>
    action(world.visit(`/data-feeds/activities/${uuid}`, { as, params: { uuid }, form }))

  await expect(by(analyst)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(by(other.owner)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shown()).toEqual(matched)
})

test('a payment that was refunded stays withheld when it is kept apart', async () => {
  const { world, connect, stripe, order, pay, shown, paymentRow, visit } = await openPaidShop()
  await connect()
  await order()
  const charge = await pay()
  await stripe.refund(charge.id)
  await world.process()
  const { uuid } = await paymentRow()
  await action(visit(uuid, { intent: 'keep_apart' }))

  expect(await shown()).toEqual(['stripe withheld', 'wordpress shown'])
})

test('both screens and the REST API name the other part', async () => {
  const { world, services, site, connect, order, pay, rows, visit } = await openPaidShop()
  await connect()
  await order()
  // A plugin of the shop gives its orders other numbers.
  await services.pool.query(`update activities set order_number = 'A-7'`)
  await pay()
  const [ordered, paid] = await rows()
  const read = async (uuid = '') => (await loader(visit(uuid))).activity
  expect((await read(ordered?.uuid)).stored).toContain('"order_number": "A-7"')

  expect((await read(paid?.uuid)).sale).toEqual({
    part: 'payment',
    order: { uuid: ordered?.uuid, number: 'A-7', service: 'wordpress' },
  })
  expect((await read(paid?.uuid)).withheld).toBe('same_sale')
  expect((await read(ordered?.uuid)).sale).toEqual({
    part: 'order',
    payments: [{ uuid: paid?.uuid, service: 'stripe' }],
  })
  const answer = await fetch(`${world.served.baseUrl}/api/v1/sites/${site.uuid}/activities`, {
    headers: { authorization: `Bearer ${await world.token(site.team)}` },
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] }
  expect(
    data.map((one) => [one['uuid'], one['is_showable'], one['is_same_sale']]).toSorted(),
  ).toEqual(
    [
      [ordered?.uuid, true, false],
      [paid?.uuid, false, true],
    ].toSorted(),
  )
})

test('the database itself refuses to show a payment that is matched', async () => {
  const { services, connect, order, pay, paymentRow } = await openPaidShop()
  await connect()
  await order()
  await pay()
  const { id } = await paymentRow()
  const shownAgain = services.db.system
    .update(activities)
    .set({ isShowable: true })
    .where(eq(activities.id, id))

  await expect(shownAgain).rejects.toThrow()
  expect(
    await services.db.system.select().from(activities).where(isNotNull(activities.sameSaleAs)),
  ).toHaveLength(1)
})
