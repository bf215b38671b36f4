/** Keeps erased data erased: deletes again what a restored backup brought back. */
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { activities } from '#app/db/schema/activities.ts'
import { forgetImages } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import type { Services } from '#app/services.ts'
import { eraseUserRows } from './erase-user.server.ts'
import { eraseListedShoppers } from './erase-shopper.server.ts'
import { eraseSiteRows } from './delete-site.server.ts'
import { eraseTeamRows } from './erase-team.server.ts'
import { reapplyVisitorErasures } from './erase-visitor.server.ts'
import { activityHashes } from '#app/domain/erasures/erased-activities.server.ts'
import { hashOfRow, mergeErasures, type Erasure } from '#app/domain/erasures/erasure-list.server.ts'

/** At startup, and daily. Returns how many people, teams, sites and activities were found again. */
export async function applyErasures(services: Services): Promise<number> {
  const listed = await mergeErasures(services)
  if (listed.length === 0) return 0

  const found =
    (await eraseTeamsAgain(services, listed)) +
    (await eraseSitesAgain(services, listed)) +
    (await eraseUsersAgain(services, listed)) +
    (await eraseShoppersAgain(services, listed)) +
    (await eraseActivitiesAgain(services, listed))
  if (found > 0) services.log.warn({ found }, 'erased again what had been erased before')
  return found
}

async function eraseTeamsAgain(services: Services, listed: readonly Erasure[]): Promise<number> {
  const ids = await findAgain(services, 'team', listed)
  for (const id of ids) {
    await services.db.longTransaction((tx) => eraseTeamRows(tx, services, id))
  }
  return ids.length
}

async function eraseSitesAgain(services: Services, listed: readonly Erasure[]): Promise<number> {
  const ids = await findAgain(services, 'site', listed)
  for (const id of ids) {
    await services.db.longTransaction((tx) => eraseSiteRows(tx, services, id))
  }
  return ids.length
}

async function eraseUsersAgain(services: Services, listed: readonly Erasure[]): Promise<number> {
  const ids = await findAgain(services, 'user', listed)
  for (const id of ids) {
    await services.db.longTransaction(async (tx) => {
      await handOnTeams(tx, services, id)
      await eraseUserRows(tx, services, id)
    })
  }
  return ids.length
}

async function eraseShoppersAgain(services: Services, listed: readonly Erasure[]): Promise<number> {
  if (!listed.some(({ kind }) => kind === 'shopper')) return 0
  const total = await services.db.longTransaction((tx) => eraseListedShoppers(tx, services))
  return total + (await reapplyVisitorErasures(services))
}

const activityBatch = 5_000

/** Their hashes can't be computed by the database, so all that could be meant are read. */
async function eraseActivitiesAgain(
  { db, siteCache, security: { secrets } }: Services,
  listed: readonly Erasure[],
): Promise<number> {
  const hashes = new Set(listed.filter(({ kind }) => kind === 'activity').map(({ hash }) => hash))
  if (hashes.size === 0) return 0
  let total = 0
  for (let after = 0; ;) {
    const rows = await db.system
      .select({
        id: activities.id,
        kind: activities.kind,
        externalId: activities.externalId,
        account: activities.account,
        uuid: sites.uuid,
      })
      .from(activities)
      .innerJoin(sites, eq(sites.id, activities.siteId))
      .where(and(gt(activities.id, after), eq(activities.source, 'integration')))
      .orderBy(asc(activities.id))
      .limit(activityBatch)
    const again = rows.filter((row) =>
      activityHashes(secrets, row.uuid, row).some((hash) => hashes.has(hash)),
    )
    if (again.length > 0) {
      await db.longTransaction(async (tx) => {
        const ids = again.map(({ id }) => id)
        const gone = await tx
          .delete(activities)
          .where(inArray(activities.id, ids))
          .returning({ siteId: activities.siteId, productImage: activities.productImage })
        await forgetImages(tx, gone)
        for (const uuid of new Set(again.map((row) => row.uuid))) {
          siteCache.invalidateOnCommit(tx, uuid)
        }
      })
    }
    total += again.length
    after = rows.at(-1)?.id ?? after
    if (rows.length < activityBatch) return total
  }
}

const tables = { user: users, team: teams, site: sites }

/** Rows that match the list. */
async function findAgain(
  { db, security: { secrets } }: Services,
  kind: keyof typeof tables,
  listed: readonly Erasure[],
): Promise<number[]> {
  const hashes = new Set(listed.filter((one) => one.kind === kind).map(({ hash }) => hash))
  if (hashes.size === 0) return []
  const table = tables[kind]
  const rows = await db.system
    .select({ id: table.id, createdAt: table.createdAt })
    .from(table)
    .orderBy(asc(table.id))
  return rows.filter((row) => hashes.has(hashOfRow(secrets, kind, row))).map(({ id }) => id)
}

/**
 * In the backup, the person may own teams that were transferred before the erasure. Ownership goes
 * to the member with the most rights, and among these to the longest-standing one. A team without
 * other members is deleted.
 */
async function handOnTeams(tx: Transaction, services: Services, userId: number): Promise<void> {
  const owned = await tx.select({ id: teams.id }).from(teams).where(eq(teams.ownerId, userId))
  for (const { id } of owned) {
    const [heir] = await tx
      .select({ userId: teamMembers.userId })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, id), ne(teamMembers.userId, userId)))
      .orderBy(
        sql`array_position(array['admin', 'editor', 'analyst'], ${teamMembers.role})`,
        asc(teamMembers.createdAt),
      )
      .limit(1)
    if (heir) await makeOwner(tx, id, heir.userId)
    else await eraseTeamRows(tx, services, id)
  }
}

async function makeOwner(tx: Queries, teamId: number, userId: number): Promise<void> {
  await tx.update(teams).set({ ownerId: userId }).where(eq(teams.id, teamId))
  await tx
    .update(teamMembers)
    .set({ role: 'owner', seesAllSites: true })
    .where(and(eq(teamMembers.teamId, teamId), inArray(teamMembers.userId, [userId])))
}
