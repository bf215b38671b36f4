/** Claims tie what a nudge says to the activity behind it. product.md section 3, item 1. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Queries } from '../../db/db.ts'
import { activities, claims, nudges } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import { activityColumns, type Activity } from '../activities/columns.ts'
import type { SiteScope } from '../teams/scope.ts'

/** What is asserted about one activity. */
export type Assertion = { activityId: number; text: string }

export type ClaimMaker = {
  nudgeId: number
  nudgeVersion: number
  rule: string
  windowSeconds: number
  at: Date
}

/** The claim's id for each assertion; the same assertion keeps its claim. */
export async function claimIds(
  tx: Queries,
  site: SiteScope,
  { maker, assertions }: { maker: ClaimMaker; assertions: Assertion[] },
): Promise<Map<number, string>> {
  const known = await findClaimIds(tx, maker, assertions)
  const missing = assertions.filter(({ activityId }) => !known.has(activityId))
  if (missing.length === 0) return known

  await tx
    .insert(claims)
    .values(
      missing.map(({ activityId, text }) => ({
        teamId: site.teamId,
        siteId: site.siteId,
        nudgeId: maker.nudgeId,
        nudgeVersion: maker.nudgeVersion,
        activityId,
        rule: maker.rule,
        windowSeconds: maker.windowSeconds,
        text,
        createdAt: maker.at,
      })),
    )
    // Another process may have made the same claim meanwhile: then its id is the one that counts.
    .onConflictDoNothing()
  return findClaimIds(tx, maker, assertions)
}

async function findClaimIds(
  tx: Queries,
  { nudgeId, nudgeVersion }: ClaimMaker,
  assertions: Assertion[],
): Promise<Map<number, string>> {
  const texts = new Map(assertions.map(({ activityId, text }) => [activityId, text]))
  if (texts.size === 0) return new Map()
  const rows = await tx
    .select({ id: claims.id, activityId: claims.activityId, text: claims.text })
    .from(claims)
    .where(
      and(
        eq(claims.nudgeId, nudgeId),
        eq(claims.nudgeVersion, nudgeVersion),
        inArray(claims.activityId, [...texts.keys()]),
      ),
    )
  return new Map(
    rows
      .filter(({ activityId, text }) => texts.get(activityId) === text)
      .map(({ activityId, id }) => [activityId, id]),
  )
}

export type ResolvedClaim = {
  id: string
  /** The nudge's uuid. */
  nudge: string
  text: string
  rule: string
  windowSeconds: number
  createdAt: Date
  /** The shop's own data, for the shop alone. */
  activity: Activity
}

/** What the claim asserts and the activity behind it; null when the site has no such claim. */
export async function resolveClaim(
  { db }: Services,
  site: SiteScope,
  claimId: string,
): Promise<ResolvedClaim | null> {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({
        id: claims.id,
        nudge: nudges.uuid,
        text: claims.text,
        rule: claims.rule,
        windowSeconds: claims.windowSeconds,
        createdAt: claims.createdAt,
        activity: activityColumns,
      })
      .from(claims)
      .innerJoin(nudges, eq(nudges.id, claims.nudgeId))
      .innerJoin(activities, eq(activities.id, claims.activityId))
      .where(
        and(eq(claims.teamId, site.teamId), eq(claims.siteId, site.siteId), eq(claims.id, claimId)),
      ),
  )
  return row ?? null
}
