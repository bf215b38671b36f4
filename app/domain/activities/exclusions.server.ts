/**
 * A shop's exclusion rules. Applied to activities as they arrive, and to stored ones as far as
 * their columns allow.
 */
import { and, asc, count, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { activities, exclusions } from '#app/db/schema/activities.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { ExclusionRule } from './exclusion.ts'

export type Exclusion = ExclusionRule & { uuid: string; createdAt: Date; hidden: number }

export type StoredRule = ExclusionRule & { id: number }

/** Each rule is checked for each activity that arrives. No shop needs more. */
const maxExclusions = 100

/** In the form that arriving activities are checked with, oldest first. */
export const listRules = (tx: Queries, site: SiteScope): Promise<StoredRule[]> =>
  tx
    .select({ id: exclusions.id, field: exclusions.field, value: exclusions.value })
    .from(exclusions)
    .where(inSite(exclusions, site))
    .orderBy(asc(exclusions.id))

/** The same as one value of a statement, by which other things are read as well. */
export const rulesAsJson = (site: SiteScope): SQL => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'field', field, 'value', value) order by id), '[]')
  from ${exclusions} where ${inSite(exclusions, site)}
)`

/** With the number of activities that each one hides. */
export const listExclusions = ({ db }: Services, site: SiteScope): Promise<Exclusion[]> =>
  db.asTeam(site, (tx) =>
    tx
      .select({
        uuid: exclusions.uuid,
        field: exclusions.field,
        value: exclusions.value,
        createdAt: exclusions.createdAt,
        hidden: count(activities.id),
      })
      .from(exclusions)
      .leftJoin(activities, eq(activities.exclusionId, exclusions.id))
      .where(inSite(exclusions, site))
      .groupBy(exclusions.id)
      .orderBy(asc(exclusions.id)),
  )

/**
 * Returns the number of stored activities that it hid. Adding the same rule twice adds it once.
 *
 * @throws Refusal `invalid` beyond the maximum per site
 */
export async function addExclusion(
  { db, siteCache, now }: Services,
  site: SiteScope,
  rule: ExclusionRule,
): Promise<number> {
  return changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    const { length } = await listRules(tx, site)
    if (length >= maxExclusions) {
      throw refuseField(
        'value',
        `You’ve reached the limit of ${String(maxExclusions)} exclusions. Remove one to add another.`,
      )
    }
    const [made] = await tx
      .insert(exclusions)
      .values({ teamId: site.teamId, siteId: site.siteId, ...rule, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: exclusions.id })
    return made ? hideMatching(tx, site, { ...rule, id: made.id }) : 0
  })
}

/**
 * Shows again what the rule hid, unless another rule hides it. Activities that only a page reported
 * need approval again, unless approval is automatic.
 *
 * @returns the rule, and how many it had hidden
 */
export async function removeExclusion(
  { db, siteCache }: Services,
  site: SiteScope,
  uuid: string,
): Promise<ExclusionRule & { hidden: number }> {
  return changeSite({ db, siteCache }, site, async (tx) => {
    const [rule] = await tx
      .select({ id: exclusions.id, field: exclusions.field, value: exclusions.value })
      .from(exclusions)
      .where(and(inSite(exclusions, site), eq(exclusions.uuid, uuid)))
      .for('update')
    if (!rule) throw new Refusal('not_found', 'Exclusion not found.')

    const [row] = await tx.select({ options: sites.options }).from(sites).where(inSite(sites, site))
    const freed = await tx
      .update(activities)
      .set({ approval: approvalAgain(row?.options ?? {}), exclusionId: null })
      .where(and(inSite(activities, site), eq(activities.exclusionId, rule.id)))
      .returning({ id: activities.id })
    await tx.delete(exclusions).where(and(inSite(exclusions, site), eq(exclusions.id, rule.id)))
    for (const other of await listRules(tx, site)) await hideMatching(tx, site, other)
    return { field: rule.field, value: rule.value, hidden: freed.length }
  })
}

function approvalAgain(stored: Parameters<typeof fullOptions>[0]): SQL {
  const options = fullOptions(stored)
  const kinds: ActivityKind[] = [
    ...(options.preApprovePurchases ? ['purchase' as const] : []),
    ...(options.preApproveSignups ? ['signup' as const] : []),
    ...(options.preApproveReviews ? ['review' as const] : []),
  ]
  const isPreApproved =
    kinds.length === 0
      ? sql`false`
      : sql`${activities.trust} = 'origin' and ${inArray(activities.kind, kinds)}`
  return sql`case when ${activities.trust} = 'signed' or (${isPreApproved})
    then 'approved' else 'quarantined' end`
}

/** Skips activities that the owner hid by hand. */
async function hideMatching(tx: Queries, site: SiteScope, rule: StoredRule): Promise<number> {
  const matching = columnsMatch(rule)
  if (!matching) return 0
  const hidden = await tx
    .update(activities)
    .set({ approval: 'hidden', exclusionId: rule.id })
    .where(and(inSite(activities, site), ne(activities.approval, 'hidden'), matching))
    .returning({ id: activities.id })
  return hidden.length
}

/** Undefined for email rules, since addresses aren't stored. */
function columnsMatch({ field, value }: ExclusionRule): SQL | undefined {
  switch (field) {
    case 'email_domain':
      return undefined
    case 'amount_below':
      return sql`${activities.amountCents} < ${Math.round(Number(value) * 100)}`
    case 'product':
      return sql`lower(${activities.productTitle}) = lower(${value})`
    case 'country':
      return eq(activities.country, value)
  }
}
