/**
 * `GET /api/pixel/{uuid}/pictures/{name}.webp`: a picture that a product's page names. Browsers keep it for
 * a year, so few requests reach us, and most of those are answered from memory. A picture in memory is looked
 * up again, without its bytes, once the site was read again: after each change of it, and each minute. So one
 * that was erased isn't served any more.
 */
import {
  hasPagePictureFile,
  readPagePictureFile,
} from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { createSingleFlight, type SingleFlight } from '#app/lib/async/single-flight.ts'
import { createLru } from '#app/lib/cache/lru.ts'
import { isDatabaseAway } from '#app/lib/database-errors.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { createHeaderBlock, openHeaders, type EdgeResponse } from './edge-response.server.ts'

/** Named by its content, so it never changes. */
const pictureHeaders = createHeaderBlock({
  ...openHeaders,
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
})

/** Room for thousands of pictures of this size. */
const keptBytes = 32 * 1024 * 1024

/** Names can be made up, and each of those asks the database. */
const readingsAtOnce = 2
const waitingAtMost = 200

/** Pictures that were looked up since a site was last read. */
type LookedUp = {
  /** The pictures that were there. */
  names: Set<string>
  once: SingleFlight
}

type PictureRequest = { uuid: string; name: string }

/** @throws Refusal `not_found`, `unavailable` when too many wait */
export type AnswerPicture = (asked: PictureRequest) => Promise<EdgeResponse>

export function createPictures({
  db,
  siteCache,
}: Pick<Services, 'db' | 'siteCache'>): AnswerPicture {
  /** One character per byte, as Node sends it together with its headers. */
  const kept = createLru<string, string>(keptBytes, (body) => Math.max(1, body.length))
  const lookedUp = new WeakMap<KnownSite, LookedUp>()
  const inTurn = limitConcurrency(readingsAtOnce)
  let inside = 0

  async function look<Found>(work: () => Promise<Found>): Promise<Found> {
    if (inside >= readingsAtOnce + waitingAtMost) {
      throw new Refusal('unavailable', 'Too many pictures are being read. Try again in a moment.')
    }
    inside += 1
    try {
      return await inTurn(work)
    } finally {
      inside -= 1
    }
  }

  async function isStill(asked: PictureRequest): Promise<boolean> {
    try {
      return await look(() => hasPagePictureFile(db, asked))
    } catch (error) {
      // Pages go on with what is in memory, also while the database is away.
      if (isDatabaseAway(error) || error instanceof Refusal) return true
      throw error
    }
  }

  async function read(key: string, asked: PictureRequest): Promise<string | null> {
    const before = kept.get(key)
    if (before !== undefined) {
      if (await isStill(asked)) return before
      kept.delete(key)
      return null
    }
    const webp = await look(() => readPagePictureFile(db, asked))
    const body = webp?.toString('latin1') ?? null
    if (body !== null) kept.set(key, body)
    return body
  }

  function lookedUpOf(site: KnownSite): LookedUp {
    const before = lookedUp.get(site)
    if (before) return before
    const empty = { names: new Set<string>(), once: createSingleFlight() }
    lookedUp.set(site, empty)
    return empty
  }

  return async (asked) => {
    const key = `${asked.uuid} ${asked.name}`
    // A site is known from memory, a made-up one too. One that was deleted has no pictures any more.
    const site = await siteCache.site(asked.uuid)
    if (site === null) throw new Refusal('not_found', 'Picture not found.')
    const { names, once } = lookedUpOf(site)
    const known = names.has(asked.name) ? kept.get(key) : undefined
    const body = known ?? (await once(asked.name, () => read(key, asked)))
    if (body === null) throw new Refusal('not_found', 'Picture not found.')
    names.add(asked.name)
    return {
      status: 200,
      headerBlock: pictureHeaders,
      extraHeaders: ['Content-Length', String(body.length)],
      body,
      encoding: 'latin1',
    }
  }
}
