/** Webhooks of Stripe: who may send them, and what an answer promises. */
import { expect, test } from 'vitest'
import { deliveries, subscriptions } from '#app/db/schema/index.ts'
import { requireCard } from '#app/domain/billing/channel-of.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { saveBillingDetails } from '#app/domain/billing/save-details.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { checkTaxId } from '#workshop/doubles/stripe-billing/customers.ts'
import { stripeFails } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { signatureOf } from '#workshop/doubles/stripe-billing/webhooks.ts'
import {
  createCardWorld,
  webhookSecrets,
  type CardWorld,
} from '../../support/billing/card-world.ts'
import { choose, details, operation, teamWithCard } from '../../support/billing/paying-team.ts'
import { createWorld } from '../../support/world.ts'

const { current, previous } = webhookSecrets

const eventBody = (over: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1_772_445_600,
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
    ...over,
  })

async function servedWorld() {
  const world = await createCardWorld()
  await world.queue.start([], world.services)
  const served = await world.serve()
  const seconds = () => Math.floor(world.clock.now().getTime() / 1000)
  return {
    ...world,
    served,
    seconds,
    /** Null: without the header. */
    deliver: (body: string, signature: string | null = signatureOf(body, [current], seconds())) =>
      served.fetch('/hooks/stripe', {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          ...(signature === null ? {} : { 'Stripe-Signature': signature }),
        },
      }),
    process: () => deliveriesJob.run(world.services, {}),
  }
}

const stored = ({ services }: Pick<CardWorld, 'services'>) =>
  services.db.system.select().from(deliveries).orderBy(deliveries.id)

test('a signed event is stored before it is answered, without what it says, and processed once', async () => {
  const world = await servedWorld()

  const answer = await world.deliver(eventBody())

  expect([answer.status, await answer.text()]).toEqual([200, ''])
  const [waiting] = await stored(world)
  expect(waiting).toMatchObject({
    provider: 'stripe',
    connectionId: null,
    state: 'waiting',
    account: 'cus_1',
    topic: 'customer.subscription.updated',
    deliveryId: 'billing:evt_1',
    triggeredAt: new Date(1_772_445_600_000),
  })
  await world.process()
  expect(await stored(world)).toMatchObject([{ state: 'done', body: null, attempts: 1 }])
})

type Signing = (body: string, seconds: number) => string | null
const refused: [string, Signing, number][] = [
  ['no signature', () => null, 400],
  ['an empty signature', () => '', 400],
  ['another secret', (body, at) => signatureOf(body, ['whsec_guessed0000'], at), 401],
  ['another body', (body, at) => signatureOf(`${body} `, [current], at), 401],
  [
    'one byte changed',
    (body, at) => signatureOf(body.replace('sub_1', 'sub_2'), [current], at),
    401,
  ],
  ['301 seconds old', (body, at) => signatureOf(body, [current], at - 301), 401],
  ['301 seconds ahead', (body, at) => signatureOf(body, [current], at + 301), 401],
  ['another scheme', (body, at) => signatureOf(body, [current], at).replace('v1=', 'v0='), 401],
  ['no time', (body, at) => signatureOf(body, [current], at).replace(/^t=\d+,/, ''), 401],
  [
    'a time that is no number',
    (body, at) => signatureOf(body, [current], at).replace(/\d+/, 'NaN'),
    401,
  ],
  ['two times', (body, at) => `t=1,${signatureOf(body, [current], at - 600)},t=${String(at)}`, 401],
  ['text', () => 'anything', 401],
  ['commas', () => ',,,=,', 401],
]

test.each(refused)(
  'a signature with %s is refused, and nothing is stored',
  async (_what, sign, status) => {
    const world = await servedWorld()
    const body = eventBody()

    const answer = await world.deliver(body, sign(body, world.seconds()))

    expect(answer.status).toBe(status)
    expect(await stored(world)).toEqual([])
  },
)

const accepted: [string, (body: string, seconds: number) => string][] = [
  ['the current secret', (body, at) => signatureOf(body, [current], at)],
  ['the secret before a rotation', (body, at) => signatureOf(body, [previous], at)],
  ['both', (body, at) => signatureOf(body, [previous, current], at)],
  [
    'a good one after bad ones',
    (body, at) => signatureOf(body, ['whsec_x', 'whsec_y', current], at),
  ],
  ['299 seconds of age', (body, at) => signatureOf(body, [current], at - 299)],
]

test.each(accepted)('a signature with %s is accepted', async (_what, sign) => {
  const world = await servedWorld()
  const body = eventBody()

  const answer = await world.deliver(body, sign(body, world.seconds()))

  expect(answer.status).toBe(200)
  expect(await stored(world)).toHaveLength(1)
})

const unreadable: [string, string][] = [
  ['no JSON', '{"id":"evt_1"'],
  ['nothing', ''],
  ['a list', '[]'],
  ['no id', eventBody({ id: undefined })],
  ['an id that is no text', eventBody({ id: 7 })],
  ['no object', eventBody({ data: {} })],
  ['a thin event', JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'x' })],
]

test.each(unreadable)('a signed body with %s is refused', async (_what, body) => {
  const world = await servedWorld()

  const answer = await world.deliver(body)

  expect([400, 401]).toContain(answer.status)
  expect(await stored(world)).toEqual([])
})

test('other methods and larger bodies are refused', async () => {
  const world = await servedWorld()

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'GET' ? null : eventBody()
    const answer = await world.served.fetch('/hooks/stripe', { method, body })
    expect([method, answer.status]).toEqual([method, 405])
  }
  const large = eventBody({ note: 'x'.repeat(5 * 1024 * 1024) })
  expect((await world.deliver(large)).status).toBe(413)
  const almost = eventBody({ note: 'x'.repeat(4 * 1024 * 1024) })
  expect((await world.deliver(almost)).status).toBe(200)
})

test('fifty attempts to deliver one event are stored once', async () => {
  const world = await servedWorld()

  const answers = await Promise.all(Array.from({ length: 50 }, () => world.deliver(eventBody())))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stored(world)).toHaveLength(1)
})

test('an event of no customer, or of an unknown one, is done', async () => {
  const world = await servedWorld()
  const product = { id: 'prod_1', object: 'product' }
  await world.deliver(eventBody())
  await world.deliver(eventBody({ id: 'evt_2', data: { object: product } }))

  await world.process()

  expect((await stored(world)).map(({ state }) => state)).toEqual(['done', 'done'])
})

test('without keys of Stripe there is no such address', async () => {
  const world = await createWorld()
  const served = await world.serve()

  const answer = await served.fetch('/hooks/stripe', { method: 'POST', body: eventBody() })

  expect(answer.status).toBe(404)
})

test('Stripe’s charges reach the team only through its events', async () => {
  const world = await servedWorld()
  const { stripe, card, services } = world
  world.connect(world.served)
  const team = await world.team()
  const { scope } = team
  const { customer } = await requireCard(services, scope)
  stripe.giveCard(customer.providerId, 'failingLater')
  const planIs = async () => {
    await stripe.settle()
    await world.process()
    const { planId, subscription } = await readBilling(services, scope)
    return [planId, subscription?.state ?? null]
  }
  const plan = findPlan('plus')
  if (!plan) throw new Error('There is no plan plus.')

  await card.subscribe(customer, {
    plan,
    quantity: 1,
    coupon: null,
    operation: 'o1',
    returnUrl: 'http://footfall.test/billing',
  })
  expect(await planIs()).toEqual(['plus', 'active'])

  // The next payment fails.
  await world.advance(32 * dayMillis)
  expect(await planIs()).toEqual(['plus', 'past_due'])

  // Stripe gives up after its last attempt.
  await world.advance(20 * dayMillis)
  expect((await planIs())[0]).toBe('free')
})

test('a VAT ID that waits for its tax office has its answer with the event, and with the nightly check', async () => {
  const world = await servedWorld()
  const { stripe, services } = world
  world.connect(world.served)
  const pending = async (vatId: string) => {
    const team = await world.team()
    await requireCard(services, team.scope)
    const of = { ...details, country: 'DE', vatId }
    await saveBillingDetails(services, team.scope, { details: of, userId: team.owner.id })
    const taxId = [...stripe.account.tables.tax_id.values()].at(-1)?.id ?? ''
    const status = async () => (await readBilling(services, team.scope)).vatStatus
    expect(await status()).toBe('pending')
    return { taxId, status }
  }
  const [first, second] = [await pending('DE222222222'), await pending('DE222222222')]

  checkTaxId(stripe.account, first.taxId, 'verified')
  await stripe.settle()
  await world.process()
  expect([await first.status(), await second.status()]).toEqual(['verified', 'pending'])

  // Its event gets lost.
  stripe.account.tables.webhook_endpoint.clear()
  checkTaxId(stripe.account, second.taxId, 'unverified')
  await reconcileBilling(services, {
    night: '2026-03-02',
    after: 0,
    checked: 0,
    repaired: 0,
    failed: 0,
  })
  expect(await second.status()).toBe('unverified')
})

test('while Stripe is away, deliveries wait and are processed later', async () => {
  const world = await servedWorld()
  const { stripe, services } = world
  const team = await world.team()
  const { customer } = await requireCard(services, team.scope)
  const object = { id: 'sub_1', object: 'subscription', customer: customer.providerId }
  await world.deliver(eventBody({ data: { object } }))

  stripe.failNext(stripeFails, stripeFails)
  await world.process()
  expect(await stored(world)).toMatchObject([{ state: 'waiting', attempts: 1, fault: 'TryLater' }])

  world.clock.advance(hourMillis)
  await world.process()
  expect(await stored(world)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('no secret or signature is in the log', async () => {
  const world = await servedWorld()
  const body = eventBody()
  const signature = signatureOf(body, [current], world.seconds())
  await world.deliver(body, signature)
  await world.deliver(body, signatureOf(body, ['whsec_guessed0000'], world.seconds()))
  await world.process()

  const logged = JSON.stringify(world.logged)
  for (const secret of [current, previous, signature.slice(-64), world.stripe.keys.secret]) {
    expect(logged).not.toContain(secret)
  }
})

test('the end of a discount is heard, and counts before that', async () => {
  const world = await servedWorld()
  const { services, stripe, clock, process } = world
  world.connect(world.served)
  stripe.addCoupon({ id: 'HALF1', percent_off: 50, duration: 'repeating', duration_in_months: 1 })
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  clock.advance(20 * dayMillis)
  const change = { operation: operation(), userId: team.owner.id }
  await applyCoupon(services, team.scope, { ...change, code: 'HALF1' })
  // Renews on 2 April. The discount ends on 22 April.
  clock.advance(20 * dayMillis)
  await stripe.settle()
  await process()
  const shown = async () => {
    const { subscription, offerCents } = await readBilling(services, team.scope)
    return [subscription?.discount?.code ?? null, offerCents]
  }
  expect(await shown()).toEqual(['HALF1', 12_400])

  clock.advance(11 * dayMillis)
  expect(await shown()).toEqual([null, 12_400])
  const before = stripe.answers.length
  await stripe.settle()

  const answers = stripe.answers.slice(before)
  expect(answers).toMatchObject([{ type: 'customer.discount.deleted', status: 200 }])
  await process()
  const [row] = await services.db.system
    .select({ discount: subscriptions.discount })
    .from(subscriptions)
  expect(row?.discount).toBeNull()
})
