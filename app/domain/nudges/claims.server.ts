/** Claims connect what a nudge asserts with the data behind it. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { claims, nudges } from '#app/db/schema/nudges.ts'
import type { Services } from '#app/services.ts'
import { activityColumns, type Activity } from '#app/domain/activities/columns.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Basis } from './types/kit/nudge-definition.ts'
import { dayMillis } from '#app/lib/time.ts'

/** The claim, and its activity; null when it isn't about a single one. */
export type Assertion = {
  activityId: number | null
  text: string
  /** Extends the rule for this claim only. */
  addition?: string
}

export type ClaimMaker = {
  nudgeId: number
  nudgeVersion: number
  basis: Basis
  rule: string
  windowSeconds: number
  at: Date
}

/** Short ids of claims, in the order of the assertions. The same assertion keeps its claim. */
export async function claimIds(
  tx: Queries,
  site: SiteScope,
  { maker, assertions }: { maker: ClaimMaker; assertions: readonly Assertion[] },
): Promise<(string | undefined)[]> {
  const known = await refreshClaimIds(tx, maker, assertions)
  const missing = assertions.filter((assertion) => !known.has(keyOf(assertion)))
  if (missing.length > 0) {
    const { nudgeId, nudgeVersion, basis, rule, windowSeconds, at } = maker
    const made = { nudgeId, nudgeVersion, basis, windowSeconds, createdAt: at, lastShownAt: at }
    await tx
      .insert(claims)
      .values(
        missing.map(({ activityId, text, addition }) => ({
          teamId: site.teamId,
          siteId: site.siteId,
          ...made,
          rule: addition === undefined ? rule : `${rule} ${addition}`,
          activityId,
          text,
        })),
      )
      // Another process may have created the same claim at the same time; its id counts then.
      .onConflictDoNothing()
  }

  const all = missing.length === 0 ? known : await refreshClaimIds(tx, maker, assertions)
  return assertions.map((assertion) => all.get(keyOf(assertion)))
}

const keyOf = ({ activityId, text }: Assertion) => `${String(activityId)} ${text}`

/** How often the last use of a claim is recorded. */
const notedMillis = dayMillis

/**
 * Existing claims, recorded as used. The job that removes old ones (sweep-claims.server.ts) waits
 * for this transaction, or finished first, in which case the removed ones aren't returned.
 */
async function refreshClaimIds(
  tx: Queries,
  maker: ClaimMaker,
  assertions: readonly Assertion[],
): Promise<Map<string, string>> {
  const rows = await findClaims(tx, maker, assertions)
  const limit = new Date(maker.at.getTime() - notedMillis)
  const late = rows.filter(({ lastShownAt }) => lastShownAt <= limit).map(({ id }) => id)
  const touched =
    late.length === 0
      ? []
      : await tx
          .update(claims)
          .set({ lastShownAt: maker.at })
          .where(and(eq(claims.nudgeId, maker.nudgeId), inArray(claims.id, late)))
          .returning({ id: claims.id })
  const isGone = (id: string) => late.includes(id) && !touched.some((one) => one.id === id)
  return new Map(rows.filter(({ id }) => !isGone(id)).map((row) => [keyOf(row), row.shortId]))
}

async function findClaims(
  tx: Queries,
  { nudgeId, nudgeVersion }: ClaimMaker,
  assertions: readonly Assertion[],
): Promise<(Assertion & { id: string; shortId: string; lastShownAt: Date })[]> {
  const ids = assertions.flatMap(({ activityId }) => activityId ?? [])
  const texts = assertions.flatMap(({ activityId, text }) => (activityId === null ? text : []))
  if (assertions.length === 0) return []
  return tx
    .select({
      id: claims.id,
      shortId: claims.shortId,
      activityId: claims.activityId,
      text: claims.text,
      lastShownAt: claims.lastShownAt,
    })
    .from(claims)
    .where(
      and(
        eq(claims.nudgeId, nudgeId),
        eq(claims.nudgeVersion, nudgeVersion),
        or(
          inArray(claims.activityId, ids),
          and(isNull(claims.activityId), inArray(claims.text, texts)),
        ),
      ),
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
  basis: Basis
  /** For the basis `activity`. The shop's own data, which only the shop sees. */
  activity: Activity | null
}

/**
 * The claim and the data behind it; null when the site has no such claim.
 *
 * @param claimId its UUID, or the id that pages receive
 */
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
        basis: claims.basis,
        activity: activityColumns,
      })
      .from(claims)
      .innerJoin(nudges, eq(nudges.id, claims.nudgeId))
      .leftJoin(activities, eq(activities.id, claims.activityId))
      .where(
        and(
          inSite(claims, site),
          claimId.length > 8 ? eq(claims.id, claimId) : eq(claims.shortId, claimId),
        ),
      ),
  )
  return row ?? null
}
