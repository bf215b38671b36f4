/** Plans that staff paused in Stripe's dashboard: the plan itself, or only the collection of its payments. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessMetrics, subscriptions, teams } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { readKioskBilling } from '#app/presenters/kiosk/billing.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SubscriptionRow } from '#workshop/doubles/stripe-billing/rows.ts'
import { createShop, windowWith } from '../../support/billing/billing-shop.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const newestOf = ({ world }: Shop) => {
  const subscription = [...world.stripe.account.tables.subscription.values()].at(-1)
  if (!subscription) throw new Error('There is a subscription.')
  return subscription
}

/** Staff change a subscription in the dashboard, and the product reads it. */
async function setAtStripe(shop: Shop, facts: Partial<SubscriptionRow>) {
  Object.assign(newestOf(shop), facts)
  await syncBilling(shop.world.services, shop.team.scope)
}

async function onPlus(card: 'visa' | 'failingLater' = 'visa') {
  const shop = await createShop()
  await shop.enterCard(card)
  await shop.choose('plus')
  return shop
}

const logIn = async ({ owner, world }: Shop) => {
  owner.cookie = `token=${await world.logIn(owner)}`
}

const rowOf = async ({ world, team }: Shop) => {
  const [row] = await world.services.db.system
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teamId, team.scope.teamId))
  if (!row) throw new Error('There is a subscription.')
  return row
}

const planOf = async ({ world, team }: Shop) => {
  const [row] = await world.services.db.system
    .select({ plan: teams.plan })
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  return row?.plan
}

const paidInvoices = ({ world }: Shop) =>
  [...world.stripe.account.tables.invoice.values()].filter(({ status }) => status === 'paid').length

test('a paused plan is neither overdue nor used nor charged, and goes on once it’s resumed', async () => {
  const shop = await onPlus()
  await shop.world.advance(2 * dayMillis)
  await setAtStripe(shop, { status: 'paused' })
  expect(await planOf(shop)).toBe('free')
  expect(await rowOf(shop)).toMatchObject({ state: 'paused', pastDueSince: null, reminders: 0 })

  const { text } = await shop.open('/billing')
  expect(text).toContain('Your Plus plan is paused')
  expect(text).toContain('You’re on the Free plan until it’s resumed')
  expect(text).not.toMatch(/failed|Try payment again|Next invoice/)
  expect(
    (await shop.open(`/sites/${shop.site.uuid}`)).text + (await shop.open('/')).text,
  ).toContain('Your Plus plan is paused.')
  const page = (await shop.open('/billing/plan/genius')).text
  expect(page).toContain('Your Plus plan is paused. Contact support to resume it')
  expect(await shop.choose('genius')).toMatchObject({ status: 409 })
  expect(await shop.choose('plus')).toMatchObject({ status: 409 })

  // Longer than the days of grace and the period.
  await shop.world.advance(50 * dayMillis)
  await workOffDueBilling(shop.world.services)
  expect(await rowOf(shop)).toMatchObject({ state: 'paused', reminders: 0 })
  expect(paidInvoices(shop)).toBe(1)
  expect(shop.world.stripe.account.tables.subscription.size).toBe(1)

  await setAtStripe(shop, { status: 'active' })
  expect(await planOf(shop)).toBe('plus')
})

test('a plan that was paused when its payment failed can be paid, and staff see the debt', async () => {
  const shop = await onPlus('failingLater')
  await shop.world.advance(32 * dayMillis)
  await setAtStripe(shop, { status: 'paused' })
  await logIn(shop)
  const { text } = await shop.open('/billing')
  expect(text).toContain('Your Plus plan is paused')
  expect(text).toContain('The open payment of $29 is still owed.')
  const { services } = shop.world
  const pastDue = await readKioskBilling(services, { state: 'past_due', after: null })
  expect(pastDue.subscriptions).toMatchObject([{ isPaused: true, owedCents: 2_900 }])

  await shop.enterCard('visa')
  await (
    await windowWith(shop, '/billing', 'retry')
  )()
  expect(paidInvoices(shop)).toBe(2)
  await syncBilling(services, shop.team.scope)
  expect(await readBilling(services, shop.team.scope)).toMatchObject({
    openPayment: null,
    subscription: { state: 'paused' },
  })
})

test('a paused plan is canceled immediately, and not once it was resumed meanwhile', async () => {
  const shop = await onPlus()
  await setAtStripe(shop, { status: 'paused' })
  const { text } = await shop.open('/billing/cancel')
  expect(text).toContain('It ends immediately.')
  expect(text).toContain('You stay on the Free plan')
  const cancel = await windowWith(shop, '/billing/cancel', 'cancel')

  const { stripe } = shop.world
  let reads = 0
  // The last read before the end.
  stripe.failBy(({ method, path }) => {
    if (method === 'GET' && path.startsWith('/v1/subscriptions/sub_')) reads += 1
    if (reads === 1) newestOf(shop).status = 'active'
    return undefined
  })
  expect((await cancel()).status).toBe(409)
  stripe.heal()
  expect(newestOf(shop).status).toBe('active')

  await setAtStripe(shop, { status: 'paused' })
  await (
    await windowWith(shop, '/billing/cancel', 'cancel')
  )()
  expect(newestOf(shop).status).toBe('canceled')
  expect((await shop.choose('genius')).status).toBe(302)
  expect(await planOf(shop)).toBe('genius')
})

test.each([
  ['void', 'Invoices of that time aren’t charged.'],
  ['mark_uncollectible', 'Invoices of that time aren’t charged.'],
  ['keep_as_draft', 'Invoices of that time can be charged later.'],
] as const)('a plan whose payments are paused goes on: %s', async (behavior, later) => {
  const shop = await onPlus()
  const { services } = shop.world
  await setAtStripe(shop, { pause_collection: { behavior, resumes_at: null } })
  const { text } = await shop.open('/billing')
  expect(text).toContain('Payments for your Plus plan are paused')
  expect(text).toContain(`nothing is charged for it. ${later} Contact support`)
  expect(text).not.toContain('Next invoice')
  expect((await shop.open('/billing/plan/genius')).text).toContain(
    'Payments for your Plus plan are paused. Contact support to change it.',
  )
  expect(await shop.choose('genius')).toMatchObject({ status: 409 })
  const kiosk = await readKioskBilling(services, { state: 'active', after: null })
  expect(kiosk.subscriptions).toMatchObject([{ collectionPaused: { resumesAt: null } }])

  await shop.world.advance(40 * dayMillis)
  await workOffDueBilling(services)
  await syncBilling(services, shop.team.scope)
  expect(await rowOf(shop)).toMatchObject({ state: 'active', pastDueSince: null })
  expect([await planOf(shop), paidInvoices(shop)]).toEqual(['plus', 1])
  await writeBusinessDay(services)
  const [figures] = await services.db.system.select().from(businessMetrics)
  expect(figures).toMatchObject({ monthlyCents: 0, subscribers: 1 })
})

test('a pause of payments with a day ends on it, and the next invoice is announced again', async () => {
  const shop = await onPlus()
  const period = newestOf(shop).items.data[0]?.current_period_end ?? 0
  await setAtStripe(shop, { pause_collection: { behavior: 'void', resumes_at: period - 60 } })
  expect((await shop.open('/billing')).text).toMatch(/paused[\s\S]*Next invoice/)
  await shop.world.advance(32 * dayMillis)
  await logIn(shop)
  expect((await shop.open('/billing')).text).not.toContain('Payments for your')
  expect(paidInvoices(shop)).toBe(2)
  expect((await shop.choose('genius')).status).toBe(302)
})
