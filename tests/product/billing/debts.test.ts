/** Debts as screens and emails name them: what is owed, until when, and what became of it. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subscriptions } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { readOverdueNotice } from '#app/domain/billing/notices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import {
  sendOverdueEmail,
  sendPaymentFailedEmail,
  sendPlanEndedEmail,
} from '#app/jobs/billing.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { voidInvoice } from '#workshop/doubles/stripe-billing/invoices.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { cardTeam, planOf, rowsOf } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { createMailWorld } from '../../support/email-world.ts'

const day = (count: number) => new Date(Date.UTC(2026, 2, 2, 10) + count * dayMillis)
const open = { state: 'open', paidAt: null, paidCents: 0, dueCents: 2_900 } as const
const emails = [sendOverdueEmail, sendPaymentFailedEmail, sendPlanEndedEmail]

async function overdueTeam() {
  const world = await createMailWorld(emails)
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due', isOwedByInvoice: true })]
  team.memory.data.invoices = [invoice(open)]
  await syncBilling(team.services, team.scope)
  return { world, team }
}

/** A shop whose first renewal failed: $29 is open. */
async function overdueShop() {
  const shop = await createShop()
  const { world, team, owner } = shop
  await shop.enterCard('failingLater')
  await shop.choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  return shop
}

test('an end that is read before its job is emailed with the open amount', async () => {
  const { world, team } = await overdueTeam()
  world.clock.advance(14 * dayMillis)

  await syncBilling(team.services, team.scope)
  expect(await planOf(team)).toBe('free')
  const [ended] = await world.mailsNow(1)
  expect(ended?.text).toContain('because the payment was overdue')
  expect(ended?.text).toContain('$29 is still unpaid.')

  // A reminder that comes late would name a day that has passed.
  const [row] = await team.services.db.system
    .update(subscriptions)
    .set({ reminders: 3 })
    .returning()
  const reminder = { teamId: team.scope.teamId, subscription: row?.id ?? 0, reminder: 3 }
  expect(await readOverdueNotice(team.services, reminder)).toBeNull()
})

test('debts of two ended plans are one sum, whether the second has ended at Stripe or not', async () => {
  const { world, team } = await overdueTeam()
  await workOffDueBilling(team.services)
  await world.mailsNow(1)
  const ended = snapshot({ planId: 'genius', state: 'ended', endedAt: day(0), providerId: 'sub_0' })
  team.memory.data.subscriptions = [ended, ...team.memory.data.subscriptions]
  team.memory.data.invoices = [
    invoice({ ...open, providerId: 'in_0', subscriptionProviderId: 'sub_0', dueCents: 4_900 }),
    ...team.memory.data.invoices,
  ]
  world.clock.advance(14 * dayMillis)
  await syncBilling(team.services, team.scope)
  const mail = (await world.mailsNow(2)).at(-1)
  expect(mail?.text).toContain('$78 is still unpaid.')
})

test.each(['void', 'uncollectible'] as const)(
  'a payment whose invoice becomes %s is neither asked for nor the end of the plan',
  async (state) => {
    const { world, team } = await overdueTeam()
    team.memory.data.invoices = [invoice({ ...open, state })]
    await syncBilling(team.services, team.scope)

    const billing = await readBilling(team.services, team.scope)
    expect(billing.openPayment).toBeNull()
    expect(billing.subscription).toMatchObject({ state: 'active', pastDueSince: null })
    world.clock.advance(15 * dayMillis)
    await workOffDueBilling(team.services)
    expect(await rowsOf(team)).toMatchObject([{ reminders: 0, pastDueSince: null }])
    expect(await planOf(team)).toBe('plus')
    expect(team.memory.calls).toEqual([])
  },
)

test('an older invoice that is open keeps the payment overdue', async () => {
  const { team } = await overdueTeam()
  team.memory.data.invoices = [
    invoice({ ...open, state: 'void', providerId: 'in_2', issuedAt: day(1) }),
    invoice(open),
  ]
  await syncBilling(team.services, team.scope)
  expect((await readBilling(team.services, team.scope)).subscription?.state).toBe('past_due')
})

test('a canceled plan whose invoice is void lasts until its period ends', async () => {
  const { world, team } = await overdueTeam()
  team.memory.data.subscriptions = [
    snapshot({ state: 'cancelled', endsAt: day(20), isUnpaid: true, isOwedByInvoice: true }),
  ]
  team.memory.data.invoices = [invoice({ ...open, state: 'void' })]
  await syncBilling(team.services, team.scope)
  world.clock.advance(15 * dayMillis)
  await workOffDueBilling(team.services)
  expect(await planOf(team)).toBe('plus')
})

test.each(['void', 'uncollectible'] as const)(
  'a payment that was being processed and whose invoice is %s didn’t fail',
  async (state) => {
    const { world, team } = await overdueTeam()
    team.memory.data.invoices = [invoice({ ...open, isProcessing: true })]
    await syncBilling(team.services, team.scope)
    team.memory.data.invoices = [invoice({ ...open, state })]
    await syncBilling(team.services, team.scope)
    // An email about it would come before the one about the next invoice.
    const next = { ...open, providerId: 'in_2', number: 'FF-0002' }
    team.memory.data.invoices.push(invoice({ ...next, isProcessing: true }))
    await syncBilling(team.services, team.scope)
    team.memory.data.invoices = [invoice({ ...open, state }), invoice(next)]
    await syncBilling(team.services, team.scope)
    const [failed] = await world.mailsNow(1)
    expect(failed?.text).toContain('invoice FF-0002')
  },
)

test('a reminder that waits is dropped once the bank processes the payment', async () => {
  const { team } = await overdueTeam()
  const { services, scope } = team
  const [row] = await services.db.system.select().from(subscriptions)
  await services.db.system.update(subscriptions).set({ reminders: 1 })
  const reminder = { teamId: scope.teamId, subscription: row?.id ?? 0, reminder: 1 }
  expect(await readOverdueNotice(services, reminder)).toMatchObject({ openCents: 2_900 })
  team.memory.data.invoices = [invoice({ ...open, isProcessing: true })]
  await syncBilling(services, scope)
  expect(await readOverdueNotice(services, reminder)).toBeNull()
})

test('an invoice that is voided at Stripe takes its notice with it', async () => {
  const shop = await overdueShop()
  const { world, team } = shop
  expect((await shop.open('/billing')).text).toContain('Your last payment failed')
  for (const one of world.stripe.account.tables.invoice.values()) {
    if (one.status === 'open') voidInvoice(world.stripe.account, one)
  }
  await syncBilling(world.services, team.scope)
  const { text } = await shop.open('/billing')
  expect(text).not.toMatch(/Your last payment failed|Try payment again/)
  expect(text).toContain('Withdrawn. Nothing is owed.')
  expect((await shop.open('/')).text).not.toContain('Your last payment failed')
})

test('a plan whose unpaid invoice is void can be switched, at the price that was shown', async () => {
  const shop = await overdueShop()
  const { world, team } = shop
  for (const one of world.stripe.account.tables.invoice.values()) {
    if (one.status === 'open') voidInvoice(world.stripe.account, one)
  }
  await syncBilling(world.services, team.scope)
  await shop.enterCard('visa')
  const { text } = await shop.open('/billing/plan/agency')
  expect(text).toContain('Due now')
  await shop.choose('agency')
  expect((await readBilling(world.services, team.scope)).planId).toBe('agency')
})

test('while the bank works, no screen names an end of the plan that has passed', async () => {
  const shop = await overdueShop()
  const { world, team, owner } = shop
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.post('/billing', { intent: 'retry', operation: randomUUID() })
  const before = (await shop.open('/billing')).text
  expect(before).toMatch(/Your Plus plan ends on .* unless it’s paid\./)

  await world.advance(16 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  for (const path of ['/billing', '/billing/checkout/success', '/billing/cancel']) {
    const { text } = await shop.open(path)
    expect(text).not.toMatch(/plan ends on|unless it’s paid/)
  }
  const { text } = await shop.open('/billing')
  expect(text).toContain('Your Plus plan ends if it fails.')
  expect((await readBilling(world.services, team.scope)).subscription?.planEndsAt).toBeNull()

  // A plan that is canceled now doesn't last until its period ends either, unless the bank pays.
  const question = (await shop.open('/billing/cancel')).text
  expect(question).toMatch(
    /It ends if your payment fails\. If it’s paid, it keeps working until [^<.]*, and you can resume it until then\./,
  )
  await shop.post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  const canceled = (await shop.open('/billing')).text
  expect(canceled).toMatch(/Ends<\/dt><dd>If your payment fails, otherwise on /)
  expect(canceled).not.toContain('Ends on')
  const { text: after } = await shop.open('/billing/checkout/success')
  expect(after).not.toMatch(/ends on/)
})

test('a plan whose days of grace are over isn’t said to end on a day that has passed', async () => {
  const shop = await overdueShop()
  const { world, owner } = shop
  await world.advance(15 * dayMillis)
  owner.cookie = `token=${await world.logIn(owner)}`
  const { text } = await shop.open('/billing')
  expect(text).toMatch(/Your Plus plan ended on [^<]*, because it wasn’t paid\./)
  expect(text).not.toMatch(/Plus plan ends on|Resume/)
})

test('a canceled plan whose day is over ended because it was canceled, paid or not', async () => {
  const shop = await overdueShop()
  const { world, team } = shop
  const at = Math.floor(world.clock.now().getTime() / 1_000)
  for (const one of world.stripe.account.tables.subscription.values()) {
    Object.assign(one, { cancel_at: at + 5 * 86_400, canceled_at: at })
  }
  await syncBilling(world.services, team.scope)
  await world.advance(6 * dayMillis)
  const { text } = await shop.open('/billing')
  expect(text).toMatch(/Your Plus plan ended on [^<]*, because the subscription was canceled\./)
  expect(text).not.toContain('wasn’t paid')
})

test('a debt is owed, not collected, after a decline for good', async () => {
  const shop = await overdueShop()
  const { world, open: see } = shop
  for (const id of world.stripe.account.cards.keys()) {
    world.stripe.changeCard(id, 'declines for good')
  }
  for (const path of ['/billing/cancel', '/billing']) {
    if (path === '/billing') {
      await shop.post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
    }
    const { text } = await see(path)
    expect(text).toContain('The open payment of $29 is still owed.')
    expect(text).not.toContain('collected')
  }
})

test('canceling the next plan says that the debt of the one before is still owed', async () => {
  const shop = await overdueShop()
  const { world, team, owner, open, enterCard, choose } = shop
  await world.advance(15 * dayMillis)
  await workOffDueBilling(world.services)
  owner.cookie = `token=${await world.logIn(owner)}`
  await enterCard('visa')
  await choose('genius')
  expect((await readBilling(world.services, team.scope)).planId).toBe('genius')

  const { text } = await open('/billing/cancel')
  expect(text).toContain('The open payment of $29 for your Plus plan is still owed.')
  expect(text).not.toContain('nothing more is charged')
})
