/**
 * The place of an inline nudge, pointed at on the site's own page: a link that opens the page for
 * it, what the page sends back, and what the studio receives. Nothing here changes the nudge: the
 * owner sees the suggestion in the studio's fields, and publishes it or not (docs/threats.md T47).
 */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { placeReport, type PointedPlace } from '#app/contract/pointed-place.ts'
import { sites } from '#app/db/schema/ground.ts'
import { previewTabs } from '#app/db/schema/serving.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import {
  checkOpening,
  closed,
  createLink,
  fingerprintPointing,
  type Opening,
} from './preview-link.server.ts'
import { listSeenPages } from './seen-pages.server.ts'

/** One person picks a few times. A page's script that sends more is stopped. */
const maxSuggestions = 30

export type PlaceLink = {
  /** Opens the page, ready to point. */
  link: string
  /** Names the link in the studio's questions. Opens nothing. */
  id: string
  /** Unix seconds. */
  expires: number
}

type Pointing = { uuid: string; userId: number }

/**
 * @param page a path or URL that the owner typed; empty for the most visited page
 * @throws Refusal `not_found` when the site has no such inline nudge, `invalid` when the page is on
 *   another site
 */
export async function createPlaceLink(
  services: Services,
  site: SiteScope,
  { uuid, userId, page }: Pointing & { page: string },
): Promise<PlaceLink> {
  const made = await createLink(services, site, {
    subject: { kind: 'place', uuid, person: personOf(services, userId) },
    page: await findTypedPage(services, site, page),
  })
  return { link: made.href, id: made.link, expires: made.expires }
}

/**
 * The URL of a page that an owner typed. Undefined for none.
 *
 * @throws Refusal `invalid` when it's on another site, `not_found` when the site no longer exists
 */
export async function findTypedPage(
  { db }: Services,
  site: SiteScope,
  page: string,
): Promise<string | undefined> {
  if (page === '') return undefined
  const [row] = await db.asTeam(site, (tx) =>
    tx.select({ url: sites.url }).from(sites).where(inSite(sites, site)),
  )
  if (!row) throw new Refusal('not_found', 'Site not found.')
  return findPage(row.url, page)
}

/** @throws Refusal `invalid` */
function findPage(siteAddress: string, typed: string): string {
  const { host, protocol } = new URL(siteAddress)
  const text = typed.startsWith(host) ? `${protocol}//${typed}` : typed
  const url = parseWebAddress(text, { base: `${siteAddress}/`, max: 2000 })
  if (!url || !isPageOfSite(siteAddress, url.origin)) {
    throw refuseField('page', `Enter a page on ${host}, for example /products/tote.`)
  }
  return url.origin + url.pathname + url.search
}

/** Not the id itself, because the page's script can read the token. */
export const personOf = ({ security: { secrets } }: Services, userId: number) =>
  secrets.fingerprint(String(userId), 'person of a preview link').slice(0, 32)

/**
 * Keeps what the tab of a link suggests, until the link expires.
 *
 * @param body as the page sends it
 * @throws Refusal `forbidden` for every invalid link, `invalid` for anything but a place, `too_many`
 *   when the link has suggested too often
 */
export async function suggestPlace(
  services: Services,
  opening: Opening,
  body: unknown,
): Promise<void> {
  const { link, subject } = await checkOpening(services, opening)
  if (subject.kind !== 'place') throw closed()
  const read = placeReport.safeParse(body)
  if (!read.success) throw new Refusal('invalid', 'This is not a place on a page.')
  if (!(await keepSuggestion(services, link, { place: read.data.place }))) {
    throw new Refusal('too_many', 'This link was used too often. Point at the place again.', {
      retryAfterSeconds: 60,
    })
  }
}

/** Replaces what the link suggested before. @returns false: it has suggested too often */
export async function keepSuggestion(
  { db }: Pick<Services, 'db'>,
  link: string,
  suggested: Partial<Pick<typeof previewTabs.$inferInsert, 'place' | 'form'>>,
): Promise<boolean> {
  const stored = await db.system
    .update(previewTabs)
    .set({ ...suggested, places: sql`${previewTabs.places} + 1` })
    .where(and(eq(previewTabs.link, link), lt(previewTabs.places, maxSuggestions)))
    .returning({ places: previewTabs.places })
  return stored.length > 0
}

export type PlaceState = {
  /** The page has opened the link. */
  isOpen: boolean
  /** The place it suggests. `count` rises with each suggestion. */
  place: PointedPlace | null
  count: number
}

/** For the studio of the person who made the link; as if no one had opened it for everyone else. */
export async function readPlace(
  services: Services,
  site: SiteScope,
  { uuid, userId, link }: Pointing & { link: string },
): Promise<PlaceState> {
  const person = personOf(services, userId)
  const pointsFor = fingerprintPointing(services, site, { kind: 'place', uuid, person })
  const [row] = await services.db.system
    .select({ place: previewTabs.place, count: previewTabs.places })
    .from(previewTabs)
    .where(
      and(
        eq(previewTabs.link, link),
        eq(previewTabs.pointsFor, pointsFor),
        gt(previewTabs.expiresAt, services.now()),
      ),
    )
  return { isOpen: row !== undefined, place: row?.place ?? null, count: row?.count ?? 0 }
}

/** Pages to point on, the most visited first. */
export const listPagesToPoint = ({ db, now }: Services, site: SiteScope): Promise<string[]> =>
  db.asTeam(site, (tx) => listSeenPages(tx, site, { now: now(), limit: 20 }))
