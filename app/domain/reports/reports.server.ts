/** Who receives a site's reports by email, and the unsubscribe link in these emails (RFC 8058). */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { sites, users } from '#app/db/schema/ground.ts'
import { siteReports } from '#app/db/schema/reports.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { frequencies, type Frequency } from './period.ts'

/** A person's choice of reports about a site. */
export const reportInput = z.object({
  every: z.enum(['never', ...frequencies], { error: 'Choose a frequency.' }),
})
export type ReportInput = z.infer<typeof reportInput>

/** Null: none. */
export async function readReportChoice(
  { db }: Services,
  site: SiteScope,
  userId: number,
): Promise<Frequency | null> {
  const [row] = await db.asTeam(site, (tx) =>
    tx.select({ every: siteReports.every }).from(siteReports).where(ofPerson(site, userId)),
  )
  return row?.every ?? null
}

export async function saveReportChoice(
  { db, now }: Services,
  site: SiteScope,
  { userId, every }: ReportInput & { userId: number },
): Promise<void> {
  await db.asTeam(site, async (tx) => {
    if (every === 'never') {
      await tx.delete(siteReports).where(ofPerson(site, userId))
      return
    }
    const { teamId, siteId } = site
    await tx
      .insert(siteReports)
      .values({ teamId, siteId, userId, every, createdAt: now() })
      .onConflictDoUpdate({
        target: [siteReports.siteId, siteReports.userId],
        set: { every },
      })
  })
}

const ofPerson = (site: SiteScope, userId: number) =>
  and(inSite(siteReports, site), eq(siteReports.userId, userId))

/** One site's reports to one person. */
export type ReportLink = { userId: number; siteUuid: string }

/** Valid as long as both exist, because emails are read late. */
export function createReportLink(
  { config, security: { secrets } }: Pick<Services, 'security' | 'config'>,
  { userId, siteUuid }: ReportLink,
): string {
  const link = new URL('/unsubscribe/report', config.appUrl)
  link.searchParams.set('user', String(userId))
  link.searchParams.set('site', siteUuid)
  link.searchParams.set('key', keyOf(secrets, { userId, siteUuid }))
  return link.href
}

/**
 * The subscription that a link ends; null when the link isn't ours, or the person or the site no
 * longer exists.
 */
export async function readReportLink(
  { db, security: { secrets } }: Services,
  query: URLSearchParams,
): Promise<{ userId: number; siteId: number; siteName: string } | null> {
  const [userId, siteUuid] = [Number(query.get('user')), query.get('site') ?? '']
  if (!Number.isSafeInteger(userId)) return null
  if (!timingSafeEqualText(query.get('key') ?? '', keyOf(secrets, { userId, siteUuid })))
    return null

  const [site] = await db.system
    .select({ siteId: sites.id, siteName: sites.name })
    .from(sites)
    .where(eq(sites.uuid, siteUuid))
  const [user] = await db.system.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return site && user ? { ...site, userId } : null
}

/** Can be repeated. */
export async function unsubscribeFromReport(
  { db }: Services,
  { userId, siteId }: { userId: number; siteId: number },
): Promise<void> {
  await db.system
    .delete(siteReports)
    .where(and(eq(siteReports.siteId, siteId), eq(siteReports.userId, userId)))
}

const keyOf = (secrets: Services['security']['secrets'], { userId, siteUuid }: ReportLink) =>
  secrets.fingerprint(`${String(userId)}\0${siteUuid}`, 'end report')
