/**
 * Records conversions. `goal_hits` is the source of truth: its key makes an order count once, whether the
 * page reports it, the shop's server, or both.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ActivityInput } from '#app/contract/activities.ts'
import type { ConversionInput } from '#app/contract/goals.ts'
import type { Queries } from '#app/db/db.ts'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { findMomentError } from '#app/lib/time.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { isReachedOnPages, orderKey, worthOf, type Goal } from './goal.ts'
import { findGoal, listOrderGoals } from './goals.server.ts'

export type Conversion = {
  outcome: 'created' | 'repeated'
  reachedAt: Date
  amountCents: number | null
  currency: string | null
}

/**
 * Counts one conversion that the shop's server reports.
 *
 * @throws Refusal `not_found`; `conflict` for a goal that is off or that only visitors reach;
 * `invalid`
 */
export async function recordConversion(
  { db, now }: Services,
  site: SiteScope,
  { goalUuid, input }: { goalUuid: string; input: ConversionInput },
): Promise<Conversion> {
  const at = now()
  const reachedAt = input.occurred_at == null ? at : new Date(input.occurred_at)
  const momentError = findMomentError(reachedAt, at)
  if (momentError !== null) throw invalid('occurred_at', momentError)

  return db.asTeam(site, async (tx) => {
    const goal = await findGoal(tx, site, goalUuid)
    if (!goal.isActive) throw new Refusal('conflict', 'This goal is turned off.')
    if (isReachedOnPages(goal)) {
      throw new Refusal(
        'conflict',
        'This goal can only be reached on your pages, not through the API.',
      )
    }
    if (goal.kind === 'order' && input.order == null) {
      throw invalid('order', 'Send the order number. This goal counts orders.')
    }
    const key = input.order == null ? reportedConversionKey(input.id) : orderKey(input.order)
    const worth = worthOf(goal, input)
    const [made] = await tx
      .insert(goalConversions)
      .values({
        ...conversionOf(site, goal),
        uniqueKey: key,
        source: 'rest_api',
        ...worth,
        reachedAt,
      })
      .onConflictDoNothing()
      .returning(conversionColumns)
    if (made) return { outcome: 'created', ...made }

    const [known] = await tx
      .select(conversionColumns)
      .from(goalConversions)
      .where(and(eq(goalConversions.goalId, goal.id), eq(goalConversions.uniqueKey, key)))
    if (!known) throw new Error('A conversion was neither stored nor found.')
    return { outcome: 'repeated', ...known }
  })
}

/**
 * Counts orders from the shop's server towards goals of that kind. Call it in the transaction that
 * stores them. Tests don't count; an order that is canceled later does. Replaces the amount of an
 * order that a page reported first: a page can't prove it, and may show another currency.
 */
export async function countOrders(
  tx: Queries,
  site: SiteScope,
  { orders: inputs, readKeys, by }: CountedOrders,
): Promise<void> {
  const orders = inputs.filter(isCounted)
  if (orders.length === 0) return
  const all = await listOrderGoals(tx, site)
  const reached = by ? all.filter(({ createdAt }) => createdAt <= by) : all
  if (reached.length === 0) return
  const keyOf = (await readKeys?.()) ?? orderKey

  const conversions = reached.flatMap((goal) =>
    orders.map((order) => {
      const worth = worthOf(goal, { value: order.total, currency: order.currency })
      return {
        goal_id: goal.id,
        unique_key: keyOf(order.id),
        amount_cents: worth.amountCents,
        currency: worth.currency,
        reached_at: order.occurred_at,
      }
    }),
  )
  // Sorted by the database, as in collection, so that concurrent writers wait for each other
  // instead of deadlocking.
  await tx.execute(sql`
    insert into ${goalConversions}
      (goal_id, unique_key, site_id, team_id, source, amount_cents, currency, reached_at)
    select goal_id, unique_key, ${site.siteId}::bigint, ${site.teamId}::bigint, 'activity',
      amount_cents, currency, reached_at
    from json_to_recordset(${JSON.stringify(conversions)}::json) as row (
      goal_id bigint, unique_key text, amount_cents bigint, currency text, reached_at timestamptz
    )
    order by goal_id, unique_key
    on conflict (goal_id, unique_key) do update
      set amount_cents = excluded.amount_cents, currency = excluded.currency
      where goal_hits.source = 'pixel' and excluded.amount_cents is not null`)
}

/**
 * Orders that were counted by two keys turned out to be one, which reached each goal once. All keys change
 * at the same time: two orders can have each other's.
 *
 * @param keys the one that is given up, and the one that is kept
 */
export async function joinConversions(
  tx: Queries,
  site: SiteScope,
  keys: readonly { was: string; key: string }[],
): Promise<void> {
  if (keys.length === 0) return
  const rows = sql`json_to_recordset(${JSON.stringify(keys)}::json) as row (was text, key text)`
  // The index begins with the goal.
  const ofSite = sql`goal_id in (select id from ${goals} where ${inSite(goals, site)})`
  const between = sql`'joined ' || row.was`
  await tx.execute(sql`
    update ${goalConversions} as first set unique_key = ${between} from ${rows}
    where first.${ofSite} and first.unique_key = row.was`)
  await tx.execute(sql`
    delete from ${goalConversions} as second using ${rows}
    where second.${ofSite} and second.unique_key = ${between}
      and exists (
        select from ${goalConversions} as kept
        where kept.goal_id = second.goal_id and kept.unique_key = row.key
      )`)
  await tx.execute(sql`
    update ${goalConversions} as left_over set unique_key = row.key from ${rows}
    where left_over.${ofSite} and left_over.unique_key = ${between}`)
}

/**
 * Conversions that an order had by its payment go with the payment to another order, one after the other. Where
 * the other order has reached the goal itself, each keeps its conversion.
 *
 * @param keys of the order that the payment had, and of the one that it has
 */
export async function moveConversions(
  tx: Queries,
  site: SiteScope,
  keys: readonly { was: string; key: string }[],
): Promise<void> {
  for (const { was, key } of keys) {
    await tx.execute(sql`
      update ${goalConversions} as moved set unique_key = ${key}
      where moved.goal_id in (select id from ${goals} where ${inSite(goals, site)})
        and moved.unique_key = ${was}
        and not exists (
          select from ${goalConversions} as kept
          where kept.goal_id = moved.goal_id and kept.unique_key = ${key}
        )`)
  }
}

type CountedOrders = {
  orders: readonly ActivityInput[]
  /** The keys that they count by. Asked for when the site has such goals. Absent: by their ids. */
  readKeys?: () => Promise<OrderKeys>
  /** Only goals that existed then. Absent: all. */
  by?: Date
}

/** The key of an order by its id. */
export type OrderKeys = (id: string) => string

const isCounted = ({ kind, state, test }: ActivityInput) =>
  kind === 'purchase' && state === 'confirmed' && !test

/**
 * Corrects what orders counted as: their worth and their moment, and tests no longer count.
 * Conversions that another source reported stay as they are.
 */
export async function recountOrders(
  tx: Queries,
  site: SiteScope,
  inputs: readonly ActivityInput[],
): Promise<void> {
  const orders = inputs.filter(({ kind }) => kind === 'purchase')
  if (orders.length === 0) return
  const tests = orders.filter(({ test }) => test)
  await forgetConversions(
    tx,
    site,
    tests.map(({ id }) => orderKey(id)),
  )
  await countOrders(tx, site, { orders })
  const reached = await listOrderGoals(tx, site)
  for (const goal of reached) {
    for (const order of orders.filter(isCounted)) {
      const worth = worthOf(goal, { value: order.total, currency: order.currency })
      await tx
        .update(goalConversions)
        .set({ ...worth, reachedAt: new Date(order.occurred_at) })
        .where(and(eq(goalConversions.goalId, goal.id), isOfOrders(site, [orderKey(order.id)])))
    }
  }
}

/** Orders that turned out to be none no longer count. Conversions that pages or callers reported stay. */
async function forgetConversions(
  tx: Queries,
  site: SiteScope,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await tx.delete(goalConversions).where(isOfOrders(site, keys))
}

const isOfOrders = (site: SiteScope, keys: readonly string[]) =>
  and(
    inSite(goalConversions, site),
    eq(goalConversions.source, 'activity'),
    inArray(goalConversions.uniqueKey, [...keys]),
  )

const conversionColumns = {
  reachedAt: goalConversions.reachedAt,
  amountCents: goalConversions.amountCents,
  currency: goalConversions.currency,
}

const conversionOf = ({ siteId, teamId }: SiteScope, { id }: Goal) => ({
  goalId: id,
  siteId,
  teamId,
})

/** Ids of page events can't contain a colon. */
const reportedConversionKey = (id: string) => `event:api:${id}`

const invalid = (field: string, sentence: string) => refuseFields({ [field]: [sentence] })
