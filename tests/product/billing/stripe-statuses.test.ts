/**
 * The eight statuses of a subscription that the types of Stripe's library have (`Subscription.Status`), canceled
 * or not: what Billing says and offers, and what Stripe has after each button.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { lifeStateOf } from '#app/domain/billing/subscription-states.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const newestOf = ({ world }: Shop) => {
  const subscription = [...world.stripe.account.tables.subscription.values()].at(-1)
  if (!subscription) throw new Error('There is a subscription.')
  return subscription
}

const read = async ({ world, team }: Shop) => {
  await syncBilling(world.services, team.scope)
  return readBilling(world.services, team.scope)
}

const seconds = ({ world }: Shop) => Math.floor(world.clock.now().getTime() / 1_000)

/** Ways to each status. Stripe's rows are set where no call of ours leads there. */
const ways = {
  async incomplete(shop: Shop) {
    await shop.enterCard('asking')
    await shop.choose('plus')
  },
  async incomplete_expired(shop: Shop) {
    await ways.incomplete(shop)
    await shop.world.advance(dayMillis)
  },
  async trialing(shop: Shop) {
    await ways.active(shop)
    Object.assign(newestOf(shop), {
      status: 'trialing',
      trial_end: newestOf(shop).items.data[0]?.current_period_end,
    })
  },
  async active(shop: Shop) {
    await shop.enterCard('visa')
    await shop.choose('plus')
  },
  async past_due(shop: Shop) {
    await shop.enterCard('failingLater')
    await shop.choose('plus')
    await shop.world.advance(32 * dayMillis)
  },
  async unpaid(shop: Shop) {
    await ways.past_due(shop)
    Object.assign(newestOf(shop), { status: 'unpaid' })
  },
  /** Its trial ended without a card. */
  async paused(shop: Shop) {
    await ways.active(shop)
    Object.assign(newestOf(shop), { status: 'paused', trial_end: seconds(shop) })
  },
  async canceled(shop: Shop) {
    await ways.active(shop)
    Object.assign(newestOf(shop), {
      status: 'canceled',
      canceled_at: seconds(shop),
      ended_at: seconds(shop),
    })
  },
}

const titles = [
  'plan is paused',
  'Your last payment failed',
  'isn’t complete',
  'is canceled',
  'trial is running',
]
const buttons = [
  'Finish payment',
  'Cancel order',
  'Try payment again',
  'Update card',
  'Resume Plus',
  'Cancel plan',
  'Apply coupon',
]

/** The title of the notice, the buttons, and whether an invoice is announced. */
async function readScreen(shop: Shop) {
  const { text } = await shop.open('/billing')
  return {
    shown: titles.find((title) => text.includes(title)) ?? null,
    buttons: buttons.filter((label) => text.includes(label)),
    isNextShown: text.includes('Next invoice</h2>'),
  }
}

type Answers = {
  /** Whether it's done. */
  cancel: boolean
  resume: boolean
  retry: boolean
}

type Row = {
  status: keyof typeof ways
  /** With `cancel_at_period_end`. */
  isCanceled: boolean
  life: string | null
  plan: string
  shown: string | null
  buttons: string[]
  isNextShown: boolean
  answers: Answers
  /** The status at Stripe after a payment that was tried again. */
  afterRetry: string
}

const running = ['Cancel plan', 'Apply coupon']
const unpaid = ['Try payment again', 'Update card']
const onPlus = { plan: 'plus', shown: null as string | null, isNextShown: false }
const over = {
  life: null,
  plan: 'free',
  shown: null,
  buttons: [],
  isNextShown: false,
  answers: { cancel: false, resume: false, retry: false },
}
const failed = 'Your last payment failed'

const table: Row[] = [
  {
    ...over,
    status: 'incomplete',
    isCanceled: false,
    life: 'incomplete',
    shown: 'isn’t complete',
    buttons: ['Finish payment', 'Cancel order'],
    answers: { cancel: true, resume: false, retry: true },
    afterRetry: 'incomplete',
  },
  { ...over, status: 'incomplete_expired', isCanceled: false, afterRetry: 'incomplete_expired' },
  { ...over, status: 'canceled', isCanceled: false, afterRetry: 'canceled' },
  {
    ...onPlus,
    status: 'trialing',
    isCanceled: false,
    life: 'trialing',
    shown: 'trial is running',
    buttons: running,
    isNextShown: true,
    answers: { cancel: true, resume: false, retry: false },
    afterRetry: 'trialing',
  },
  {
    ...onPlus,
    status: 'active',
    isCanceled: false,
    life: 'active',
    buttons: running,
    isNextShown: true,
    answers: { cancel: true, resume: false, retry: false },
    afterRetry: 'active',
  },
  {
    ...onPlus,
    status: 'past_due',
    isCanceled: false,
    life: 'past_due',
    shown: failed,
    buttons: [...unpaid, 'Cancel plan'],
    isNextShown: true,
    answers: { cancel: true, resume: false, retry: true },
    afterRetry: 'active',
  },
  {
    ...onPlus,
    status: 'unpaid',
    isCanceled: false,
    life: 'past_due',
    shown: failed,
    buttons: [...unpaid, 'Cancel plan'],
    answers: { cancel: true, resume: false, retry: true },
    afterRetry: 'active',
  },
  // Nothing is due at Stripe: it waits for a call that only staff can make there.
  ...[false, true].map((isCanceled) => ({
    ...onPlus,
    plan: 'free',
    status: 'paused' as const,
    isCanceled,
    life: 'paused',
    shown: 'plan is paused',
    buttons: ['Cancel plan'],
    answers: { cancel: true, resume: false, retry: false },
    afterRetry: 'paused',
  })),
  ...(['trialing', 'active'] as const).map((status) => ({
    ...onPlus,
    status,
    isCanceled: true,
    life: 'cancelled',
    shown: 'is canceled',
    buttons: ['Resume Plus'],
    answers: { cancel: false, resume: true, retry: false },
    afterRetry: status,
  })),
  ...(['past_due', 'unpaid'] as const).map((status) => ({
    ...onPlus,
    status,
    isCanceled: true,
    life: 'cancelled_unpaid',
    shown: failed,
    buttons: [...unpaid, 'Resume Plus'],
    answers: { cancel: false, resume: true, retry: true },
    afterRetry: 'active',
  })),
]

async function shopWith({ status, isCanceled }: Row): Promise<Shop> {
  const shop = await createShop()
  await ways[status](shop)
  if (isCanceled) newestOf(shop).cancel_at_period_end = true
  shop.owner.cookie = `token=${await shop.world.logIn(shop.owner)}`
  return shop
}

/** Presses a button, and returns whether it did something. Stripe has what the row names then. */
async function press(shop: Shop, intent: keyof Answers): Promise<boolean> {
  const before = newestOf(shop)
  const state = [before.status, before.cancel_at_period_end].join(' ')
  const payments = shop.world.stripe.account.tables.payment_intent.size
  const path = intent === 'cancel' ? '/billing/cancel' : '/billing'
  const answer = await shop.post(path, { intent, operation: randomUUID() })
  const after = newestOf(shop)
  const isChanged = state !== [after.status, after.cancel_at_period_end].join(' ')
  // A bank that asks again changes nothing yet.
  const isAsked = payments > 0 && after.status === 'incomplete' && intent === 'retry'
  if (answer.status === 409) expect(isChanged).toBe(false)
  return isChanged || isAsked
}

test.each(table)('$status, canceled: $isCanceled', async (row) => {
  const shop = await shopWith(row)
  const { subscription, planId } = await read(shop)
  expect(planId).toBe(row.plan)
  expect(subscription && lifeStateOf(subscription)).toBe(row.life)
  const { shown, buttons: labels, isNextShown } = row
  expect(await readScreen(shop)).toEqual({ shown, buttons: labels, isNextShown })

  const retried = await press(shop, 'retry')
  expect([retried, newestOf(shop).status]).toEqual([row.answers.retry, row.afterRetry])
  for (const intent of ['cancel', 'resume'] as const) {
    expect([intent, await press(await shopWith(row), intent)]).toEqual([
      intent,
      row.answers[intent],
    ])
  }
})
