/**
 * Links that show an owner their nudges on their own site, even if they're in the holdout group,
 * and count nothing. A link is valid for a quarter of an hour, and only in the first tab that opens
 * it, so copied or forwarded links show nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, lt, sql, sum } from 'drizzle-orm'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { hourlyPages } from '#app/db/schema/events.ts'
import { goals } from '#app/db/schema/goals.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { previewTabs } from '#app/db/schema/serving.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { scopeOfKnownSite } from '#app/domain/sites/known-site.server.ts'
import { findPlainUrl } from '#app/domain/sites/pixel-hosts.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { recordGoalTest } from '#app/domain/events/goal-test.server.ts'
import { compilePreview } from './preview.server.ts'
import {
  decodePreviewToken,
  encodePreviewToken,
  type FormSubject,
  type PlaceSubject,
  type PreviewSubject,
} from './preview-token.server.ts'

const lifeSeconds = 15 * 60

/** @throws Refusal `not_found` when the site has no such nudge or goal */
export const createPreviewLink = async (
  services: Services,
  site: SiteScope,
  subject: PreviewSubject,
): Promise<string> => (await createLink(services, site, { subject })).href

type Wanted = {
  subject: PreviewSubject
  /** URL on the site that it leads to. Absent: the most visited page. */
  page?: string | undefined
}

/** @throws Refusal `not_found` as above */
export async function createLink(
  { db, now, security: { secrets } }: Services,
  site: SiteScope,
  { subject, page: wanted }: Wanted,
): Promise<{ href: string; link: string; expires: number }> {
  const { url, origin, page } = await db.asTeam(site, async (tx) => {
    const [row] = await tx.select({ url: sites.url }).from(sites).where(inSite(sites, site))
    if (!row || !(await hasSubject(tx, site, subject))) {
      const missing = subject.kind === 'goal' ? 'Goal' : 'Nudge'
      throw new Refusal('not_found', `${missing} not found.`)
    }
    // The most visited page with the pixel: the home page may not be part of the shop.
    const [visited] = await tx
      .select({ page: hourlyPages.page })
      .from(hourlyPages)
      .where(and(inSite(hourlyPages, site), eq(hourlyPages.type, 'visit')))
      .groupBy(hourlyPages.page)
      .orderBy(desc(sum(hourlyPages.total)), hourlyPages.page)
      .limit(1)
    const origin = (await findPlainUrl(tx, site, row.url)) ?? row.url
    return { url: row.url, origin, page: visited?.page ?? '/' }
  })
  const grant = {
    link: randomUUID(),
    subject,
    expires: Math.floor(now().getTime() / 1000) + lifeSeconds,
  }
  const address = new URL(wanted ?? origin + page)
  // Fragments are neither sent to servers nor logged.
  address.hash = `footfall-preview=${encodePreviewToken(secrets, { uuid: site.siteUuid, url }, grant)}`
  return { href: address.href, link: grant.link, expires: grant.expires }
}

async function hasSubject(tx: Queries, site: SiteScope, subject: PreviewSubject): Promise<boolean> {
  if (!('uuid' in subject)) return true
  const table = subject.kind === 'goal' ? goals : nudges
  const isInline = subject.kind === 'place' ? eq(nudges.surface, 'inline') : undefined
  const which = and(inSite(table, site), eq(table.uuid, subject.uuid), isInline)
  return (await tx.$count(table, which)) > 0
}

export type Opening = {
  /** The site's uuid. */
  uuid: string
  token: string
  /** Random id of the tab, known only to it. */
  tab: string
  /** Origin of the requesting page, according to a header. */
  origin: string | undefined
}

/**
 * The payload with drafts, for the first tab that opened the link.
 *
 * @param pageLanguage of the page that asks; null when it names none that nudges have
 * @throws Refusal `forbidden` with the same message for every invalid link and reason
 */
export async function openPreview(
  services: Services,
  opening: Opening,
  pageLanguage: NudgeLanguage | null,
): Promise<PixelPayload> {
  const { scope, subject } = await checkOpening(services, opening)
  const payload = await compilePreview(services, scope, { subject, pageLanguage })
  if (!payload) throw closed()
  return payload
}

/**
 * Records what a page of a goal's test tab reported as a test of that goal. Nothing of it counts.
 *
 * @param body as pages send it
 * @returns whether it reached the goal
 * @throws Refusal `forbidden` as above, also for links that test no goal
 */
export async function reportGoalTest(
  services: Services,
  opening: Opening,
  body: unknown,
): Promise<boolean> {
  const { scope, site, subject } = await checkOpening(services, opening)
  if (subject.kind !== 'goal') throw closed()
  const goal = site.goals.find(({ uuid }) => uuid === subject.uuid)
  return recordGoalTest(services, scope, { goal, body })
}

/** @throws Refusal `forbidden` */
export async function checkOpening(services: Services, { uuid, token, tab, origin }: Opening) {
  const site = await services.siteCache.site(uuid)
  if (!site || !isPageOfSite(site.url, origin)) throw closed()
  const grant = decodePreviewToken(services.security.secrets, site, { token, now: services.now() })
  if (!grant || !isTab(tab)) throw closed()
  const scope = scopeOfKnownSite(site)
  const { link, subject } = grant
  const pointsFor =
    subject.kind === 'place' || subject.kind === 'form'
      ? fingerprintPointing(services, scope, subject)
      : null
  if (!(await isSameTab(services, { ...grant, pointsFor }, tab))) throw closed()

  return { site, scope, link, subject }
}

/** Only the screen of this nudge or of forms, for this site and person, can compute it. */
export const fingerprintPointing = (
  { security: { secrets } }: Services,
  site: SiteScope,
  subject: PlaceSubject | FormSubject,
): Buffer => {
  const what = subject.kind === 'place' ? subject.uuid : 'form'
  const parts = [site.siteUuid, what, subject.person]
  return Buffer.from(secrets.fingerprint(parts.join('\n'), 'pointed place'), 'hex')
}

/** Refuses a link that is no longer valid, or never was. */
export const closed = () =>
  new Refusal('forbidden', 'This preview link has expired or was opened in another tab.')

/** The id that the pixel makes (app/pixel/id.ts), or another one of the same randomness. */
const isTab = (tab: string) => /^[\w-]{20,64}$/.test(tab)

type Claiming = { link: string; expires: number; pointsFor: Buffer | null }

/** The first tab claims the link. For concurrent requests the database decides. */
async function isSameTab(
  { db }: Services,
  { link, expires, pointsFor }: Claiming,
  tab: string,
): Promise<boolean> {
  const tabHash = createHash('sha256').update(tab).digest()
  const [row] = await db.system
    .insert(previewTabs)
    .values({ link, tabHash, expiresAt: new Date(expires * 1000), pointsFor })
    .onConflictDoUpdate({ target: previewTabs.link, set: { link: sql`excluded.link` } })
    .returning({ tabHash: previewTabs.tabHash })
  return row !== undefined && tabHash.equals(row.tabHash)
}

/** Removes expired links. Called by a job. */
export async function sweepPreviews({ db, now }: Services): Promise<void> {
  await db.system.delete(previewTabs).where(lt(previewTabs.expiresAt, now()))
}
