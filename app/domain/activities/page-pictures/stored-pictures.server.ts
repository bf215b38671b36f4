/** Pictures that a site's nudges show, as they are stored. */
import { and, asc, count, eq, inArray, lte, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { pagePictures } from '#app/db/schema/images.ts'
import { keysOfImage, languageFolderPattern } from '#app/domain/images/picture-key.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { webAddress } from '#app/lib/web/web-address.ts'

/**
 * A picture that this many pages name, none of them as their product's, is the shop's default, for example
 * its logo.
 */
const sharedBy = 3

/**
 * A site has no more, which is twenty full lists. Noise, the worst that can be drawn, has 20 KB next to a
 * text, so 20 MB in all, and 158 KB above one.
 */
export const maxPagePictures = 1_000

/** Payloads say once an hour that they still want one, which is also how exactly the order of leaving is known. */
const wantedMillis = hourMillis

/** A picture that wasn't wanted for so long is shown by no nudge now, or on no page that is visited. */
export const shownMillis = 2 * dayMillis

export type StoredPicture = {
  /** As its URL has it. Null: there is none, or it's the shop's. */
  name: string | null
  /** It has to be wanted again, to be kept. */
  isOld: boolean
  /** It's due for the first time. */
  isUnread: boolean
}

export type WantedPicture = {
  /** See picture-key.server.ts. */
  path: string
  /** URL of the image, or of the page that names it. */
  address: string
}

/** By path, of those that were wanted before. */
export async function findPagePictures(
  tx: Queries,
  site: SiteScope,
  { paths, at }: { paths: readonly string[]; at: Date },
): Promise<ReadonlyMap<string, StoredPicture>> {
  const other = alias(pagePictures, 'other')
  // The page of a product in several languages is one.
  const product = sql`regexp_replace(${other.path}, ${languageFolderPattern}, '/', 'i')`
  const naming = sql<number>`(select count(distinct ${product}) from ${pagePictures} as other
    where ${and(inSite(other, site), eq(other.name, pagePictures.name), eq(other.isOfProduct, false))})::int`
  const rows = await tx
    .select({
      path: pagePictures.path,
      name: pagePictures.name,
      isOfProduct: pagePictures.isOfProduct,
      wantedAt: pagePictures.wantedAt,
      dueAt: pagePictures.dueAt,
      failures: pagePictures.failures,
      naming,
    })
    .from(pagePictures)
    .where(and(inSite(pagePictures, site), inArray(pagePictures.path, [...paths])))
  return new Map(
    rows.map(({ path, name, isOfProduct, wantedAt, dueAt, failures, naming: pages }) => [
      path,
      {
        name: isOfProduct || pages < sharedBy ? name : null,
        isOld: wantedAt.getTime() <= at.getTime() - wantedMillis,
        isUnread: name === null && failures === 0 && dueAt.getTime() <= at.getTime(),
      },
    ]),
  )
}

type Wanted = {
  pictures: readonly WantedPicture[]
  /** Paths of all that the payload shows. They don't make room. */
  shown: readonly string[]
  at: Date
}

/**
 * Has those read soon that weren't yet, and keeps the others. Where a payload shows more than there is room
 * for, the first ones come first; the others are wanted again with the next payload.
 */
export async function wantPagePictures(
  tx: Queries,
  site: SiteScope,
  { pictures, shown, at }: Wanted,
): Promise<void> {
  const byPath = [...new Map(pictures.map((picture) => [picture.path, picture])).values()]
  // Two processes at the same time would store more than there is room for. The other process is mostly storing
  // the same pictures, so this one skips them.
  if (byPath.length === 0 || !(await isAlone(tx, site))) return
  const kept = await makeRoom(tx, site, { pictures: byPath, shown, at })
  if (kept.length === 0) return
  await tx
    .insert(pagePictures)
    .values(
      // In one order, so that two processes never wait for each other.
      kept
        .sort((one, other) => (one.path < other.path ? -1 : 1))
        .map(({ path, address }) => ({
          siteId: site.siteId,
          teamId: site.teamId,
          path,
          address,
          wantedAt: at,
          dueAt: at,
        })),
    )
    .onConflictDoUpdate({
      target: [pagePictures.siteId, pagePictures.path],
      set: { address: sql`excluded.address`, wantedAt: sql`excluded.wanted_at` },
      setWhere: lte(pagePictures.wantedAt, new Date(at.getTime() - wantedMillis)),
    })
}

/** Held until the end of the transaction that compiles the payload. */
async function isAlone(tx: Queries, site: SiteScope): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`wanted pictures ${site.siteUuid}`}, 0)) as taken`,
  )
  return rows[0]?.taken === true
}

/** Those that are stored already, and as many new ones as fit. Those wanted longest ago make room. */
async function makeRoom(
  tx: Queries,
  site: SiteScope,
  { pictures, shown }: Wanted,
): Promise<WantedPicture[]> {
  const ofSite = inSite(pagePictures, site)
  const paths = pictures.map(({ path }) => path)
  const rows = await tx
    .select({ path: pagePictures.path })
    .from(pagePictures)
    .where(and(ofSite, inArray(pagePictures.path, paths)))
  const stored = new Set(rows.map(({ path }) => path))
  const fresh = pictures.filter(({ path }) => !stored.has(path))
  if (fresh.length === 0) return [...pictures]

  const [total] = await tx.select({ rows: count() }).from(pagePictures).where(ofSite)
  let room = maxPagePictures - (total?.rows ?? 0)
  if (room < fresh.length) {
    const leaving = await tx
      .select({ path: pagePictures.path })
      .from(pagePictures)
      .where(and(ofSite, notInArray(pagePictures.path, [...shown])))
      .orderBy(asc(pagePictures.wantedAt), asc(pagePictures.path))
      .limit(fresh.length - room)
      .for('update', { skipLocked: true })
    const gone = leaving.map(({ path }) => path)
    if (gone.length > 0)
      await tx.delete(pagePictures).where(and(ofSite, inArray(pagePictures.path, gone)))
    room += gone.length
  }
  const fitting = new Set(fresh.slice(0, Math.max(0, room)))
  return pictures.filter((picture) => stored.has(picture.path) || fitting.has(picture))
}

type PictureFile = {
  uuid: string
  /** As `findPagePictures` has it. */
  name: string
}

const isOfFile = ({ uuid, name }: PictureFile) =>
  and(eq(sites.uuid, uuid), eq(pagePictures.name, name))

/** Whether a picture that was read once still is the site's. */
export async function hasPagePictureFile(
  { system }: Pick<Database, 'system'>,
  file: PictureFile,
): Promise<boolean> {
  const rows = await system
    .select({ name: pagePictures.name })
    .from(pagePictures)
    .innerJoin(sites, eq(sites.id, pagePictures.siteId))
    .where(isOfFile(file))
    .limit(1)
  return rows.length > 0
}

/** A picture for a page of any origin, as WebP. Null: there is none of this name. */
export async function readPagePictureFile(
  { system }: Pick<Database, 'system'>,
  file: PictureFile,
): Promise<Buffer | null> {
  const [row] = await system
    .select({ webp: pagePictures.webp })
    .from(pagePictures)
    .innerJoin(sites, eq(sites.id, pagePictures.siteId))
    .where(isOfFile(file))
    .limit(1)
  return row?.webp ?? null
}

type Naming = { siteId: number; productImage: string | null }

/**
 * Deletes the drawings of images that erased activities named. Another activity that names one has it read
 * again.
 */
export async function forgetImages(tx: Queries, erased: readonly Naming[]): Promise<void> {
  const pathsOf = new Map<number, string[]>()
  for (const { siteId, productImage } of erased) {
    const image = webAddress(productImage)
    if (image === undefined) continue
    pathsOf.set(siteId, [...(pathsOf.get(siteId) ?? []), ...keysOfImage(image)])
  }
  for (const [siteId, paths] of pathsOf) {
    const isOne = and(eq(pagePictures.siteId, siteId), inArray(pagePictures.path, paths))
    // In the order in which payloads write them.
    const rows = await tx
      .select({ path: pagePictures.path })
      .from(pagePictures)
      .where(isOne)
      .orderBy(asc(pagePictures.path))
      .for('update')
    if (rows.length > 0) await tx.delete(pagePictures).where(isOne)
  }
}
