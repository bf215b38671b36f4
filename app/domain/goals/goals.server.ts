/** The goals of a site. */
import { and, asc, eq, inArray } from 'drizzle-orm'
import { goalInput, type GoalChange, type GoalInput } from '#app/contract/goals.ts'
import type { PixelGoal } from '#app/contract/pixel.ts'
import type { Queries } from '#app/db/db.ts'
import { goals } from '#app/db/schema/goals.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { maxGoals, settingsOf, type Goal } from './goal.ts'
import { fromCents } from '#app/lib/money.ts'

const columns = {
  id: goals.id,
  uuid: goals.uuid,
  name: goals.name,
  kind: goals.kind,
  match: goals.match,
  pattern: goals.pattern,
  selector: goals.selector,
  valueCents: goals.valueCents,
  currency: goals.currency,
  isRepeatable: goals.isRepeatable,
  isActive: goals.isActive,
  createdAt: goals.createdAt,
  testedAt: goals.testedAt,
  testedCents: goals.testedCents,
  testedCurrency: goals.testedCurrency,
}

/** @throws Refusal `conflict` when the site has the maximum number of goals */
export async function createGoal(
  { db, now, siteCache }: Services,
  site: SiteScope,
  input: GoalInput,
): Promise<Goal> {
  const at = now()
  return changeSite({ db, siteCache }, site, async (tx) => {
    await lockSite(tx, site)
    const total = await tx.$count(goals, inSite(goals, site))
    if (total >= maxGoals) {
      throw new Refusal(
        'conflict',
        `You’ve reached the limit of ${String(maxGoals)} goals for this site. Delete one to add another.`,
      )
    }
    const [made] = await tx
      .insert(goals)
      .values({
        teamId: site.teamId,
        siteId: site.siteId,
        kind: input.kind,
        ...settingsOf(input),
        createdAt: at,
        updatedAt: at,
      })
      .returning(columns)
    if (!made) throw new Error('The goal was not stored.')
    return made
  })
}

/** Oldest first. */
export const listGoals = ({ db }: Services, site: SiteScope): Promise<Goal[]> =>
  db.asTeam(site, (tx) =>
    tx.select(columns).from(goals).where(inSite(goals, site)).orderBy(asc(goals.id)),
  )

/** @throws Refusal `not_found` */
export const readGoal = ({ db }: Services, site: SiteScope, uuid: string): Promise<Goal> =>
  db.asTeam(site, (tx) => findGoal(tx, site, uuid))

/**
 * Doesn't change past conversions.
 *
 * @throws Refusal `not_found`; `invalid` when the combination makes no sense
 */
export async function updateGoal(
  { db, now, siteCache }: Services,
  site: SiteScope,
  { uuid, change }: { uuid: string; change: GoalChange },
): Promise<Goal> {
  return changeSite({ db, siteCache }, site, async (tx) => {
    // Locked, because concurrent changes would overwrite each other's fields.
    await tx.select({ id: goals.id }).from(goals).where(ofGoal(site, uuid)).for('no key update')
    const before = await findGoal(tx, site, uuid)
    const validated = validateInput(goalInput, { ...inputOf(before), ...given(change) })
    if (!validated.ok) {
      throw refuseFields(validated.errors)
    }
    const [changed] = await tx
      .update(goals)
      .set({ ...settingsOf(validated.value), updatedAt: now() })
      .where(and(inSite(goals, site), eq(goals.id, before.id)))
      .returning(columns)
    if (!changed) throw new Error('The goal was not changed.')
    return changed
  })
}

/**
 * Deletes its conversions as well. To keep them, turn the goal off instead.
 *
 * @throws Refusal `not_found`
 */
export async function removeGoal(
  { db, siteCache }: Services,
  site: SiteScope,
  uuid: string,
): Promise<void> {
  await changeSite({ db, siteCache }, site, async (tx) => {
    const { id } = await findGoal(tx, site, uuid)
    await tx.delete(goals).where(and(inSite(goals, site), eq(goals.id, id)))
  })
}

/** @throws Refusal `not_found` */
export async function findGoal(tx: Queries, site: SiteScope, uuid: string): Promise<Goal> {
  const [goal] = await tx.select(columns).from(goals).where(ofGoal(site, uuid))
  if (!goal) throw new Refusal('not_found', 'Goal not found.')
  return goal
}

/** Active goals that an order reaches, in locking order. */
export const listOrderGoals = (tx: Queries, site: SiteScope): Promise<Goal[]> =>
  tx
    .select(columns)
    .from(goals)
    .where(and(inSite(goals, site), eq(goals.kind, 'order'), eq(goals.isActive, true)))
    .orderBy(asc(goals.id))

/** Goals that the pixel watches: active ones of the kinds click and form. */
export async function compileGoals(tx: Queries, site: SiteScope): Promise<PixelGoal[]> {
  const rows = await tx
    .select({ goal: goals.uuid, kind: goals.kind, selector: goals.selector })
    .from(goals)
    .where(
      and(inSite(goals, site), eq(goals.isActive, true), inArray(goals.kind, ['click', 'form'])),
    )
    .orderBy(asc(goals.id))
  return rows.flatMap(({ goal, kind, selector }) =>
    selector === null ? [] : [{ goal, on: kind === 'click' ? 'click' : 'submit', selector }],
  )
}

const ofGoal = (site: SiteScope, uuid: string) => and(inSite(goals, site), eq(goals.uuid, uuid))

/** The goal as API input. */
const inputOf = (goal: Goal) => ({
  kind: goal.kind,
  name: goal.name,
  ...(goal.kind === 'url' ? { match: goal.match, pattern: goal.pattern } : {}),
  ...(goal.selector === null ? {} : { selector: goal.selector }),
  value: fromCents(goal.valueCents),
  currency: goal.currency,
  is_repeatable: goal.isRepeatable,
  is_active: goal.isActive,
})

const given = (change: GoalChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
