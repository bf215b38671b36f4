/**
 * Links with which the owner sees drafts on a page of the own site. A link works in the one tab that
 * opened it first and for a quarter of an hour: what is copied, forwarded or found in a history opens
 * nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, lt, sql, sum } from 'drizzle-orm'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { hourlyPages, nudges, previewTabs, sites } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import { provenSite, provenTeam, type SiteScope } from '#app/domain/scope.ts'
import { compilePreview } from './preview.server.ts'
import { decodePreviewToken, encodePreviewToken } from './preview-token.server.ts'

const lifeSeconds = 15 * 60

/**
 * @param nudge the uuid of one nudge; null for all that the pages will show once drafts are published
 * @throws Refusal `not_found` when the site has no such nudge
 */
export async function createPreviewLink(
  { db, secrets, now }: Services,
  site: SiteScope,
  nudge: string | null,
): Promise<string> {
  const { url, page } = await db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select({ url: sites.url })
      .from(sites)
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId)))
    const [known] =
      nudge === null
        ? [row]
        : await tx
            .select({ uuid: nudges.uuid })
            .from(nudges)
            .where(
              and(
                eq(nudges.teamId, site.teamId),
                eq(nudges.siteId, site.siteId),
                eq(nudges.uuid, nudge),
              ),
            )
    if (!row || !known) throw new Refusal('not_found', 'There is no such nudge.')
    // Where the pixel was seen most: the front page need not be the shop's.
    const [visited] = await tx
      .select({ page: hourlyPages.page })
      .from(hourlyPages)
      .where(
        and(
          eq(hourlyPages.teamId, site.teamId),
          eq(hourlyPages.siteId, site.siteId),
          eq(hourlyPages.type, 'visit'),
        ),
      )
      .groupBy(hourlyPages.page)
      .orderBy(desc(sum(hourlyPages.total)), hourlyPages.page)
      .limit(1)
    return { url: row.url, page: visited?.page ?? '/' }
  })
  const grant = {
    link: randomUUID(),
    nudge,
    expires: Math.floor(now().getTime() / 1000) + lifeSeconds,
  }
  const address = new URL(url + page)
  // A fragment is told to no server and stands in no log.
  address.hash = `footfall-preview=${encodePreviewToken(secrets, { uuid: site.siteUuid, url }, grant)}`
  return address.href
}

export type Opening = {
  /** Of the site. */
  uuid: string
  token: string
  /** Made by the tab, and known to nobody else. */
  tab: string
  /** Of the page that asks, as far as a header tells. */
  origin: string | undefined
}

/**
 * The payload with the drafts, for the tab that opened the link first.
 *
 * @throws Refusal `forbidden` in the same words for every link that opens nothing, whatever the reason
 */
export async function openPreview(
  services: Services,
  { uuid, token, tab, origin }: Opening,
): Promise<PixelPayload> {
  const site = await services.siteCache.site(uuid)
  if (!site || !isPageOfSite(site.url, origin)) throw closed()
  const grant = decodePreviewToken(services.secrets, site, { token, now: services.now() })
  if (!grant || !isTab(tab) || !(await isSameTab(services, grant, tab))) throw closed()

  const scope = provenSite(provenTeam(site.teamId), { id: site.siteId, uuid: site.uuid })
  const payload = await compilePreview(services, scope, grant.nudge)
  if (!payload) throw closed()
  return payload
}

const closed = () =>
  new Refusal('forbidden', 'This preview link has expired or was opened elsewhere.')

/** As the pixel makes it: 128 random bits. */
const isTab = (tab: string) => /^[0-9a-f]{32}$/.test(tab)

/** The first tab takes the link; of two that come at once, the database lets one be first. */
async function isSameTab(
  { db }: Services,
  { link, expires }: { link: string; expires: number },
  tab: string,
): Promise<boolean> {
  const tabHash = createHash('sha256').update(tab).digest()
  const [row] = await db.system
    .insert(previewTabs)
    .values({ link, tabHash, expiresAt: new Date(expires * 1000) })
    .onConflictDoUpdate({ target: previewTabs.link, set: { link: sql`excluded.link` } })
    .returning({ tabHash: previewTabs.tabHash })
  return row !== undefined && tabHash.equals(row.tabHash)
}

/** Forgets links that have expired; a job calls it. */
export async function sweepPreviews({ db, now }: Services): Promise<void> {
  await db.system.delete(previewTabs).where(lt(previewTabs.expiresAt, now()))
}
