/**
 * Writes a day's row of business figures in the night after it. A day's figures can't be computed
 * later: subscriptions change, and rows are deleted with their teams.
 */
import { and, eq, gt, gte, isNotNull, lt, ne, notExists, notInArray, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import {
  billingAccounts,
  businessMetrics,
  invoices,
  type OtherCurrency,
  type PlanSubscribers,
  purchases,
  subscriptions,
} from '#app/db/schema/billing.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { discountsOf, joinDiscounts, monthlyCents } from '../discounts.ts'
import { dayMillis, dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/**
 * Stores the row of yesterday (UTC). Repeatable: the first run after midnight counts.
 *
 * A night that was missed has no row.
 */
export async function writeBusinessDay({ db, now }: Services): Promise<void> {
  const at = now()
  const day = dayOf(new Date(at.getTime() - dayMillis))
  await db.transaction(async (tx) => {
    const isWritten = await tx.$count(businessMetrics, eq(businessMetrics.day, day))
    if (isWritten > 0) return
    const days = { from: new Date(`${day}T00:00:00Z`), to: new Date(`${dayOf(at)}T00:00:00Z`) }
    const perPlan = await countSubscribers(tx)
    await tx
      .insert(businessMetrics)
      .values({
        day,
        ...(await sumMoney(tx, { ...days, at })),
        newUsers: await tx.$count(
          users,
          and(gte(users.createdAt, days.from), lt(users.createdAt, days.to)),
        ),
        churned: await countChurned(tx, days),
        genericTrials: await countGenericTrials(tx, at),
        trialing: total(perPlan, 'trialing'),
        subscribers: total(perPlan, 'subscribers'),
        perPlan,
        createdAt: at,
      })
      .onConflictDoNothing()
  })
}

type Days = { from: Date; to: Date }

const total = (perPlan: readonly PlanSubscribers[], of: 'subscribers' | 'trialing'): number =>
  perPlan.reduce((sum, one) => sum + one[of], 0)

/** Never paid so far, paused, or over. */
const unpaidStates = ['incomplete', 'paused', 'ended'] as const

type Sums = Pick<OtherCurrency, 'monthlyCents' | 'monthlyNetCents' | 'volumeCents'>
type Sum = { [Name in keyof Sums]?: number } & { currency: string }

/** Amounts of two currencies can't be added: those that aren't the catalog's are apart. */
async function sumMoney(
  tx: Transaction,
  { at, ...days }: Days & { at: Date },
): Promise<Sums & { otherCurrencies: OtherCurrency[] }> {
  const sums = [...(await listMonthly(tx, at)), ...(await listVolume(tx, days))]
  const of = (wanted: string): Sums => {
    const found = sums.filter((one) => one.currency === wanted)
    const add = (name: keyof Sums) => found.reduce((sum, one) => sum + (one[name] ?? 0), 0)
    return {
      monthlyCents: add('monthlyCents'),
      monthlyNetCents: add('monthlyNetCents'),
      volumeCents: add('volumeCents'),
    }
  }
  const others = new Set(sums.map((one) => one.currency).filter((one) => one !== currency))
  return {
    ...of(currency),
    otherCurrencies: [...others].sort().map((one) => ({ currency: one, ...of(one) })),
  }
}

/** Quantity × price of what renews and is charged, before and after discounts: not on trial, and without an end. */
async function listMonthly(tx: Transaction, at: Date): Promise<Sum[]> {
  const onTrial = sql`coalesce(${subscriptions.trialEndsAt} > ${at.toISOString()}::timestamptz, false)`
  const rows = await tx
    .select({
      quantity: subscriptions.quantity,
      unitCents: subscriptions.unitCents,
      currency: subscriptions.currency,
      period: subscriptions.period,
      discount: subscriptions.discount,
    })
    .from(subscriptions)
    .where(
      and(
        notInArray(subscriptions.state, [...unpaidStates, 'trialing', 'cancelled']),
        sql`${subscriptions.endsAt} is null`,
        sql`not ${onTrial}`,
        isCharged(at),
      ),
    )
  return rows.map(({ discount: stored, ...price }) => {
    // A discount on one invoice doesn't recur.
    const discount = joinDiscounts(
      discountsOf(stored).filter(({ duration }) => duration !== 'once'),
    )
    return {
      currency: price.currency,
      monthlyCents: price.quantity * price.unitCents,
      monthlyNetCents: monthlyCents({ ...price, discount }, at),
    }
  })
}

/** A pause of its payments that has a day ends with it, whether the provider reports that or not. */
const isCharged = (at: Date) =>
  sql`(${subscriptions.collectionPaused} is null
    or (${subscriptions.collectionPaused}->>'resumesAt')::timestamptz <= ${at.toISOString()}::timestamptz)`

/** Purchases by card have invoices. Shopify reports charged amounts only for purchases. */
async function listVolume(tx: Transaction, { from, to }: Days): Promise<Sum[]> {
  const sumOf = (cents: typeof invoices.paidCents | typeof purchases.priceCents) =>
    sql`coalesce(sum(${cents}), 0)`.mapWith(Number)
  const invoiced = await tx
    .select({ currency: invoices.currency, volumeCents: sumOf(invoices.paidCents) })
    .from(invoices)
    .where(and(eq(invoices.state, 'paid'), gte(invoices.paidAt, from), lt(invoices.paidAt, to)))
    .groupBy(invoices.currency)
  const [bought] = await tx
    .select({ volumeCents: sumOf(purchases.priceCents) })
    .from(purchases)
    .where(
      and(ne(purchases.channel, 'card'), gte(purchases.paidAt, from), lt(purchases.paidAt, to)),
    )
  return [...invoiced, { currency, volumeCents: bought?.volumeCents ?? 0 }]
}

/** The provider's words for one whose first payment never arrived. */
const neverPaid = ['incomplete', 'incomplete_expired', 'DECLINED', 'EXPIRED', 'PENDING']

/** A switch at a provider that replaces subscriptions is no churn: the team has another. */
async function countChurned(tx: Transaction, { from, to }: Days): Promise<number> {
  const still = tx
    .select({ one: sql`1` })
    .from(sql`${subscriptions} as still`)
    .where(
      sql`still.team_id = ${subscriptions.teamId}
        and still.state not in ('incomplete', 'ended') and not still.is_lifetime`,
    )
  const [row] = await tx
    .select({ teams: sql`count(distinct ${subscriptions.teamId})`.mapWith(Number) })
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.endedAt),
        gte(subscriptions.endedAt, from),
        lt(subscriptions.endedAt, to),
        eq(subscriptions.isLifetime, false),
        notInArray(subscriptions.providerStatus, neverPaid),
        notExists(still),
      ),
    )
  return row?.teams ?? 0
}

const countGenericTrials = (tx: Transaction, at: Date): Promise<number> => {
  const subscribed = tx
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.teamId, billingAccounts.teamId),
        eq(subscriptions.isLifetime, false),
        notInArray(subscriptions.state, [...unpaidStates]),
      ),
    )
  const isOnTrial = and(gt(billingAccounts.trialEndsAt, at), isNotNull(billingAccounts.trialPlan))
  return tx.$count(billingAccounts, and(isOnTrial, notExists(subscribed)))
}

async function countSubscribers(tx: Transaction): Promise<PlanSubscribers[]> {
  const isTrial = sql`${subscriptions.state} = 'trialing'`
  return tx
    .select({
      planId: subscriptions.planId,
      channel: subscriptions.channel,
      subscribers: sql`count(*) filter (where not ${isTrial})`.mapWith(Number),
      trialing: sql`count(*) filter (where ${isTrial})`.mapWith(Number),
    })
    .from(subscriptions)
    .where(notInArray(subscriptions.state, [...unpaidStates]))
    .groupBy(subscriptions.channel, subscriptions.planId)
    .orderBy(subscriptions.channel, subscriptions.planId)
}
