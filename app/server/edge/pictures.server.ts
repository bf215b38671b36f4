/**
 * `GET /api/pixel/{uuid}/pictures/{name}.webp`: a picture that a product's page names. Browsers keep it for
 * a year, so few requests reach us, and most of those are answered from memory.
 */
import { readPagePictureFile } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { createLru } from '#app/lib/cache/lru.ts'
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

type PictureRequest = { uuid: string; name: string }

/** @throws Refusal `not_found`, `unavailable` when too many wait */
export type AnswerPicture = (asked: PictureRequest) => Promise<EdgeResponse>

export function createPictures({
  db,
  siteCache,
}: Pick<Services, 'db' | 'siteCache'>): AnswerPicture {
  /** One character per byte, as Node sends it together with its headers. */
  const kept = createLru<string, string>(keptBytes, (body) => Math.max(1, body.length))
  const inTurn = limitConcurrency(readingsAtOnce)
  let inside = 0

  async function read(asked: PictureRequest): Promise<string | null> {
    if (inside >= readingsAtOnce + waitingAtMost) {
      throw new Refusal('unavailable', 'Too many pictures are being read. Try again in a moment.')
    }
    inside += 1
    try {
      const webp = await inTurn(() => readPagePictureFile(db, asked))
      return webp?.toString('latin1') ?? null
    } finally {
      inside -= 1
    }
  }

  return async (asked) => {
    const key = `${asked.uuid} ${asked.name}`
    // A site is known from memory, a made-up one too. One that was deleted has no pictures any more.
    const isKnown = (await siteCache.site(asked.uuid)) !== null
    const body = isKnown ? (kept.get(key) ?? (await read(asked))) : null
    if (body === null) throw new Refusal('not_found', 'Picture not found.')
    kept.set(key, body)
    return {
      status: 200,
      headerBlock: pictureHeaders,
      extraHeaders: ['Content-Length', String(body.length)],
      body,
      encoding: 'latin1',
    }
  }
}
