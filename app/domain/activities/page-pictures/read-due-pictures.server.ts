/** Reads the pictures that nudges want, a few at a time and never for a visitor who waits. */
import { createHash } from 'node:crypto'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { pagePictures } from '#app/db/schema/images.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { forEachDueSite } from '#app/domain/find-scope.server.ts'
import { imageKeyPattern, readPictureKey } from '#app/domain/images/picture-key.server.ts'
import {
  readNamedPicture,
  readPagePicture,
  type PictureReading,
} from '#app/domain/images/read-page-picture.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { productPage } from '../product-path.ts'
import { shownMillis } from './stored-pictures.server.ts'

/** How many sites are read at the same time. */
const sitesAtOnce = 4

/** A run begins with no further site after this time: the next minute's goes on. */
const runMillis = 45_000

/** A site's turn in a run: a whole list of images and more, then pages, one after the other. */
const imagesOfTurn = 60
const pagesOfTurn = 3

/** Number of images after which a site's turn checks again whether it can go on, and which images are due. */
const imagesOfClaim = 12

/** At the same time in a run, with a few MB of memory each, and of one host, as browsers read from one. */
const imagesAtOnce = 12
const imagesOfHost = 6

export type RunLimits = {
  /** Sites of a run, the longest waiting first. */
  sites: number
  /** A site that answers slowly has nothing else read after this time. */
  siteMillis: number
}

const usualLimits: RunLimits = { sites: 200, siteMillis: 12_000 }

/** Longer than reading a page and its pictures takes. Another process reads the site then. */
const leaseMillis = 5 * minuteMillis

/** After a page that can't be read, the site's others wait as well: it's the server that has trouble. */
const restMillis = 15 * minuteMillis

/** Products get other pictures now and then, also at the same URL, and pages without one get one. */
const pictureDays = 21
const noneDays = 3

/** Within 21 minutes. Then there is no picture. */
const missingTries = 4

/** For jobs of each minute and of new pictures. Several can run at the same time: a site is read by one of them. */
export async function readDuePictures(
  services: Services,
  limits: Partial<RunLimits> = {},
): Promise<void> {
  const { sites: most, siteMillis } = { ...usualLimits, ...limits }
  const { db, now } = services
  const due = await db.system
    .select({ siteId: pagePictures.siteId })
    .from(pagePictures)
    .innerJoin(sites, eq(sites.id, pagePictures.siteId))
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .where(and(isDue(now()), mayBeRead))
    .groupBy(pagePictures.siteId)
    .orderBy(asc(min(pagePictures.dueAt)), asc(pagePictures.siteId))
    .limit(most)
  const inTurn = limitConcurrency(sitesAtOnce)
  const turn: Turn = { siteMillis, imagesInTurn: limitHosts() }
  const end = performance.now() + runMillis
  const runs = due.map((row) =>
    inTurn(async () => {
      if (performance.now() > end) return
      await forEachDueSite(db.system, [row], (site) => readPicturesOfSite(services, site, turn))
    }),
  )
  // One site's failure doesn't end the reading of others, and is the job's in the end.
  await Promise.allSettled(runs)
  await Promise.all(runs)
}

/** The kill switch, and a suspended organization. */
const mayBeRead = and(isNull(sites.pausedAt), isNull(teams.suspendedAt))

/** Those that no nudge shows any more aren't read, until one does again. */
const isDue = (at: Date) =>
  and(
    lte(pagePictures.dueAt, at),
    gt(pagePictures.wantedAt, new Date(at.getTime() - shownMillis)),
    or(isNull(pagePictures.leasedUntil), lte(pagePictures.leasedUntil, at)),
  )

/** Runs work that reads from a host when the host and the run have room for it. */
type HostTurns = <Value>(address: string, work: () => Promise<Value>) => Promise<Value>

function limitHosts(): HostTurns {
  const ofRun = limitConcurrency(imagesAtOnce)
  const hosts = new Map<string, ReturnType<typeof limitConcurrency>>()
  return (address, work) => {
    const { host } = new URL(address)
    const ofHost = hosts.get(host) ?? limitConcurrency(imagesOfHost)
    hosts.set(host, ofHost)
    return ofHost(() => ofRun(work))
  }
}

type Turn = Pick<RunLimits, 'siteMillis'> & { imagesInTurn: HostTurns }

const isImage = sql`${pagePictures.path} ~ ${imageKeyPattern}`
const isPage = sql`${pagePictures.path} !~ ${imageKeyPattern}`

async function readPicturesOfSite(
  services: Services,
  site: SiteScope,
  { siteMillis, imagesInTurn }: Turn,
): Promise<void> {
  const end = performance.now() + siteMillis
  const isOver = () => performance.now() >= end
  for (let read = 0; read < imagesOfTurn && (read === 0 || !isOver());) {
    const images = await claimDue(services, site, { which: isImage, most: imagesOfClaim })
    if (images.length === 0) break
    await readImages(services, site, { images, imagesInTurn })
    read += images.length
  }
  // However slow the images are, pages go on as well.
  for (let read = 0; read < pagesOfTurn && (read === 0 || !isOver()); read += 1) {
    const [page] = await claimDue(services, site, { which: isPage, most: 1 })
    if (!page) break
    const reading = await readPage(services, page)
    await storeReading(services, site, { page, reading })
    // An image can be on any server, and another one's can be read.
    if (reading.kind === 'failed') {
      await postpone(services, site, { millis: restMillis, which: isPage })
      return
    }
  }
  // The rest of a large shop waits behind the shops that weren't read.
  await postpone(services, site, { millis: 0 })
}

type Images = Pick<Turn, 'imagesInTurn'> & { images: readonly DuePage[] }

async function readImages(
  services: Services,
  site: SiteScope,
  { images, imagesInTurn }: Images,
): Promise<void> {
  // One connection of the database for each site.
  const oneByOne = limitConcurrency(1)
  const readings = images.map(async (page) => {
    const { address, path } = page
    const { size } = readPictureKey(path)
    const reading = await imagesInTurn(address, () => readNamedPicture(services, { address, size }))
    await oneByOne(() => storeReading(services, site, { page, reading }))
  })
  await Promise.allSettled(readings)
  await Promise.all(readings)
}

async function readPage(
  services: Services,
  { siteUrl, path, address }: DuePage,
): Promise<PictureReading> {
  const { size } = readPictureKey(path)
  const siteName = new URL(siteUrl).host
  const isOfSite = (page: string) => productPage(siteName, page) !== null
  return isOfSite(address)
    ? readPagePicture(services, { address, size, isOfSite })
    : { kind: 'none' }
}

type DuePage = Pick<typeof pagePictures.$inferSelect, 'path' | 'address' | 'name' | 'failures'> & {
  siteUrl: string
}

type Claim = { which: SQL; most: number }

/**
 * Those that nudges wanted last come first. Empty: none is due, the site may no longer be read, or another
 * process reads it.
 */
const claimDue = (
  { db, now }: Services,
  site: SiteScope,
  { which, most }: Claim,
): Promise<DuePage[]> =>
  db.asTeam(site, async (tx) => {
    const at = now()
    const [found] = await tx
      .select({ siteUrl: sites.url })
      .from(sites)
      .innerJoin(teams, eq(teams.id, sites.teamId))
      .where(and(inSite(sites, site), mayBeRead))
    if (!found || !(await isFree(tx, site, at))) return []
    const due = await tx
      .select({
        path: pagePictures.path,
        address: pagePictures.address,
        name: pagePictures.name,
        failures: pagePictures.failures,
      })
      .from(pagePictures)
      .where(and(inSite(pagePictures, site), isDue(at), which))
      .orderBy(desc(pagePictures.wantedAt), asc(pagePictures.path))
      .limit(most)
      .for('no key update', { skipLocked: true })
    if (due.length === 0) return []
    const paths = due.map(({ path }) => path)
    await tx
      .update(pagePictures)
      .set({ leasedUntil: new Date(at.getTime() + leaseMillis) })
      .where(and(inSite(pagePictures, site), inArray(pagePictures.path, paths)))
    return due.map((page) => ({ ...page, ...found }))
  })

/** Whether no other process reads the site. The lock is for two that ask at the same time. */
async function isFree(tx: Queries, site: SiteScope, at: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`read pictures ${site.siteUuid}`}, 0)) as taken`,
  )
  if (rows[0]?.taken !== true) return false
  const leased = await tx
    .select({ path: pagePictures.path })
    .from(pagePictures)
    .where(and(inSite(pagePictures, site), gt(pagePictures.leasedUntil, at)))
    .limit(1)
  return leased.length === 0
}

const isStoredAt = (site: SiteScope, path: string) =>
  and(inSite(pagePictures, site), eq(pagePictures.path, path))

type Read = { page: DuePage; reading: PictureReading }

async function storeReading(
  services: Services,
  site: SiteScope,
  { page, reading }: Read,
): Promise<void> {
  const at = services.now().getTime()
  const stored = isStoredAt(site, page.path)
  const failures = Math.min(page.failures + 1, 1_000)
  // A new image can be named before its CDN has it. A known one was removed.
  const isMissing = reading.kind === 'missing' && page.name === null
  if (reading.kind === 'failed' || (isMissing && failures < missingTries)) {
    const dueAt = new Date(at + backoffMillis(page.path, failures))
    await services.db.asTeam(site, (tx) =>
      tx.update(pagePictures).set({ failures, dueAt, leasedUntil: null }).where(stored),
    )
    return
  }
  const webp = reading.kind === 'picture' ? reading.webp : null
  const days = webp === null ? noneDays : pictureDays
  const name = webp && nameOf(webp)
  const values = {
    name,
    webp,
    isOfProduct: reading.kind === 'picture' && reading.isOfProduct,
    failures: isMissing ? failures : 0,
    dueAt: new Date(at + days * dayMillis),
    leasedUntil: null,
  }
  const store = (tx: Parameters<Parameters<typeof services.db.asTeam>[1]>[0]) =>
    tx.update(pagePictures).set(values).where(stored)
  await (name === page.name ? services.db.asTeam(site, store) : changeSite(services, site, store))
}

/**
 * An hour, then four times as long after each failure, up to a week. A minute at first for an image, which
 * can be newer than the copies that its CDN has. The last picture is shown meanwhile.
 */
const backoffMillis = (path: string, failures: number): number => {
  const first = readPictureKey(path).isImage ? minuteMillis : hourMillis
  return Math.min(first * 4 ** Math.min(failures - 1, 10), 7 * dayMillis)
}

/** The same content has the same URL, and another one never has: browsers keep it for a year. */
const nameOf = (webp: Buffer): string =>
  createHash('sha256').update(webp).digest('base64url').slice(0, 22)

type Pause = { millis: number; which?: SQL }

/**
 * The pictures due before these milliseconds have passed are due then. Locked in one order, and without
 * waiting, because payloads write rows of the site down at the same time.
 */
const postpone = ({ db, now }: Services, site: SiteScope, { millis, which }: Pause) => {
  const dueAt = new Date(now().getTime() + millis)
  return db.asTeam(site, async (tx) => {
    const rows = await tx
      .select({ path: pagePictures.path })
      .from(pagePictures)
      .where(and(inSite(pagePictures, site), lt(pagePictures.dueAt, dueAt), which))
      .orderBy(asc(pagePictures.path))
      .for('no key update', { skipLocked: true })
    const paths = rows.map(({ path }) => path)
    if (paths.length === 0) return
    await tx
      .update(pagePictures)
      .set({ dueAt })
      .where(and(inSite(pagePictures, site), inArray(pagePictures.path, paths)))
  })
}

/** A picture that no nudge wanted for so long is forgotten. */
const unwantedDays = 14

/** Also those of paused sites: the page of an activity that was erased is one of them. */
export async function sweepPagePictures({ db, now }: Services): Promise<void> {
  const limit = new Date(now().getTime() - unwantedDays * dayMillis).toISOString()
  await db.system.execute(sql`
    with unwanted as materialized (
      select site_id, path from ${pagePictures} where wanted_at < ${limit}::timestamptz
      order by site_id, path for update skip locked)
    delete from ${pagePictures} where (site_id, path) in (select site_id, path from unwanted)`)
}
