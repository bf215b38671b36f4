/**
 * Eleven months of three organizations, with every sum worked out by hand: each is a literal, and its
 * comment says how it comes about. A part of a period is `price × seconds left / seconds of the period`,
 * rounded to the cent.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { grantLifetime, startTrial } from '#app/domain/billing/grants.server.ts'
import { readCredit } from '#app/domain/billing/invoices.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { live, type Entry, type Writer } from '../../support/billing/diary.ts'

const billing = async ({ open }: Writer) => (await open('/billing')).text
const planPage = async ({ open }: Writer, plan: string) =>
  (await open(`/billing/plan/${plan}`)).text
const form = (intent: string) => ({ intent, operation: randomUUID() })
const cancel = ({ post }: Writer) => post('/billing/cancel', form('cancel'))

/** The totals of the last invoices, oldest first. */
async function expectLast(writer: Writer, ...cents: number[]): Promise<void> {
  expect((await writer.totals()).slice(-cents.length)).toEqual(cents)
}

/** Periods begin on the 27th, at 02:03:54. That of 27 Nov has 2,592,000 seconds. */
const demo: readonly Entry[] = [
  [
    '2026-11-27T02:03:54',
    'Plus is paid',
    async (writer) => {
      writer.world.stripe.addCoupon({
        id: 'HALF3',
        percent_off: 50,
        duration: 'repeating',
        duration_in_months: 3,
      })
      expect(await billing(writer)).toContain('Free plan')
      await writer.enterCard('visa')
      await writer.choose('plus')
      expect((await writer.open('/billing/checkout/success')).text).toContain(
        'You’re on the Plus plan',
      )
      await expectLast(writer, 2_900)
      expect(await writer.mail('Payment received: $29')).toContain('on November 27, 2026')
    },
  ],
  [
    '2026-12-07T02:04:03',
    'Plus becomes Genius',
    async (writer) => {
      const preview = await planPage(writer, 'genius')
      expect(preview).toMatch(/−\$19\.33[\s\S]*\$32\.67[\s\S]*\$13\.34/)
      expect(preview).toContain('Unused time on Footfall Plus after 07 Dec 2026')
      expect(preview).toContain('Remaining time on Footfall Genius after 07 Dec 2026')
      await writer.choose('genius')
      // 1,727,991 s are left: 2,900 × 0.666663 = 1,933.3 back, 4,900 × 0.666663 = 3,266.7.
      await expectLast(writer, 2_900, 1_334)
      expect(await writer.mail('Payment received: $13.34')).toMatch(
        /Unused time on Footfall Plus after 07 Dec 2026: [-−]\$19\.33/,
      )
    },
  ],
  [
    '2026-12-07T02:04:13',
    'Genius becomes Enterprise, with a coupon',
    async (writer) => {
      const page = await planPage(writer, 'enterprise?coupon=HALF3')
      expect(page).toContain('$30.33')
      expect(page).toContain('Next invoice: $94.50 on Dec 27, 2026. Both with the coupon HALF3.')
      await writer.choose('enterprise', { coupon: 'HALF3', shown_coupon: 'HALF3' })
      // 1,727,981 s: 4,900 → 3,266.6 back, 18,900 → 12,599.9, half of it → 6,299.9 off.
      // −3,267 + 12,600 − 6,300.
      await expectLast(writer, 3_033)
      expect(await billing(writer)).toContain('50% off until Mar 7, 2027')
    },
  ],
  [
    '2026-12-17T02:04:24',
    'Enterprise becomes Agency',
    async (writer) => {
      expect(await planPage(writer, 'agency')).toMatch(
        /Discount added back[\s\S]*Credit for your next invoice[\s\S]*\$16\.66/,
      )
      await writer.choose('agency')
      // 863,970 s (0.333322): 18,900 → 6,299.8 back, less 9,450 → 3,149.9 that were a discount;
      // 8,900 → 2,966.6, less 4,450 → 1,483.3. −6,300 + 3,150 + 2,967 − 1,483.
      await expectLast(writer, -1_666)
      expect(await billing(writer)).toContain('$16.66 left from switching')
    },
  ],
  [
    '2026-12-27T02:10:00',
    'the first renewal, with half off and credit',
    async (writer) => {
      // 8,900 − 4,450. 1,666 are credit, so 2,784 are paid.
      await expectLast(writer, -1_666, 4_450)
      const shown = await billing(writer)
      expect(shown).toMatch(/\$44\.50[\s\S]*−\$16\.66[\s\S]*\$27\.84/)
      expect(shown).not.toContain('left from switching')
      expect(await writer.mail('Payment received: $27.84')).toMatch(/Credit: [-−]\$16\.66/)
    },
  ],
  [
    '2027-03-01T09:00:00',
    'canceled and resumed, after two more months with half off',
    async (writer) => {
      // 8,900 − 4,450, on 27 Jan and 27 Feb.
      await expectLast(writer, 4_450, 4_450, 4_450)
      const asked = (await writer.open('/billing/cancel')).text
      expect(asked).toContain('It keeps working until Mar 27, 2027')
      expect(asked).toContain('nothing more is charged')
      // 8,900 from the next invoice on is less than the offer's 12,400.
      expect(asked).not.toContain('Stay for')
      await cancel(writer)
      expect(await billing(writer)).toMatch(
        /Your Agency plan is canceled[\s\S]*keeps working until Mar 27, 2027/,
      )
      const resumed = await writer.post('/billing', form('resume'))
      expect(resumed.text).toContain('Plan resumed')
      expect(resumed.text).toContain('Renews on')
    },
  ],
  [
    '2027-03-09T02:05:45',
    'Agency becomes Enterprise, after the coupon',
    async (writer) => {
      expect(await billing(writer)).not.toContain('50% off')
      expect(await planPage(writer, 'enterprise')).toContain('$92.89')
      await writer.choose('enterprise')
      // 1,555,089 of 2,419,200 s: 8,900 → 5,721.0 back, less 4,450 → 2,860.5 that were a discount
      // (27 Feb was paid with it); 18,900 → 12,149.1. −5,721 + 2,861 + 12,149.
      await expectLast(writer, 9_289)
      expect((await writer.open('/billing/cancel')).text).toMatch(
        /Stay for \$124 a month[\s\S]*instead of \$189/,
      )
    },
  ],
  [
    '2027-03-27T02:10:00',
    'the offer is accepted',
    async (writer) => {
      // The whole price, as the coupon is over.
      await expectLast(writer, 18_900)
      await writer.post('/billing/cancel', form('stay'))
      const shown = await billing(writer)
      expect(shown).toMatch(/Next invoice[\s\S]*On Apr 27, 2027[\s\S]*−\$65[\s\S]*\$124/)
      expect(shown).not.toContain('is canceled')
    },
  ],
  [
    '2027-05-20T09:00:00',
    'the card is still good',
    async (writer) => {
      // 18,900 − 6,500, on 27 Apr.
      await expectLast(writer, 18_900, 12_400)
      const [method = ''] = [...writer.world.stripe.account.tables.payment_method.keys()]
      writer.world.stripe.changeCard(method, 'declines renewals')
    },
  ],
  [
    '2027-05-27T02:10:00',
    'a renewal fails',
    async (writer) => {
      await expectLast(writer, 12_400, 12_400)
      expect(await billing(writer)).toMatch(
        /Your last payment failed[\s\S]*Your Enterprise plan ends on Jun 10, 2027/,
      )
      expect(await writer.mail('Payment failed')).toContain('Open billing by June 10, 2027')
    },
  ],
  [
    '2027-05-28T09:00:00',
    'canceled while it’s unpaid, and a new card',
    async (writer) => {
      const asked = (await writer.open('/billing/cancel')).text
      expect(asked).toContain('The open payment of $124 is still owed.')
      expect(asked).not.toContain('nothing more is charged')
      await cancel(writer)
      expect(await billing(writer)).toMatch(
        /ends on Jun 10, 2027[^<]*or on Jun 27, 2027[^<]*if it’s paid\. The open payment of \$124 is still owed\.[\s\S]*Update card[\s\S]*Try payment again/,
      )
      await writer.enterCard('mastercard')
    },
  ],
  [
    '2027-05-30T02:10:00',
    'Stripe’s next attempt collects it',
    async (writer) => {
      expect(await writer.mail('Payment received: $124', 'on May 30, 2027')).toContain('Discount')
      const shown = await billing(writer)
      expect(shown).toMatch(
        /Your Enterprise plan is canceled[\s\S]*keeps working until Jun 27, 2027/,
      )
      expect(shown).not.toContain('Your last payment failed')
    },
  ],
  [
    '2027-06-06T10:03:54',
    'ten switches, of which the first ends the offer',
    async (writer) => {
      const first = await planPage(writer, 'agency')
      expect(first).toContain('Your $65 discount is only for the Enterprise plan.')
      expect(first).toContain('The Enterprise plan is canceled. If you switch, Agency renews')
      const plans = 'agency genius plus lite plus genius agency enterprise agency genius'.split(' ')
      for (const plan of plans) await writer.choose(plan)
      // Two thirds of 31 days are left: Enterprise 12,600 (of which 4,333 were the offer), Agency
      // 5,933, Genius 3,267, Plus 1,933, Lite 600.
      const totals = [
        -12_600 + 4_333 + 5_933, // −2,334, all credit
        -5_933 + 3_267, // −2,666, credit 5,000
        -3_267 + 1_933, // −1,334, credit 6,334
        -1_933 + 600, // −1,333, credit 7,667
        -600 + 1_933, // 1,333 of credit, 6,334 left
        -1_933 + 3_267, // 1,334 of credit, 5,000 left
        -3_267 + 5_933, // 2,666 of credit, 2,334 left
        -5_933 + 12_600, // 6,667: the last 2,334 of credit, and 4,333 paid
        -12_600 + 5_933, // −6,667, all credit
        -5_933 + 3_267, // −2,666, credit 9,333
      ]
      await expectLast(writer, ...totals)
      expect((await readCredit(writer.world.services, writer.team.scope)).cents).toBe(9_333)
      const shown = await billing(writer)
      expect(shown).toContain('$93.33 left from switching')
      expect(shown).toContain('Renews on')
      expect(shown).not.toContain('each month')
      expect(await writer.mail('Payment received: $43.33')).toMatch(/Credit: [-−]\$23\.34/)
    },
  ],
  [
    '2027-06-07T09:00:00',
    'a boost, whose first card is declined',
    async (writer) => {
      const path = `/settings/teams/${String(writer.team.scope.teamId)}/plan`
      const bought = await writer.post(path, { ...form('buy'), item: 'lite-visitors' })
      const session = /cs_\w+/.exec(bought.text)?.[0] ?? ''
      writer.world.stripe.checkOut(session, 'decline')
      const success = () => writer.open('/billing/checkout/visitor-boost/success')
      expect((await success()).text).toContain('isn’t complete')
      writer.world.stripe.checkOut(session, 'pay')
      // Opened twice, it counts once.
      expect((await success()).text).toContain('until Jul 7, 2027')
      expect((await success()).text).toContain('Your boost is active')
      // 100,000 of Genius, and 10,000.
      expect((await writer.open(path)).text).toContain('of 110,000 visitors')
    },
  ],
  [
    '2027-06-27T02:10:00',
    'Genius renews at its price, from credit',
    async (writer) => {
      // The boost; then not 0, because the offer ended with its plan. 9,333 − 4,900 are left.
      await expectLast(writer, 900, 4_900)
      expect(await billing(writer)).toContain('$44.33 left from switching')
      expect(await writer.mail('Invoice paid with credit: $49')).toMatch(/Credit: [-−]\$49/)
    },
  ],
  [
    '2027-07-27T02:10:00',
    'and again, with the last of it',
    async (writer) => {
      // 4,900 − 4,433.
      await expectLast(writer, 4_900, 4_900)
      expect(await writer.mail('Payment received: $4.67')).toMatch(/Credit: [-−]\$44\.33/)
      expect(await billing(writer)).not.toContain('left from switching')
    },
  ],
  [
    '2027-10-24T07:00:00',
    'all that was paid',
    async (writer) => {
      // 27 Aug and 27 Sep.
      await expectLast(writer, 4_900, 4_900)
      // 2,900 + 1,334 + 3,033 + 2,784 + 4,450 + 4,450 + 9,289 + 18,900 + 12,400 + 12,400 + 4,333 + 900
      // + 467 + 4,900 + 4,900.
      expect(await writer.paid()).toBe(87_440)
    },
  ],
]

/** Pays while its owner is at the screen, and fails at each renewal. */
const owney: readonly Entry[] = [
  [
    '2027-07-29T08:00:00',
    'Plus is paid',
    async (writer) => {
      await writer.enterCard('failingLater')
      await writer.choose('plus')
      await expectLast(writer, 2_900)
    },
  ],
  [
    '2027-08-29T09:00:00',
    'a renewal fails, and is tried again',
    async (writer) => {
      expect(await billing(writer)).toContain('Your Plus plan ends on Sep 12, 2027')
      const retried = await writer.post('/billing', form('retry'))
      expect(retried.text).toContain('Payment received')
      expect(retried.text).not.toContain('Your last payment failed')
      await expectLast(writer, 2_900, 2_900)
    },
  ],
  [
    '2027-09-29T09:00:00',
    'canceled while the next one is unpaid',
    async (writer) => {
      expect(await billing(writer)).toContain('Your Plus plan ends on Oct 13, 2027')
      const asked = (await writer.open('/billing/cancel')).text
      expect(asked).toMatch(
        /keeps working until Oct 13, 2027[^<]*or until Oct 29, 2027[^<]*if the open payment is paid/,
      )
      expect(asked).toContain('The open payment of $29 is still owed.')
      await cancel(writer)
      expect(await billing(writer)).toContain('The open payment of $29 is still owed.')
    },
  ],
  [
    '2027-10-13T08:10:00',
    'the plan ends with the 14 days, and its invoice is paid later',
    async (writer) => {
      const reminder = await writer.mail('Payment failed: your plan ends on October 13, 2027')
      expect(reminder).toContain('The plan is canceled, and the payment is still open.')
      const end = await writer.mail('Your Plus plan has ended')
      expect(end).toContain('ended on October 13, 2027, because the payment was overdue')
      expect(end).toContain('$29 is still unpaid.')
      const ended = await billing(writer)
      expect(ended).toContain('Free plan')
      expect(ended).toContain('Your Plus plan has ended, and $29 for it is still open.')
      expect((await writer.post('/billing', form('retry'))).text).toContain('Payment received')
      expect(await billing(writer)).toContain('Free plan')
      await expectLast(writer, 2_900, 2_900, 2_900)
    },
  ],
  [
    '2027-10-15T09:00:00',
    'Lite from staff, and a trial of Genius',
    async ({ world: { services }, team: { scope }, ...writer }) => {
      const cause = { actor: 'staff', userId: null, reason: 'A gift.' } as const
      await setPlan(services, scope, { wanted: { planId: 'lite' }, cause })
      const until = new Date('2027-10-22T09:00:00Z')
      await startTrial(services, scope, { planId: 'genius', until, reason: 'Asked for it.' })
      expect((await writer.open('/billing')).text).toMatch(/trial is running[\s\S]*Oct 22, 2027/)
    },
  ],
  [
    '2027-10-22T09:10:00',
    'Lite comes back',
    async (writer) => {
      expect(await billing(writer)).toContain('Lite plan')
      const mail = await writer.mail('Your Genius plan has ended')
      expect(mail).toContain('because the trial is over')
      expect(mail).toContain('is now on the Lite plan')
    },
  ],
  [
    '2027-10-24T08:00:00',
    'Agency, canceled, and a switch that the bank refuses',
    async (writer) => {
      await writer.choose('agency')
      await expectLast(writer, 8_900)
      await cancel(writer)
      const canceled = /Your Agency plan is canceled[\s\S]*keeps working until Nov 24, 2027/
      expect(await billing(writer)).toMatch(canceled)
      await writer.enterCard('asking')
      await writer.choose('enterprise')
      await writer.answerBank(false)
      expect(await billing(writer)).toMatch(
        /Your switch to Enterprise isn’t paid yet[\s\S]*Then your Agency plan stays canceled/,
      )
    },
  ],
  [
    '2027-11-24T08:10:00',
    'it ends, and nothing more was charged',
    async (writer) => {
      expect(await billing(writer)).toContain('Free plan')
      expect(await writer.mail('Your Agency plan has ended')).toContain(
        'ended on November 24, 2027, because the subscription was canceled',
      )
      // 3 × 2,900 + 8,900.
      expect(await writer.paid()).toBe(17_600)
    },
  ],
]

const memby: readonly Entry[] = [
  [
    '2027-02-01T09:00:00',
    'a lifetime deal, and a trial',
    async (writer) => {
      const { services } = writer.world
      const { scope } = writer.team
      await grantLifetime(services, scope, {
        planId: 'lite',
        code: 'SUMO-1',
        forwardedImpressions: null,
        reason: 'AppSumo.',
      })
      expect(await billing(writer)).toMatch(/Lite plan[\s\S]*Paid once/)
      const until = new Date('2027-02-15T09:00:00Z')
      await startTrial(services, scope, { planId: 'genius', until, reason: 'Asked for it.' })
      expect(await billing(writer)).toContain('Genius plan')
    },
  ],
  [
    '2027-02-15T09:10:00',
    'the deal applies again',
    async (writer) => {
      expect(await billing(writer)).toMatch(/Lite plan[\s\S]*Paid once/)
      expect(await writer.mail('Your Genius plan has ended')).toContain('is now on the Lite plan')
    },
  ],
  [
    '2027-10-24T09:00:00',
    'and still does',
    async (writer) => {
      expect(await billing(writer)).toMatch(/Lite plan[\s\S]*Paid once/)
      expect(await writer.totals()).toEqual([])
    },
  ],
]

test('eleven months: what was said is what was charged, to the cent', { timeout: 180_000 }, () =>
  live({ demo, owney, memby }),
)
