/** Charges to shops, against the demo store. */
import { expect, test } from 'vitest'
import { askProvider } from '#app/domain/billing/ask-provider.server.ts'
import type { BillingStep } from '#app/domain/billing/channel.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  createShopBillingWorld,
  type ShopBillingWorld,
} from '#tests/support/shopify/billing-world.ts'

const pageOf = (step: BillingStep): string => {
  if (step.kind !== 'redirect') throw new Error(`The step is ${step.kind}.`)
  return step.url
}

async function subscribe(world: ShopBillingWorld, planId: string, operation = planId) {
  const step = await world.channel.subscribe(world.customer, world.order(planId, { operation }))
  await world.answer(pageOf(step), 'approve')
  const [newest] = await world.channel.listSubscriptions(world.customer)
  if (!newest) throw new Error('There is no subscription.')
  return newest
}

const summary = async ({ channel, customer }: ShopBillingWorld) =>
  (await channel.listSubscriptions(customer)).map(
    ({ planId, state }) => `${planId ?? 'unknown'} ${state}`,
  )

test('a plan is charged once the owner approves it', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer, shop, clock } = world

  const page = pageOf(await channel.subscribe(customer, world.order('genius-shopify')))

  expect(world.asked('CreateAppSubscription')).toEqual([
    {
      name: 'Genius',
      lineItems: [
        {
          plan: {
            appRecurringPricingDetails: {
              price: { amount: '49.00', currencyCode: 'USD' },
              interval: 'EVERY_30_DAYS',
            },
          },
        },
      ],
      returnUrl: `${shop.adminUrl}/apps/footfall/shopify/billing/success`,
      test: true,
    },
  ])
  expect(await channel.listSubscriptions(customer)).toEqual([])

  const back = new URL(await world.answer(page, 'approve'))
  expect(back.origin + back.pathname).toBe(`${shop.adminUrl}/apps/footfall/shopify/billing/success`)
  expect(await channel.listSubscriptions(customer)).toEqual([
    {
      providerId: back.searchParams.get('charge_id'),
      planId: 'genius-shopify',
      providerPlan: 'Genius',
      state: 'active',
      providerStatus: 'ACTIVE',
      quantity: 1,
      unitCents: 4_900,
      discount: null,
      trialEndsAt: null,
      endsAt: null,
      currentPeriodStartedAt: clock.now(),
      currentPeriodEndsAt: new Date(clock.now().getTime() + 30 * dayMillis),
      endedAt: null,
      createdAt: clock.now(),
      isTest: true,
    },
  ])
})

test('the same form leads to the same charge, as long as it can be approved', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const send = (planId: string) => channel.subscribe(customer, world.order(planId))

  const first = pageOf(await send('lite-shopify'))
  expect(pageOf(await send('lite-shopify'))).toBe(first)
  expect(pageOf(await send('plus-shopify'))).not.toBe(first)

  await world.answer(first, 'decline')
  const second = pageOf(await send('lite-shopify'))
  expect(second).not.toBe(first)

  world.clock.advance(3 * dayMillis)
  const third = pageOf(await send('lite-shopify'))
  expect(third).not.toBe(second)

  await world.answer(third, 'approve')
  expect(await send('lite-shopify')).toEqual({ kind: 'done' })
  expect(world.asked('CreateAppSubscription')).toHaveLength(4)
})

test('a charge that no one approved never was a subscription', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const send = (operation: string) =>
    channel.subscribe(customer, world.order('lite-shopify', { operation }))

  await world.answer(pageOf(await send('declined')), 'decline')
  await send('pending')
  expect(await summary(world)).toEqual([])
  world.clock.advance(3 * dayMillis)
  expect(await summary(world)).toEqual([])
})

test('another plan replaces the one before once it is approved', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const { providerId } = await subscribe(world, 'lite-shopify')

  const order = { ...world.order('genius-shopify'), subscription: providerId }
  const page = pageOf(await channel.switchPlan(customer, order))
  expect(await summary(world)).toEqual(['lite-shopify active'])

  await world.answer(page, 'approve')
  expect(await summary(world)).toEqual(['genius-shopify active', 'lite-shopify ended'])
})

test('a shop that doesn’t pay is overdue until it pays', async () => {
  const world = await createShopBillingWorld()
  const { providerId } = await subscribe(world, 'plus-shopify')

  world.shop.freezeSubscription(BigInt(providerId), true)
  expect(await summary(world)).toEqual(['plus-shopify past_due'])
  world.shop.freezeSubscription(BigInt(providerId), false)
  expect(await summary(world)).toEqual(['plus-shopify active'])
})

test('a subscription ends immediately, and stays ended', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const { providerId: subscription } = await subscribe(world, 'lite-shopify')

  await channel.cancel(customer, { subscription, operation: 'one' })
  await channel.cancel(customer, { subscription, operation: 'one' })
  await channel.endNow(customer, { subscription, operation: 'two' })

  expect(await summary(world)).toEqual(['lite-shopify ended'])
  await expect(channel.resume(customer, { subscription, operation: 'three' })).rejects.toThrow(
    expect.objectContaining({ name: 'ChargeRefused' }),
  )
  world.shop.freezeSubscription(BigInt(subscription), true)
  await expect(channel.cancel(customer, { subscription, operation: 'four' })).rejects.toThrow(
    expect.objectContaining({ name: 'ChargeRefused', reason: 'other' }),
  )
})

test.each<[string, { name?: string; amount?: string; currencyCode?: string }, string]>([
  ['as the catalog has it', {}, 'genius-shopify'],
  ['of an earlier price list', { amount: '19.00' }, 'unknown'],
  ['of another name', { name: 'Pro' }, 'unknown'],
  ['in another currency', { currencyCode: 'EUR' }, 'unknown'],
])('a subscription %s', async (_what, wanted, planId) => {
  const world = await createShopBillingWorld()
  const { name = 'Genius', amount = '49.00', currencyCode = 'USD' } = wanted
  const { id } = world.shop.addSubscription({
    ...newSubscription,
    name,
    price: { amount, currencyCode },
  })
  world.shop.answerCharge(id, true)

  expect(await summary(world)).toEqual([`${planId} active`])
})

const newSubscription = {
  name: 'Genius',
  returnUrl: 'http://footfall.test/',
  isTest: true,
  trialDays: 0,
  price: { amount: '49.00', currencyCode: 'USD' },
  interval: 'EVERY_30_DAYS',
  cappedAmount: null,
  terms: '',
  planHandle: null,
} as const

test('a trial ends when Shopify begins to charge', async () => {
  const world = await createShopBillingWorld()
  const { id } = world.shop.addSubscription({ ...newSubscription, trialDays: 7 })
  world.shop.answerCharge(id, true)

  expect(await summary(world)).toEqual(['genius-shopify trialing'])
  world.clock.advance(7 * dayMillis)
  expect(await summary(world)).toEqual(['genius-shopify active'])
})

test('all subscriptions are listed, however many there were', async () => {
  const world = await createShopBillingWorld()
  for (let count = 0; count < 45; count += 1) {
    const { id } = world.shop.addSubscription(newSubscription)
    world.shop.answerCharge(id, true)
  }

  const listed = await world.channel.listSubscriptions(world.customer)

  expect(new Set(listed.map(({ providerId }) => providerId)).size).toBe(45)
  expect(listed.filter(({ state }) => state === 'active')).toHaveLength(1)
})

const boost = {
  purchaseUuid: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31',
  name: '3,000 more impressions',
  priceCents: 900,
  operation: 'f7a3c2d4-0000-4000-8000-000000000002',
  returnUrl: 'http://footfall.test/settings?kind=visitor_boost',
  cancelUrl: 'http://footfall.test/settings',
}

test('a boost is paid once the owner approves it', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world

  const { providerId, url } = await channel.sell(customer, boost)
  expect(await channel.sell(customer, boost)).toEqual({ providerId, url })
  expect(world.asked('CreateAppPurchase')).toEqual([
    {
      name: '3,000 more impressions',
      price: { amount: '9.00', currencyCode: 'USD' },
      returnUrl: `${world.shop.adminUrl}/apps/footfall/settings?kind=visitor_boost`,
      test: true,
    },
  ])
  const open = { providerId, state: 'open', paidCents: 0, receiptUrl: null, isTest: true }
  expect(await channel.readPurchase(customer, providerId)).toEqual(open)

  await world.answer(url, 'approve')
  const paid = { ...open, state: 'paid', paidCents: 900 }
  expect(await channel.readPurchase(customer, providerId)).toEqual(paid)
  expect(await channel.readPurchase(customer, '1')).toBeNull()
})

test('a boost that is declined, or forgotten, isn’t paid', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const declined = await channel.sell(customer, { ...boost, operation: 'one' })
  const forgotten = await channel.sell(customer, { ...boost, operation: 'two' })

  await world.answer(declined.url, 'decline')
  world.clock.advance(3 * dayMillis)

  const stateOf = async ({ providerId }: { providerId: string }) =>
    (await channel.readPurchase(customer, providerId))?.state
  expect(await stateOf(declined)).toBe('declined')
  expect(await stateOf(forgotten)).toBe('expired')
})

test('an uninstalled shop pays for nothing', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const { providerId: subscription } = await subscribe(world, 'lite-shopify')
  const { providerId } = await channel.sell(customer, boost)

  world.shop.uninstall()
  await world.process()

  expect(await summary(world)).toEqual([])
  expect(await channel.readPurchase(customer, providerId)).toBeNull()
  await channel.endNow(customer, { subscription, operation: 'one' })
})

test.each<[number, string]>([
  [402, 'Shopify has frozen your shop because a bill is open.'],
  [403, 'Shopify doesn’t let the app use your shop right now.'],
  [404, 'Shopify can’t find your shop.'],
  [423, 'Shopify has locked your shop.'],
  [500, 'Shopify isn’t answering. Try again in a minute.'],
  [503, 'Shopify isn’t answering. Try again in a minute.'],
])('a shop that answers %i is asked later, and its people read why', async (status, sentence) => {
  const name = 'TryLater'
  const world = await createShopBillingWorld()
  const fault = { status, body: '{}' }
  for (let count = 0; count < 3; count += 1) world.shop.apiFaults.failNext(fault)

  await expect(world.channel.listSubscriptions(world.customer)).rejects.toThrow(
    expect.objectContaining({ name }),
  )
  // The form can be sent again.
  for (let count = 0; count < 3; count += 1) world.shop.apiFaults.failNext(fault)
  const send = () => world.channel.subscribe(world.customer, world.order('lite-shopify'))
  await expect(send()).rejects.toThrow(expect.objectContaining({ name }))
  for (let count = 0; count < 3; count += 1) world.shop.apiFaults.failNext(fault)
  const asked = askProvider(world.services, world.scope, send)
  await expect(asked).rejects.toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: expect.stringMatching(
        new RegExp(`^${sentence}.* You won’t be charged twice for this order.$`),
      ) as string,
    }),
  )
})

test('coupons and several units are refused before Shopify is asked', async () => {
  const world = await createShopBillingWorld()
  const { channel, customer } = world
  const send = (wanted: { coupon?: string; quantity?: number }) =>
    channel.subscribe(customer, world.order('lite-shopify', wanted))

  await expect(send({ coupon: 'SPRING' })).rejects.toThrow(
    expect.objectContaining({ name: 'ChargeRefused', reason: 'coupon' }),
  )
  await expect(send({ quantity: 2 })).rejects.toThrow(
    expect.objectContaining({ name: 'ChargeRefused' }),
  )
  expect(world.asked('CreateAppSubscription')).toEqual([])
})

test('with Shopify App Pricing, Shopify’s own page sells the plans', async () => {
  const world = await createShopBillingWorld({
    SHOPIFY_PRICING: 'app_pricing',
    SHOPIFY_APP_HANDLE: 'footfall',
  })
  const { channel, customer, shop } = world
  const url = `${shop.adminUrl}/charges/footfall/pricing_plans`
  const order = world.order('lite-shopify')

  expect(await channel.subscribe(customer, order)).toEqual({ kind: 'redirect', url })
  expect(await channel.switchPlan(customer, { ...order, subscription: '1' })).toEqual({
    kind: 'redirect',
    url,
  })
  await expect(channel.sell(customer, boost)).rejects.toThrow(
    expect.objectContaining({ name: 'ChargeRefused' }),
  )
  expect(world.asked('CreateAppSubscription')).toEqual([])
  expect(channel.abilities).toMatchObject({ switches: false, cancels: false, sells: false })

  // By handle, with or without the ending, else by name. The page has its own prices.
  const chosen = [
    ['lite-shopify', 'Anything'],
    ['plus', 'Anything'],
    ['custom', 'Genius'],
    ['custom', 'Anything'],
  ] as const
  for (const [planHandle, name] of chosen) {
    const price = { amount: '7.50', currencyCode: 'USD' }
    const { id } = shop.addSubscription({ ...newSubscription, planHandle, name, price })
    shop.answerCharge(id, true)
  }
  expect(await summary(world)).toEqual([
    'unknown active',
    'genius-shopify ended',
    'plus-shopify ended',
    'lite-shopify ended',
  ])
})
