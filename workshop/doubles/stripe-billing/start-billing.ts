/** The double of Stripe for `npm run dev`, with all prices, and a page where time passes. */
import { webhookEvents } from '#app/clients/stripe/events.server.ts'
import { paidPlans } from '#app/clients/stripe/prices.server.ts'
import type { MovedClock } from '../moved-clock.ts'
import { startServiceDesk } from '../shops/service-desk.ts'
import { testCards } from './cards.ts'
import { readAccount, restoreAccount, writeAccount } from './account/kept-account.ts'
import { startStripeBilling, type StripeBilling } from './stripe-billing-server.ts'

export type BillingDouble = {
  /** The page with the cards, and with buttons that let time pass. */
  deskUrl: string
  /** Variables with which the product uses it. */
  environment: Readonly<Record<string, string>>
  stripe: StripeBilling
  /** Runs as if it were that moment at Stripe. */
  at: <Result>(then: Date, work: () => Promise<Result>) => Promise<Result>
  /** Writes what has changed, if the account is kept. */
  keep: () => void
  stop: () => Promise<void>
}

/** Renewals are that late at most when no one moves the clock. */
const settleMillis = 60_000

/** The last changes before a crash are lost. */
const keepMillis = 1_000

const coupons = [
  { id: 'TENPERCENT', percent_off: 10, duration: 'forever' },
  { id: 'HALF3', percent_off: 50, duration: 'repeating', duration_in_months: 3 },
] as const

const webhookSecret = 'whsec_development0123456789'

type Keeping = {
  /** Keeps the account from one start to the next. Absent: it's forgotten. */
  file?: string
}

/**
 * @param appUrl where the product is, which gets the events
 * @param port the first of two ports, which are taken when they are free
 * @param clock the product's as well. One that can't be moved has no buttons for it
 */
export async function startBillingDouble(
  appUrl: string,
  port: number,
  { file, ...clock }: Pick<MovedClock, 'now'> & Partial<MovedClock> & Keeping,
): Promise<BillingDouble> {
  const kept = file === undefined ? null : readAccount(file)
  // Ids of an earlier start are in the product's database.
  const lastId = Math.max(Math.floor(Date.now() / 1_000), kept?.lastId ?? 0)
  let moment: Date | null = null
  const stripe = await startStripeBilling(() => moment ?? clock.now(), { port: port + 1, lastId })
  if (kept) restoreAccount(stripe.account, kept)
  for (const { id, priceCents } of paidPlans) stripe.addPrice(id, priceCents)
  for (const coupon of coupons) {
    if (!stripe.account.tables.coupon.has(coupon.id)) stripe.addCoupon(coupon)
  }
  let keptId = 0
  const keep = () => {
    if (file === undefined || keptId === stripe.account.lastId()) return
    keptId = stripe.account.lastId()
    writeAccount(stripe.account, file)
  }
  const keeping = setInterval(keep, keepMillis).unref()
  const url = `${appUrl}/hooks/stripe`
  stripe.addEndpoint({
    url,
    events: webhookEvents,
    receiver: { send: (init) => fetch(url, init), secrets: [webhookSecret] },
  })
  const { pass, onDay } = clock
  onDay?.(stripe.settle)
  const settle = () => void stripe.settle().catch(() => undefined)
  const settling = onDay ? undefined : setInterval(settle, settleMillis).unref()
  const details = Object.values(testCards).map(({ number, behavior, country }) => {
    const label = `${number} (${country})`
    return [label, `This card ${behavior}.`] as const
  })
  const desk = await startServiceDesk(
    [
      {
        name: 'Card payments',
        get details() {
          return {
            ...Object.fromEntries(details),
            Coupons: 'TENPERCENT, HALF3',
            'Time, also in Footfall': clock.now().toUTCString(),
          }
        },
        actions: {
          ...(pass && {
            'Let a day pass': () => pass(1),
            'Let a month pass': () => pass(31),
          }),
        },
      },
    ],
    port,
    'Pay with these cards under Billing.',
  )
  return {
    deskUrl: desk.url,
    stripe,
    async at(then, work) {
      moment = then
      try {
        return await work()
      } finally {
        moment = null
      }
    },
    keep,
    environment: {
      STRIPE_SECRET_KEY: stripe.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_DOUBLE_URL: stripe.url,
    },
    async stop() {
      clearInterval(settling)
      clearInterval(keeping)
      keep()
      await Promise.all([desk.stop(), stripe.stop()])
    },
  }
}
