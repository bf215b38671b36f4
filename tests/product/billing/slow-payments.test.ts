/**
 * A payment that the bank is still processing isn’t received: billing says so, asks for no other one, and
 * then says what became of it, also by email.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { readFailedPayment } from '#app/domain/billing/notices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { sendOverdueEmail, sendPaymentFailedEmail } from '#app/jobs/billing.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { createMailWorld } from '../../support/email-world.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

/** From now on the bank takes days to answer. */
function slowDown({ world: { stripe } }: Shop): void {
  for (const id of stripe.account.cards.keys()) stripe.changeCard(id, 'takes days')
}

async function settle({ world, team }: Shop, isPaid: boolean): Promise<void> {
  world.stripe.endProcessing(isPaid)
  await syncBilling(world.services, team.scope)
}

const retry = ({ post }: Shop) => post('/billing', { intent: 'retry', operation: randomUUID() })
const pays = ({ world }: Shop) =>
  world.stripe.seen.filter(({ path }) => /invoices\/\w+\/pay$/.test(path)).length

const processing = (amount: string) => `Your bank is processing your payment of ${amount}.`

test('an overdue payment is processed: not received, not asked for again, and then paid', async () => {
  const shop = await createShop()
  const { world, team, owner, open } = shop
  await shop.enterCard('failingLater')
  await shop.choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  slowDown(shop)

  const answer = (await retry(shop)).text
  expect(answer).not.toContain('Payment received')
  expect(answer).toContain(processing('$29'))
  expect(answer).toContain('We’ll email you once it’s paid, or if it fails.')
  expect(answer).toMatch(/Your Plus plan ends on .* unless it’s paid\./)
  expect(answer).toContain('Processing')
  expect(answer).not.toMatch(/Try payment again|Your last payment failed/)
  expect((await open('/')).text).not.toContain('Your last payment failed')
  expect((await open('/billing/checkout/success')).text).toContain(processing('$29'))
  const before = pays(shop)
  expect((await retry(shop)).text).toContain(processing('$29'))
  expect(pays(shop)).toBe(before)

  await settle(shop, true)
  const paid = (await open('/billing')).text
  expect(paid).not.toMatch(/processing|Processing|Unpaid/)
  expect((await readBilling(world.services, team.scope)).subscription?.state).toBe('active')
})

test('days of grace that end while the bank works don’t end the plan, and a failure does', async () => {
  const shop = await createShop()
  const { world, team, owner } = shop
  await shop.enterCard('failingLater')
  await shop.choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  slowDown(shop)
  await retry(shop)
  await world.advance(16 * dayMillis)

  // As a webhook, the nightly check or an opened page reads it, before or after the job.
  await syncBilling(world.services, team.scope)
  await workOffDueBilling(world.services)
  await syncBilling(world.services, team.scope)
  expect((await readBilling(world.services, team.scope)).planId).toBe('plus')

  await settle(shop, false)
  await workOffDueBilling(world.services)
  expect((await readBilling(world.services, team.scope)).planId).toBe('free')
})

test('a payment that succeeded while its invoice was read isn’t a failed one', async () => {
  const shop = await createShop()
  const { world, team, open } = shop
  await shop.enterCard('visa')
  slowDown(shop)
  await shop.choose('plus')
  for (const intent of world.stripe.account.tables.payment_intent.values()) {
    intent.status = 'succeeded'
  }

  await syncBilling(world.services, team.scope)

  expect((await open('/billing')).text).toContain(processing('$29'))
})

test('a first plan waits for the bank, and another order isn’t charged meanwhile', async () => {
  const shop = await createShop()
  const { world, team, open, choose } = shop
  await shop.enterCard('visa')
  slowDown(shop)
  await choose('plus')
  expect((await open('/billing')).text).toContain('The Plus plan starts once it’s paid.')
  const refused = await choose('genius')
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Your bank is still processing your last payment.'),
  ])

  await settle(shop, false)
  expect((await open('/billing')).text).toContain('Your payment for the Plus plan isn’t complete')
  await settle(shop, true)
  expect((await readBilling(world.services, team.scope)).planId).toBe('free')
})

test('a switch waits for the bank, and happens once it’s paid', async () => {
  const shop = await createShop()
  const { world, team, open, choose } = shop
  await shop.enterCard('visa')
  await choose('plus')
  slowDown(shop)
  await choose('agency')
  const { text } = await open('/billing')
  expect(text).toContain(processing('$60'))
  expect(text).toContain('You’ll switch to Agency once it’s paid.')
  expect(text).not.toContain('isn’t paid yet')
  // Other plans are refused, so no button offers them.
  expect(text).toContain('You can’t change plans until then.')
  expect(text).not.toMatch(/Choose Genius|Change plan/)
  expect((await choose('genius')).status).toBe(409)

  await settle(shop, true)
  expect((await open('/billing')).text).toContain('Choose Genius')
  expect((await readBilling(world.services, team.scope)).planId).toBe('agency')
})

const canceled = 'which can still be charged after you cancel.'

test('a cancellation while the bank works doesn’t say that nothing more is charged', async () => {
  const shop = await createShop()
  const { enterCard, choose, open } = shop
  await enterCard('visa')
  await choose('plus')
  const before = (await open('/billing/cancel')).text
  expect(before).toContain('and nothing more is charged.')
  expect(before).not.toContain(canceled)
  slowDown(shop)
  await choose('agency')

  const meanwhile = (await open('/billing/cancel')).text
  expect(meanwhile).not.toContain('nothing more is charged')
  expect(meanwhile).toContain(
    `Your bank is still processing your payment of $60, ${canceled} If it fails, you don’t owe it.`,
  )
})

test('a cancellation while an overdue payment is processed says that it’s still owed', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose, open } = shop
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  slowDown(shop)
  await retry(shop)

  const { text } = await open('/billing/cancel')
  expect(text).not.toContain('nothing more is charged')
  expect(text).toContain(
    `Your bank is still processing your payment of $29, ${canceled} If it fails, it’s still owed.`,
  )
  expect(text).not.toContain('The open payment of')
})

test('its owner gets an email when it fails, and no reminder while it’s processed', async () => {
  const world = await createMailWorld([sendOverdueEmail, sendPaymentFailedEmail])
  const team = await cardTeam(world)
  const { services, scope, memory, owner } = team
  const open = { state: 'open', paidAt: null, paidCents: 0 } as const
  memory.data.subscriptions = [snapshot({ state: 'past_due' })]
  memory.data.invoices = [invoice({ ...open, isProcessing: true })]
  await syncBilling(services, scope)
  await workOffDueBilling(services)

  memory.data.invoices = [invoice(open)]
  await syncBilling(services, scope)
  await syncBilling(services, scope)
  const [failed] = await world.mailsNow(1)
  expect(failed?.headers).toMatchObject({ to: owner.email, subject: 'Payment failed: $29' })
  expect(failed?.text).toContain('Your bank didn’t complete the payment of $29')
  expect(failed?.text).toContain('Nothing was charged.')

  await workOffDueBilling(services)
  const [, reminder] = await world.mailsNow(2)
  expect(reminder?.text).toContain('We couldn’t collect $29 for the Plus plan')
})

const prorated = [{ description: '1 × Agency', quantity: 1, amountCents: 6_000, isProration: true }]

test.each([
  ['a first plan', snapshot({ state: 'incomplete', providerStatus: 'incomplete' }), []],
  ['a switch', snapshot(), prorated],
])(
  '%s that a bank never pays for is dropped, and its owner gets an email',
  async (_name, before, lines) => {
    const world = await createMailWorld([sendPaymentFailedEmail])
    const { services, scope, memory } = await cardTeam(world)
    const open = { lines, paidAt: null, paidCents: 0 }
    memory.data.subscriptions = [before]
    memory.data.invoices = [invoice({ ...open, state: 'open', isProcessing: true })]
    await syncBilling(services, scope)

    world.clock.advance(dayMillis)
    const expired = { state: 'ended', providerStatus: 'incomplete_expired' } as const
    const endedAt = world.clock.now()
    memory.data.subscriptions = [
      before.state === 'incomplete' ? { ...before, ...expired, endedAt } : before,
    ]
    memory.data.invoices = [invoice({ ...open, state: 'void', voidedAt: endedAt })]
    await syncBilling(services, scope)
    await syncBilling(services, scope)

    const [failed, ...others] = await world.mailsNow(1)
    expect(others).toEqual([])
    expect(failed?.text).toContain('Your bank didn’t complete the payment of $29')
    expect(failed?.text).toContain('so the order was dropped and you don’t owe anything for it')
    expect(failed?.text).not.toContain('still open')
  },
)

test.each([
  ['a first plan', snapshot({ state: 'incomplete', providerStatus: 'incomplete' }), []],
  ['a switch', snapshot(), prorated],
])(
  '%s that is canceled while the bank works is emailed as that, and blames no bank',
  async (_name, before, lines) => {
    const world = await createMailWorld([sendPaymentFailedEmail])
    const { services, scope, memory } = await cardTeam(world)
    const open = { lines, paidAt: null, paidCents: 0, issuedAt: world.clock.now() }
    memory.data.subscriptions = [before]
    memory.data.invoices = [invoice({ ...open, state: 'open', isProcessing: true })]
    await syncBilling(services, scope)

    world.clock.advance(2 * hourMillis)
    const canceledAt = world.clock.now()
    const gone = {
      state: 'ended',
      providerStatus: 'incomplete_expired',
      endedAt: canceledAt,
    } as const
    const kept = { state: 'cancelled', endsAt: before.currentPeriodEndsAt } as const
    memory.data.subscriptions = [
      { ...before, canceledAt, ...(before.state === 'incomplete' ? gone : kept) },
    ]
    memory.data.invoices = [invoice({ ...open, state: 'void', voidedAt: canceledAt })]
    await syncBilling(services, scope)

    const [email, ...others] = await world.mailsNow(1)
    expect(others).toEqual([])
    expect(email?.headers['subject']).toBe('Order canceled: $29 not charged')
    expect(email?.text).toContain(
      'The plan was canceled while your bank was processing the payment of $29',
    )
    expect(email?.text).toContain('so the order was dropped and you don’t owe anything for it')
    expect(email?.text).not.toMatch(/bank didn’t complete|paid in time|failed/)
  },
)

test('a switch that is dropped at its period’s end is late, also once the next period is read', async () => {
  const world = await createMailWorld([sendPaymentFailedEmail])
  const { services, scope, memory } = await cardTeam(world)
  const order = { lines: prorated, paidAt: null, paidCents: 0, issuedAt: world.clock.now() }
  const end = new Date(order.issuedAt.getTime() + 2 * hourMillis)
  memory.data.subscriptions = [snapshot({ currentPeriodEndsAt: end })]
  memory.data.invoices = [invoice({ ...order, state: 'open', isProcessing: true })]
  await syncBilling(services, scope)

  world.clock.advance(2 * hourMillis)
  const next = new Date(end.getTime() + 30 * dayMillis)
  memory.data.subscriptions = [snapshot({ currentPeriodStartedAt: end, currentPeriodEndsAt: next })]
  memory.data.invoices = [invoice({ ...order, state: 'void', voidedAt: end })]
  await syncBilling(services, scope)

  const [email] = await world.mailsNow(1)
  expect(email?.text).toContain('It wasn’t paid in time, so the order was dropped')
})

test.each([
  ['right after another order replaced it, isn’t sent', 0, null],
  ['after a cancellation and an order later on, is about the cancellation', 10, 'canceled'],
] as const)('an email about a first plan, %s', async (_name, minutes, dropped) => {
  const world = await createMailWorld([])
  const { services, scope, memory } = await cardTeam(world)
  const before = snapshot({ state: 'incomplete', providerStatus: 'incomplete' })
  const order = { lines: [], paidAt: null, paidCents: 0, issuedAt: world.clock.now() }
  memory.data.subscriptions = [before]
  memory.data.invoices = [invoice({ ...order, state: 'open', isProcessing: true })]
  await syncBilling(services, scope)

  world.clock.advance(hourMillis)
  const at = world.clock.now()
  const expired = { state: 'ended', providerStatus: 'incomplete_expired' } as const
  const createdAt = new Date(at.getTime() + minutes * minuteMillis)
  memory.data.subscriptions = [
    { ...before, ...expired, canceledAt: at, endedAt: at },
    snapshot({ providerId: 'sub_2', createdAt }),
  ]
  memory.data.invoices = [invoice({ ...order, state: 'void', voidedAt: at })]
  world.clock.advance(hourMillis)
  await syncBilling(services, scope)

  const [dropping] = await listInvoices(services, scope)
  const billed = { teamId: scope.teamId, invoice: dropping?.uuid ?? '' }
  expect((await readFailedPayment(services, billed))?.dropped ?? null).toBe(dropped)
})

test('an order that staff withdrew while the bank works is said to be neither late nor canceled', async () => {
  const world = await createMailWorld([sendPaymentFailedEmail])
  const { services, scope, memory } = await cardTeam(world)
  const open = { lines: prorated, paidAt: null, paidCents: 0, issuedAt: world.clock.now() }
  memory.data.subscriptions = [snapshot()]
  memory.data.invoices = [invoice({ ...open, state: 'open', isProcessing: true })]
  await syncBilling(services, scope)

  world.clock.advance(2 * hourMillis)
  memory.data.invoices = [invoice({ ...open, state: 'void', voidedAt: world.clock.now() })]
  await syncBilling(services, scope)

  const [email] = await world.mailsNow(1)
  expect(email?.text).toContain('The payment of $29 for')
  expect(email?.text).toContain('The order was dropped and you don’t owe anything for it.')
  expect(email?.text).not.toMatch(/bank|paid in time|canceled/)
})
