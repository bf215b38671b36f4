/**
 * Promises of every channel to domain/billing. Each channel brings a small world: its provider's
 * double, and how the merchant answers there.
 */
import { describe, expect, test } from 'vitest'
import type {
  ChannelAbilities,
  ChargeRefused,
  PlanOrder,
  SubscriptionSnapshot,
} from '#app/domain/billing/channel.ts'
import type { Plan } from '#app/domain/plans/catalog.ts'
import { dayMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { ChannelWorld, Outage } from '../../support/billing/channel-world.ts'

const orderOf = (plan: Plan, over: Partial<PlanOrder> = {}): PlanOrder => ({
  plan,
  quantity: 1,
  coupon: null,
  operation: 'operation-1',
  returnUrl: 'http://footfall.test/billing/success',
  ...over,
})

const purchaseOf = (operation: string) => ({
  purchaseUuid: '7f9c24e8-3b12-4f0e-9a54-0d6f4c3b2a10',
  name: '10,000 visitors',
  priceCents: 900,
  operation,
  returnUrl: 'http://footfall.test/billing/success',
  cancelUrl: 'http://footfall.test/billing',
})

/** As the database checks it. */
function expectStorable(snapshot: SubscriptionSnapshot): void {
  const { state, endedAt, endsAt, trialEndsAt, quantity, unitCents } = snapshot
  expect(endedAt !== null).toBe(state === 'ended')
  if (state === 'cancelled') expect(endsAt).not.toBeNull()
  if (state === 'active' || state === 'trialing') expect(endsAt).toBeNull()
  if (state === 'trialing') expect(trialEndsAt).not.toBeNull()
  expect(quantity).toBeGreaterThanOrEqual(1)
  expect(Number.isInteger(unitCents)).toBe(true)
}

const isLive = ({ state }: SubscriptionSnapshot) => state !== 'ended'

async function listLive({ channel, customer }: ChannelWorld): Promise<SubscriptionSnapshot[]> {
  const all = await channel.listSubscriptions(customer)
  for (const one of all) expectStorable(one)
  return all.filter(isLive)
}

async function onlyLive(world: ChannelWorld): Promise<SubscriptionSnapshot> {
  const live = await listLive(world)
  expect(live).toHaveLength(1)
  const [only] = live
  if (!only) throw new Error('There is no subscription.')
  return only
}

async function subscribed(world: ChannelWorld): Promise<SubscriptionSnapshot> {
  const { channel, customer, plans } = world
  await world.answer(() => channel.subscribe(customer, orderOf(plans[0])), 'approve')
  return onlyLive(world)
}

const refusal = (reason: ChargeRefused['reason']) =>
  expect.objectContaining({ name: 'ChargeRefused', reason }) as unknown

const outages: readonly Outage[] = ['before', 'after']

/**
 * The provider goes down before each call that the operation makes, in a new world each time. The same
 * operation again succeeds.
 *
 * @param prepare what the operation needs
 * @param run the operation
 * @param check what is true once it has been repeated
 */
async function survivesOutages<Prepared>(
  createChannelWorld: () => Promise<ChannelWorld>,
  outage: Outage,
  {
    prepare,
    run,
    check,
  }: {
    prepare: (world: ChannelWorld) => Promise<Prepared>
    run: (world: ChannelWorld, prepared: Prepared) => Promise<unknown>
    check: (world: ChannelWorld, prepared: Prepared) => Promise<void>
  },
): Promise<void> {
  for (let answers = 0; ; answers += 1) {
    const world = await createChannelWorld()
    const prepared = await prepare(world)
    world.fail(outage, answers)
    const error: unknown = await run(world, prepared).then(
      () => null,
      (reason: unknown) => reason,
    )
    world.heal()
    if (error !== null) {
      expect(error).toBeInstanceOf(TryLater)
      await run(world, prepared)
    }
    await check(world, prepared)
    if (error === null) {
      expect(answers).toBeGreaterThan(0)
      return
    }
  }
}

/** @param abilities the channel's, which decide what is tested */
export function testChannel(
  name: string,
  abilities: ChannelAbilities,
  createChannelWorld: () => Promise<ChannelWorld>,
): void {
  describe(`the ${name} channel`, () => {
    test('says what it can do', async () => {
      const { channel } = await createChannelWorld()

      expect(channel.abilities).toEqual(abilities)
    })

    test('lists nothing before anything was bought', async () => {
      const { channel, customer } = await createChannelWorld()

      expect(await channel.listSubscriptions(customer)).toEqual([])
    })

    if (!abilities.charges) {
      test('refuses what would cost something, and lets go of what it doesn’t know', async () => {
        const { channel, customer, plans } = await createChannelWorld()
        const wanted = { subscription: 'unknown', operation: 'operation-1' }
        const other = { ...orderOf(plans[1]), subscription: 'unknown' }

        await expect(channel.subscribe(customer, orderOf(plans[0]))).rejects.toEqual(
          refusal('other'),
        )
        await expect(channel.switchPlan(customer, other)).rejects.toEqual(refusal('other'))
        await expect(channel.sell(customer, purchaseOf('sell-1'))).rejects.toEqual(refusal('other'))
        await expect(channel.cancel(customer, wanted)).rejects.toEqual(refusal('other'))
        await expect(channel.resume(customer, wanted)).rejects.toEqual(refusal('other'))
        await channel.endNow(customer, wanted)

        expect(await channel.previewSwitch(customer, { ...other, quantity: 1 })).toBeNull()
        expect(await channel.readPurchase(customer, 'unknown')).toBeNull()
        expect(await channel.listSubscriptions(customer)).toEqual([])
      })
      return
    }

    test('subscribes to the plan that was ordered, at its price', async () => {
      const world = await createChannelWorld()
      const [plan] = world.plans

      const bought = await subscribed(world)

      expect(bought).toMatchObject({
        planId: plan.id,
        state: 'active',
        quantity: 1,
        unitCents: plan.priceCents,
        discount: null,
        trialEndsAt: null,
        isTest: true,
      })
      expect(await world.channel.listSubscriptions(world.stranger)).toEqual([])
    })

    test('creates one subscription, however often one order is sent', async () => {
      const world = await createChannelWorld()
      const { channel, customer, plans } = world
      const send = () => channel.subscribe(customer, orderOf(plans[0]))

      await Promise.all(Array.from({ length: 10 }, send))
      await world.answer(send, 'approve')
      await world.answer(send, 'approve')

      await onlyLive(world)
    })

    test('leaves nothing that charges when the merchant’s payment is declined', async () => {
      const world = await createChannelWorld()
      const { channel, customer, plans } = world

      await world.answer(() => channel.subscribe(customer, orderOf(plans[0])), 'decline')
      expect(await listLive(world)).toEqual([])

      const again = orderOf(plans[0], { operation: 'operation-2' })
      await world.answer(() => channel.subscribe(customer, again), 'approve')
      await onlyLive(world)
    })

    test('renews until it is canceled', async () => {
      const world = await createChannelWorld()
      const before = await subscribed(world)

      await world.advance(40 * dayMillis)

      const after = await onlyLive(world)
      expect(after).toMatchObject({ providerId: before.providerId, state: 'active' })
      expect(after.currentPeriodEndsAt?.getTime()).toBeGreaterThan(
        before.currentPeriodEndsAt?.getTime() ?? Infinity,
      )
    })

    test.runIf(abilities.managedAt)('refuses to end what only the merchant can end', async () => {
      const world = await createChannelWorld()
      const { channel, customer, stranger } = world
      const { providerId: subscription } = await subscribed(world)
      const wanted = { subscription, operation: 'end-1' }

      await expect(channel.endNow(customer, wanted)).rejects.toEqual(refusal('other'))
      await expect(channel.cancel(customer, wanted)).rejects.toEqual(refusal('other'))
      await channel.endNow(stranger, wanted)
      await channel.endNow(customer, { ...wanted, subscription: 'unknown' })
      await onlyLive(world)

      await world.endThere?.()
      await channel.endNow(customer, wanted)
      expect(await listLive(world)).toEqual([])
    })

    const endsHere = abilities.managedAt === undefined
    test.runIf(endsHere)(
      'ends immediately, repeatedly, and without complaint about unknown subscriptions',
      async () => {
        const world = await createChannelWorld()
        const { channel, customer, stranger } = world
        const { providerId: subscription } = await subscribed(world)

        await channel.endNow(stranger, { subscription, operation: 'end-0' })
        await onlyLive(world)
        for (const operation of ['end-1', 'end-1', 'end-2']) {
          await channel.endNow(customer, { subscription, operation })
        }
        await channel.endNow(customer, { subscription: 'unknown', operation: 'end-3' })

        expect(await listLive(world)).toEqual([])
      },
    )

    test.each(outages)('an order can be sent again after an outage %s any of its calls', (outage) =>
      survivesOutages(createChannelWorld, outage, {
        prepare: () => Promise.resolve(null),
        run: (world) =>
          world.answer(
            () => world.channel.subscribe(world.customer, orderOf(world.plans[0])),
            'approve',
          ),
        async check(world) {
          expect(await onlyLive(world)).toMatchObject({
            planId: world.plans[0].id,
            state: 'active',
          })
        },
      }),
    )

    describe.runIf(abilities.cancels)('canceling', () => {
      test('works once or twice, and says until when its benefits last', async () => {
        const world = await createChannelWorld()
        const { channel, customer } = world
        const { providerId: subscription, currentPeriodEndsAt } = await subscribed(world)

        await channel.cancel(customer, { subscription, operation: 'cancel-1' })
        await channel.cancel(customer, { subscription, operation: 'cancel-1' })

        const [canceled] = (await channel.listSubscriptions(customer)).filter(
          ({ providerId }) => providerId === subscription,
        )
        if (canceled?.state !== 'cancelled') {
          // This channel ends subscriptions immediately.
          expect(await listLive(world)).toEqual([])
          return
        }
        expect(canceled.endsAt).toEqual(currentPeriodEndsAt)
        await world.advance(40 * dayMillis)
        expect(await listLive(world)).toEqual([])
      })

      test('is refused for another customer’s subscription and for an unknown one', async () => {
        const world = await createChannelWorld()
        const { channel, customer, stranger } = world
        const { providerId: subscription } = await subscribed(world)
        const wanted = { subscription, operation: 'cancel-1' }

        await expect(channel.cancel(stranger, wanted)).rejects.toEqual(refusal('gone'))
        await expect(
          channel.cancel(customer, { ...wanted, subscription: 'unknown' }),
        ).rejects.toEqual(refusal('gone'))

        expect((await onlyLive(world)).state).toBe('active')
      })

      test.each(outages)('can be repeated after an outage %s any of its calls', (outage) =>
        survivesOutages(createChannelWorld, outage, {
          prepare: subscribed,
          run: ({ channel, customer }, { providerId: subscription }) =>
            channel.cancel(customer, { subscription, operation: 'cancel-1' }),
          async check(world) {
            const live = await listLive(world)
            expect(live.every(({ state }) => state === 'cancelled')).toBe(true)
          },
        }),
      )
    })

    describe.runIf(abilities.resumes)('resuming', () => {
      test('undoes a cancellation until the end', async () => {
        const world = await createChannelWorld()
        const { channel, customer } = world
        const { providerId: subscription } = await subscribed(world)
        await channel.cancel(customer, { subscription, operation: 'cancel-1' })

        await channel.resume(customer, { subscription, operation: 'resume-1' })
        await channel.resume(customer, { subscription, operation: 'resume-1' })
        expect((await onlyLive(world)).state).toBe('active')

        await channel.cancel(customer, { subscription, operation: 'cancel-2' })
        await world.advance(40 * dayMillis)
        const late = channel.resume(customer, { subscription, operation: 'resume-2' })
        await expect(late).rejects.toEqual(refusal('gone'))
        expect(await listLive(world)).toEqual([])
      })
    })

    describe.runIf(abilities.switches)('switching', () => {
      const switchTo =
        (
          { channel, customer, plans }: ChannelWorld,
          subscription: string,
          operation = 'switch-1',
        ) =>
        () =>
          channel.switchPlan(customer, { ...orderOf(plans[1], { operation }), subscription })

      test('leads to the other plan, in one subscription', async () => {
        const world = await createChannelWorld()
        const { providerId } = await subscribed(world)

        await world.answer(switchTo(world, providerId), 'approve')
        await world.answer(switchTo(world, providerId), 'approve')

        expect(await onlyLive(world)).toMatchObject({
          planId: world.plans[1].id,
          state: 'active',
          unitCents: world.plans[1].priceCents,
        })
      })

      test('keeps the plan when the payment is declined', async () => {
        const world = await createChannelWorld()
        const { providerId } = await subscribed(world)

        await world.answer(switchTo(world, providerId), 'decline')

        expect(await onlyLive(world)).toMatchObject({ planId: world.plans[0].id, state: 'active' })
      })

      test.runIf(abilities.cancels)('resumes one that was canceled', async () => {
        const world = await createChannelWorld()
        const { channel, customer } = world
        const { providerId: subscription } = await subscribed(world)
        await channel.cancel(customer, { subscription, operation: 'cancel-1' })
        if ((await listLive(world)).length === 0) return

        await world.answer(switchTo(world, subscription), 'decline')
        expect(await onlyLive(world)).toMatchObject({
          planId: world.plans[0].id,
          state: 'cancelled',
        })
        await world.answer(switchTo(world, subscription, 'switch-2'), 'approve')

        expect(await onlyLive(world)).toMatchObject({ planId: world.plans[1].id, state: 'active' })
      })

      test.runIf(abilities.managedAt)('to a plan that costs less is refused', async () => {
        const world = await createChannelWorld()
        const { channel, customer, plans } = world
        await world.answer(() => channel.subscribe(customer, orderOf(plans[1])), 'approve')
        const { providerId: subscription } = await onlyLive(world)

        const cheaper = { ...orderOf(plans[0], { operation: 'switch-1' }), subscription }
        await expect(channel.switchPlan(customer, cheaper)).rejects.toEqual(refusal('other'))

        expect((await onlyLive(world)).planId).toBe(plans[1].id)
      })

      test('is refused for a subscription that has ended', async () => {
        const world = await createChannelWorld()
        const { channel, customer } = world
        const { providerId: subscription } = await subscribed(world)
        if (world.endThere) await world.endThere()
        else await channel.endNow(customer, { subscription, operation: 'end-1' })

        await expect(switchTo(world, subscription)()).rejects.toEqual(refusal('gone'))
      })

      test.each(outages)('can be repeated after an outage %s any of its calls', (outage) =>
        survivesOutages(createChannelWorld, outage, {
          prepare: subscribed,
          run: (world, { providerId }) => world.answer(switchTo(world, providerId), 'approve'),
          async check(world) {
            expect(await onlyLive(world)).toMatchObject({
              planId: world.plans[1].id,
              state: 'active',
            })
          },
        }),
      )
    })

    describe.runIf(abilities.previewsSwitch)('a preview', () => {
      test('shows lines that add up, and changes nothing', async () => {
        const world = await createChannelWorld()
        const { channel, customer, plans } = world
        const before = await subscribed(world)
        await world.advance(10 * dayMillis)
        const wanted = { subscription: before.providerId, plan: plans[1], quantity: 1 }

        const preview = await channel.previewSwitch(customer, wanted)

        const sum = preview?.lines.reduce((total, line) => total + line.amountCents, 0) ?? NaN
        expect(preview?.dueNowCents).toBe(sum + (preview?.taxCents ?? NaN))
        expect(preview?.nextCents).toBe(plans[1].priceCents)
        expect(preview?.nextAt).toEqual(before.currentPeriodEndsAt)
        expect((await onlyLive(world)).planId).toBe(plans[0].id)
      })
    })

    describe.runIf(abilities.sells)('a purchase', () => {
      test('is open until it is paid, and paid once', async () => {
        const world = await createChannelWorld()
        const { channel, customer, stranger } = world

        const first = await channel.sell(customer, purchaseOf('sell-1'))
        expect(await channel.sell(customer, purchaseOf('sell-1'))).toEqual(first)
        expect(await channel.readPurchase(customer, first.providerId)).toMatchObject({
          state: 'open',
          paidCents: 0,
        })
        await world.answerPurchase(first.url, 'approve')

        expect(await channel.readPurchase(customer, first.providerId)).toMatchObject({
          providerId: first.providerId,
          state: 'paid',
          paidCents: 900,
          isTest: true,
        })
        expect(await channel.readPurchase(stranger, first.providerId)).toBeNull()
        expect(await channel.readPurchase(customer, 'unknown')).toBeNull()
      })

      test('isn’t paid when the merchant declines, or lets it expire', async () => {
        const world = await createChannelWorld()
        const { channel, customer } = world
        const declined = await channel.sell(customer, purchaseOf('sell-1'))
        const expired = await channel.sell(customer, purchaseOf('sell-2'))

        await world.answerPurchase(declined.url, 'decline')
        await world.advance(30 * dayMillis)

        for (const { providerId } of [declined, expired]) {
          const read = await channel.readPurchase(customer, providerId)
          expect(['declined', 'expired']).toContain(read?.state)
          expect(read?.paidCents).toBe(0)
        }
      })

      test.each(outages)('can be repeated after an outage %s any of its calls', (outage) =>
        survivesOutages(createChannelWorld, outage, {
          prepare: () => Promise.resolve(null),
          run: ({ channel, customer }) => channel.sell(customer, purchaseOf('sell-1')),
          async check({ channel, customer }) {
            const sold = await channel.sell(customer, purchaseOf('sell-1'))
            expect(await channel.readPurchase(customer, sold.providerId)).toMatchObject({
              state: 'open',
            })
          },
        }),
      )
    })
  })
}
