/** Events of Stripe that arrive late, in another order and more than once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireCard } from '#app/domain/billing/channel-of.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import { signatureOf } from '#workshop/doubles/stripe-billing/webhooks.ts'
import { planOf, rowsOf } from '../../support/billing/card-team.ts'
import {
  createCardWorld,
  webhookSecrets,
  type CardWorld,
} from '../../support/billing/card-world.ts'

/** A customer with Stripe's events about it that aren't delivered yet. */
async function newPayer({ services, card, stripe, team: newTeam }: CardWorld) {
  const { scope } = await newTeam()
  const { customer } = await requireCard(services, scope)
  const order = (planId: string, operation: string) => {
    const plan = findPlan(planId)
    if (!plan) throw new Error(`There is no plan ${planId}.`)
    const returnUrl = 'http://footfall.test/billing'
    return { plan, quantity: 1, coupon: null, operation, returnUrl }
  }
  const current = async (operation: string) => {
    const [subscription] = await card.listSubscriptions(customer)
    return { subscription: subscription?.providerId ?? '', operation }
  }
  const give = (name: CardName) => stripe.giveCard(customer.providerId, name)
  const steps: (() => Promise<unknown>)[] = [
    () => {
      give('failingLater')
      return card.subscribe(customer, order('plus', 'start'))
    },
    async () => card.switchPlan(customer, { ...order('genius', ''), ...(await current('switch')) }),
    async () => card.cancel(customer, await current('cancel')),
    async () => card.resume(customer, await current('resume')),
    // The next period begins with a payment that fails.
    () => Promise.resolve(),
    async () => {
      give('visa')
      await card.retryPayment(customer, (await current('')).subscription)
    },
    async () => card.cancel(customer, await current('again')),
    // It ends with its period.
    () => Promise.resolve(),
  ]
  return { scope, customer, steps, recorded: [] as string[] }
}

/** Days before each step. */
const pauses = [0, 9, 3, 1, 25, 2, 4, 40]

type Payer = Awaited<ReturnType<typeof newPayer>>

const stateOf = async ({ services }: CardWorld, { scope }: Payer) => ({
  plan: await planOf({ services, scope }),
  subscriptions: (await rowsOf({ services, scope })).map(({ providerId: _id, ...row }) => row),
  invoices: (await listInvoices(services, scope)).map(({ state, totalCents }) => [
    state,
    totalCents,
  ]),
})

async function createServed() {
  const world = await createCardWorld()
  await world.queue.start([], world.services)
  const served = await world.serve()
  return {
    ...world,
    async deliver(body: string) {
      const seconds = Math.floor(world.clock.now().getTime() / 1000)
      const signature = signatureOf(body, [webhookSecrets.current], seconds)
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
      const answer = await served.fetch('/hooks/stripe', { method: 'POST', body, headers })
      expect(answer.status).toBe(200)
    },
    process: () => deliveriesJob.run(world.services, {}),
    /** From now on, keeps each event that Stripe sends with its payer. */
    record(payers: Payer[]) {
      world.stripe.account.tables.webhook_endpoint.clear()
      world.stripe.addEndpoint({
        url: `${served.baseUrl}/hooks/stripe`,
        receiver: {
          secrets: [webhookSecrets.current],
          send({ body }) {
            const payer = payers.find(({ customer }) => body.includes(`"${customer.providerId}"`))
            payer?.recorded.push(body)
            return Promise.resolve({ status: 200 })
          },
        },
      })
    },
  }
}

test.each([
  ['active', 2],
  ['cancelled', 3],
  ['past_due', 5],
  ['ended', pauses.length],
])('events in any order, late and repeated, end in what is %s', async (state, length) => {
  const world = await createServed()
  const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(picks, { minLength: length, maxLength: length }),
      picks,
      async (early, late) => {
        const [inOrder, shuffled] = [await newPayer(world), await newPayer(world)]
        world.record([inOrder, shuffled])
        const waiting: string[] = []
        const pickOf = (pick: number) => waiting[pick % waiting.length] ?? ''
        for (const [at, pause] of pauses.slice(0, length).entries()) {
          await world.advance(pause * dayMillis)
          await inOrder.steps[at]?.()
          await shuffled.steps[at]?.()
          await world.stripe.settle()
          for (const body of inOrder.recorded.splice(0)) await world.deliver(body)
          waiting.push(...shuffled.recorded.splice(0))
          // They stay among those that wait, and come once more.
          for (const pick of early[at] ?? []) await world.deliver(pickOf(pick))
          await world.process()
        }
        for (let turn = 0; waiting.length > 0; turn++) {
          const body = pickOf(late[turn % late.length] ?? 0)
          await world.deliver(body)
          waiting.splice(waiting.indexOf(body), 1)
        }
        await world.process()

        const wanted = await stateOf(world, inOrder)
        expect(wanted.subscriptions).toMatchObject([{ state }])
        expect(await stateOf(world, shuffled)).toEqual(wanted)
      },
    ),
    { numRuns: 4, seed: 11 },
  )
})
