/**
 * Looks at a site's home page, so that setup can begin with what fits the shop. Setup works without
 * it: a page that can't be read leaves everything as it was.
 */
import { and, eq } from 'drizzle-orm'
import { sites, type StoredHomePage } from '#app/db/schema/ground.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { homePageJob } from '../jobs.ts'
import { loadPage } from '#app/lib/web/load-page.server.ts'
import { findInHomePage, type HomePageFindings } from './find-in-home-page.ts'
import { shopPlatforms } from './platform.ts'

const limits = { maxBytes: 2_000_000, maxMillis: 8_000 }

type Asker = {
  /** Email address of the person. */
  account: string
  address: string
}

/** Reads it after the response. Does nothing for a person who asked too often. */
export async function requestHomePage(
  { db, jobs, security: { rateLimits } }: Services,
  { siteId }: SiteScope,
  { account, address }: Asker,
): Promise<void> {
  // Without a queue the product has never been started, and no one sets anything up.
  if (!(await jobs.hasQueue(homePageJob, db.system))) return
  try {
    await rateLimits.consume('homePage', account, address)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many') return
    throw error
  }
  await jobs.send(homePageJob, { siteId })
}

/**
 * Reads it now, for a person who waits.
 *
 * @returns whether the page could be read
 * @throws Refusal `too_many`
 */
export async function refreshHomePage(
  services: Services,
  site: SiteScope,
  { account, address }: Asker,
): Promise<boolean> {
  await services.security.rateLimits.consume('homePage', account, address)
  return readHomePage(services, site)
}

/** For the job. False also when the site no longer exists. */
export async function readHomePageOfSite(services: Services, siteId: number): Promise<boolean> {
  const site = await findSiteScope(services.db.system, siteId)
  return site !== null && readHomePage(services, site)
}

/** False: the page wasn't read, and earlier findings stay. */
export async function readHomePage(
  { db, net, now }: Pick<Services, 'db' | 'net' | 'now'>,
  site: SiteScope,
): Promise<boolean> {
  const [row] = await db.asTeam(site, (tx) =>
    tx.select({ url: sites.url }).from(sites).where(inSite(sites, site)),
  )
  if (!row) return false
  const { url } = row
  const { head, html } = await loadPage(net, url, limits)
  if (typeof html !== 'string') return false
  const found = await findInHomePage(html, head?.address ?? url)
  const readAt = now().toISOString()
  const homePage = { url, readAt, ...found }
  await db.asTeam(site, (tx) =>
    tx
      .update(sites)
      .set({ homePage })
      .where(and(inSite(sites, site), eq(sites.url, url))),
  )
  return true
}

/** Null: not read yet, or only under an earlier URL of the site. */
export async function findHomePage(
  { db }: Pick<Services, 'db'>,
  site: SiteScope,
): Promise<HomePageFindings | null> {
  const [row] = await db.asTeam(site, (tx) =>
    tx.select({ url: sites.url, found: sites.homePage }).from(sites).where(inSite(sites, site)),
  )
  if (!row?.found || row.found.url !== row.url) return null
  return fromStored(row.found)
}

function fromStored(found: StoredHomePage): HomePageFindings {
  const { platform, hasTagManager, color, thankYouPaths, checkoutPaths } = found
  const known = shopPlatforms.find((one) => one === platform) ?? null
  return { platform: known, hasTagManager, color, thankYouPaths, checkoutPaths }
}
