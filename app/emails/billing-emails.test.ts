/** Each billing email about a failure or an end says how much is open, until when, and how it’s paid. */
import { expect, test } from 'vitest'
import type { OverdueNotice, PlanEndNotice } from '#app/domain/billing/notices.server.ts'
import { overdueEmail, planEndedEmail, receiptEmail } from './billing-emails.ts'

const addressOf = (path: string) => `http://footfall.test${path}`
const on = (day: number, month = 2) => new Date(Date.UTC(2026, month, day, 10))
const owner = { to: 'owner@kettles.example', teamId: 7, team: 'Kettles' }

const overdue: OverdueNotice = {
  ...owner,
  planId: 'plus',
  nextPlanId: 'free',
  channel: 'card',
  openCents: 2_900,
  currency: 'usd',
  dueSince: on(2),
  planEndsAt: on(16),
  canceledEnd: null,
}
const ended: PlanEndNotice = {
  ...owner,
  planId: 'plus',
  newPlanId: 'free',
  why: 'unpaid',
  at: on(16),
  open: [{ cents: 2_900, currency: 'usd' }],
}

const failed = 'We couldn’t collect $29 for the Plus plan of Kettles, due on March 2, 2026.'
const canceled = 'The plan is canceled, and the payment is still open.'
const toFree = 'Kettles moves to the Free plan and everything beyond it pauses. Nothing is deleted.'

const pay =
  'open billing, update your card and select “Try payment again”. A new card alone might not be charged.'
const payByMarch =
  'Open billing by March 16, 2026, update your card and select “Try payment again”. A new card alone might not be charged.'

const failures: [string, Partial<OverdueNotice>, string, string][] = [
  ['of a plan that renews', {}, failed, `${payByMarch} After that, ${toFree}`],
  [
    'of a canceled plan whose grace is over first',
    { canceledEnd: on(2, 3) },
    `${failed} ${canceled}`,
    `The plan ends on March 16, 2026, or on April 2, 2026 if you pay by then. To pay, ${pay} After that, ${toFree}`,
  ],
  [
    'of a canceled plan whose period is over first',
    { canceledEnd: on(9), planEndsAt: on(9) },
    `${failed} ${canceled}`,
    `The plan ends on March 9, 2026. To pay, ${pay} After that, ${toFree}`,
  ],
  [
    'of an organization with a lifetime deal',
    { nextPlanId: 'lite' },
    failed,
    `${payByMarch} After that, Kettles moves to the Lite plan and everything beyond it pauses. Nothing is deleted.`,
  ],
  [
    'of an amount that isn’t known',
    { openCents: 0 },
    'We couldn’t collect the payment for the Plus plan of Kettles, due on March 2, 2026.',
    `${payByMarch} After that, ${toFree}`,
  ],
  [
    'in Shopify',
    { channel: 'shopify', openCents: 0 },
    'Shopify couldn’t collect the payment for the Plus plan of Kettles, due on March 2, 2026.',
    `Pay your shop’s bill in Shopify by March 16, 2026. After that, ${toFree}`,
  ],
]

test.each(failures)('a failed payment %s', (_name, facts, first, second) => {
  for (const reminder of [1, 2, 3]) {
    const email = overdueEmail({ ...overdue, ...facts }, { reminder, addressOf })
    expect(email.paragraphs).toEqual([first, second])
    expect(email.action.address).toContain('billing')
    expect(email.action.label).toBe(first.includes('$29') ? 'Pay $29' : 'Open billing')
  }
})

const why: Record<Exclude<PlanEndNotice['why'], 'paused'>, string> = {
  unpaid: 'because the payment was overdue',
  cancelled: 'because the subscription was canceled',
  trial: 'because the trial is over',
}

test.each(Object.keys(why) as (keyof typeof why)[])('an end as %s', (reason) => {
  const owing = planEndedEmail({ ...ended, why: reason }, addressOf)
  expect(owing.paragraphs[0]).toBe(
    `The Plus plan of Kettles ended on March 16, 2026, ${why[reason]}.`,
  )
  expect(owing.paragraphs[1]).toBe(
    '$29 is still unpaid. To pay it, open billing, update your card and select “Try payment again”. Paying doesn’t start the plan again.',
  )
  expect(owing.action.label).toBe('Pay $29')
  expect(owing.action.address).toMatch(/billing$/)

  const settled = planEndedEmail({ ...ended, why: reason, open: [] }, addressOf)
  expect(JSON.stringify(settled)).not.toContain('$')
  expect(settled.action.label).toBe('Choose a plan')
})

test('a pause is called that, with what is still open', () => {
  const owing = planEndedEmail({ ...ended, why: 'paused' }, addressOf)
  expect(owing.subject).toBe('Your Plus plan is paused')
  expect(owing.paragraphs.join(' ')).toMatch(/was paused on March 16, 2026.*\$29 is still unpaid/)
  expect(owing.paragraphs.join(' ')).not.toContain('ended')
  expect(owing.action.label).toBe('Pay $29')

  const settled = planEndedEmail({ ...ended, why: 'paused', open: [] }, addressOf)
  expect(JSON.stringify(settled)).not.toContain('$')
  expect(settled.action.label).toBe('View billing')
})

test('amounts have their currency, and two of them aren’t added', () => {
  const euros = { cents: 4_550, currency: 'eur' }
  const failure = { ...overdue, openCents: 4_550, currency: 'eur' }
  expect(overdueEmail(failure, { reminder: 1, addressOf }).paragraphs[0]).toContain(
    'collect €45.50 for the Plus plan',
  )
  const owing = planEndedEmail({ ...ended, open: [euros, ...ended.open] }, addressOf)
  expect(owing.paragraphs[1]).toContain('€45.50 and $29 is still unpaid.')
  const receipt = receiptEmail(
    {
      ...owner,
      number: 'FF-0002',
      currency: 'jpy',
      lines: [{ description: '1 × Plus', quantity: 1, amountCents: 3_000, isProration: false }],
      taxCents: 0,
      totalCents: 3_000,
      paidCents: 3_000,
      carriedCents: 0,
      paidAt: on(2),
    },
    addressOf,
  )
  expect([receipt.subject, receipt.paragraphs[1]]).toEqual([
    'Payment received: ¥3,000',
    '1 × Plus: ¥3,000',
  ])
})

test('an amount that is too small to charge isn’t said to be paid with credit', () => {
  const small = receiptEmail(
    {
      ...owner,
      number: 'FF-0003',
      currency: 'usd',
      lines: [{ description: '1 × Plus', quantity: 1, amountCents: 29, isProration: false }],
      taxCents: 0,
      totalCents: 29,
      paidCents: 0,
      carriedCents: 29,
      paidAt: on(2),
    },
    addressOf,
  )
  expect(small.subject).toBe('Invoice added to your next one: $0.29')
  expect(small.paragraphs).toEqual([
    '$0.29 of the invoice for Kettles on March 2, 2026 is too small to charge. It’s added to your next invoice. Invoice number: FF-0003.',
    '1 × Plus: $0.29\nAdded to your next invoice: -$0.29',
  ])
})
