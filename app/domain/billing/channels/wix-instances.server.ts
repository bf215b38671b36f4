/** The app on sites in Wix, and the organizations that pay for it there. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teams } from '#app/db/schema/ground.ts'
import { subscriptions, wixInstances } from '#app/db/schema/billing.ts'
import { shops } from '#app/db/schema/shops.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from '../billed-team.ts'
import { InstanceRefused, type WixApp } from './wix.ts'

export type WixInstance = typeof wixInstances.$inferSelect

/** Null: the organization isn't in Wix. */
export async function findWixInstance(
  { db }: Pick<Services, 'db'>,
  scope: TeamScope,
): Promise<WixInstance | null> {
  const [row] = await db.asTeam(scope, (tx) =>
    tx.select().from(wixInstances).where(inTeam(wixInstances, scope)),
  )
  return row ?? null
}

/** Id of the plan of the organization that pays for the instance. Null: no organization does. */
export async function findPlanOfInstance(
  { db }: Pick<Services, 'db'>,
  instanceId: string,
): Promise<string | null> {
  const [row] = await db.system
    .select({ plan: teams.plan })
    .from(wixInstances)
    .innerJoin(teams, eq(teams.id, wixInstances.teamId))
    .where(and(eq(wixInstances.instanceId, instanceId), isNull(wixInstances.removedAt)))
  return row?.plan ?? null
}

type Link = {
  instanceId: string
  /** Null: none of its sites is the one in Wix. */
  siteId: number | null
}

/**
 * From now on the organization pays at Wix, for this instance. Repeatable: one that was removed is
 * installed again.
 *
 * @throws as `storeWixLink`
 */
export async function linkWixInstance(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
  link: Link,
): Promise<void> {
  const at = now()
  await db.transaction((tx) => storeWixLink(tx, scope, { ...link, at }))
}

/**
 * The same in an open transaction. Locks the organization.
 *
 * @throws Refusal `conflict` when the instance is another organization's, or another company charges
 * this one
 */
export async function storeWixLink(
  tx: Transaction,
  scope: TeamScope,
  { instanceId: given, siteId, at }: Link & { at: Date },
): Promise<void> {
  const instanceId = given.toLowerCase()
  const { teamId } = scope
  await lockTeam(tx, teamId)
  await requireUnpaid(tx, scope)
  const [ofTeam] = await tx.select().from(wixInstances).where(inTeam(wixInstances, scope))
  if (ofTeam && ofTeam.instanceId !== instanceId) {
    throw new Refusal('conflict', 'Your organization has another site in Wix.')
  }
  const isBack = ofTeam ? ofTeam.removedAt !== null : true
  const columns = {
    siteId,
    removedAt: null,
    updatedAt: at,
    ...(isBack ? { installedAt: at } : {}),
  }
  const stored = await tx
    .insert(wixInstances)
    .values({ ...columns, teamId, instanceId, installedAt: at, createdAt: at })
    .onConflictDoUpdate({
      target: wixInstances.instanceId,
      set: columns,
      // Another organization's stays as it is.
      setWhere: inTeam(wixInstances, scope),
    })
    .returning({ id: wixInstances.id })
  if (stored.length === 0) {
    throw new Refusal('conflict', 'This site in Wix belongs to another organization.')
  }
}

/** Who pays elsewhere would pay twice. */
async function requireUnpaid(tx: Transaction, scope: TeamScope): Promise<void> {
  if ((await tx.$count(shops, inTeam(shops, scope))) > 0) {
    throw new Refusal('conflict', 'Your organization pays in Shopify.')
  }
  const live = await tx
    .select({ channel: subscriptions.channel, state: subscriptions.state })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), eq(subscriptions.isLifetime, false)))
  if (live.some(({ channel, state }) => channel !== 'wix' && state !== 'ended')) {
    throw new Refusal('conflict', 'Your organization has a paid plan. Cancel it first.')
  }
}

/**
 * Looks at Wix whether the instance is installed, and stores it. Wix's current
 * answer counts, in any order of events.
 *
 * @param removedAt when Wix signed that the app was removed. Null: no event says so
 * @returns the organization; null when there is none, or nothing to read for it
 * @throws TryLater when Wix can't be reached, or gives no access although no event explains it
 */
export async function refreshWixInstance(
  services: Services,
  instanceId: string,
  removedAt: Date | null,
): Promise<TeamScope | null> {
  const { wix } = services
  const [row] = await services.db.system
    .select()
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  if (!row || wix === null) return null
  const scope = billedTeam(row)
  if (await hasAccess(wix, instanceId)) {
    await storeReturn(services, scope)
    return scope
  }
  if (removedAt !== null) await storeRemoval(services, scope, removedAt)
  else if (row.removedAt === null) {
    throw new TryLater(
      'Wix gives no access to the app on a site.',
      new Date(services.now().getTime() + hourMillis),
    )
  }
  return scope
}

async function hasAccess(wix: WixApp, instanceId: string): Promise<boolean> {
  try {
    await wix.readPlan(instanceId)
    return true
  } catch (error) {
    if (error instanceof InstanceRefused) return false
    throw error
  }
}

const storeReturn = ({ db, now }: Services, scope: TeamScope) =>
  db.asTeam(scope, (tx) =>
    tx
      .update(wixInstances)
      .set({ installedAt: now(), removedAt: null, updatedAt: now() })
      .where(and(inTeam(wixInstances, scope), isNotNull(wixInstances.removedAt))),
  )

const storeRemoval = ({ db, now }: Services, scope: TeamScope, removedAt: Date) =>
  db.asTeam(scope, (tx) =>
    tx
      .update(wixInstances)
      .set({ removedAt, updatedAt: now() })
      .where(and(inTeam(wixInstances, scope), isNull(wixInstances.removedAt))),
  )
