/** What the public edge knows about sites, kept in memory for seconds. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { PixelPayload } from '../../contract/pixel.ts'
import type { Database } from '../../db/db.ts'
import { sites } from '../../db/schema/index.ts'
import type { Log } from '../../lib/log.server.ts'
import { compilePayload } from '../nudges/payload.server.ts'
import { provenSite, provenTeam } from '../teams/scope.ts'
import { createRemembered } from './remembered.server.ts'

/** The part of a site that the edge decides with. */
export type KnownSite = {
  siteId: number
  teamId: number
  uuid: string
  url: string
  pixelSeenAt: Date | null
}

/** A payload as it goes over the wire. */
export type ServedPayload = {
  json: Buffer
  brotli: Buffer
  gzip: Buffer
  /** Fingerprint of the JSON, without quotes. */
  etag: string
}

export type SiteDirectory = {
  /** Null for an unknown uuid. Unknown ones are remembered too, so that guessing costs no query. */
  find: (uuid: string) => Promise<KnownSite | null>
  /** Null for an unknown uuid. */
  payload: (uuid: string) => Promise<ServedPayload | null>
  /** Call it after a change of a site's nudges, options or activities in this process. */
  forget: (uuid: string) => void
}

type Parts = { db: Database; log: Log; now: () => Date }

const siteFreshMillis = 10_000
const payloadFreshMillis = 2_000

const maxSites = 20_000
const maxPayloadBytes = 64 * 1024 * 1024
/** What an entry costs beside its bytes. */
const entryBytes = 1_000

export function createSiteDirectory({ db, log, now }: Parts): SiteDirectory {
  const site = createRemembered<KnownSite>({
    log,
    now,
    freshMillis: siteFreshMillis,
    maxWeight: maxSites,
    weightOf: () => 1,
    read: (uuid) => readSite(db, uuid),
  })
  const payload = createRemembered<ServedPayload>({
    log,
    now,
    freshMillis: payloadFreshMillis,
    maxWeight: maxPayloadBytes,
    weightOf: ({ json, brotli, gzip }) => entryBytes + json.length + brotli.length + gzip.length,
    async read(uuid) {
      const known = await site.get(uuid)
      if (!known) return null
      const scope = provenSite(provenTeam(known.teamId), { id: known.siteId, uuid })
      const compiled = await compilePayload({ db, now }, scope)
      return compiled && serve(compiled)
    },
  })

  return {
    find: site.get,
    payload: payload.get,
    forget(uuid) {
      site.forget(uuid)
      payload.forget(uuid)
    },
  }
}

async function readSite(db: Database, uuid: string): Promise<KnownSite | null> {
  const [row] = await db.system
    .select({
      siteId: sites.id,
      teamId: sites.teamId,
      uuid: sites.uuid,
      url: sites.url,
      pixelSeenAt: sites.pixelSeenAt,
    })
    .from(sites)
    .where(eq(sites.uuid, uuid))
  return row ?? null
}

/** Compressed once per change instead of once per request (performance.md 3.1). */
function serve(payload: PixelPayload): ServedPayload {
  const json = Buffer.from(JSON.stringify(payload))
  return {
    json,
    brotli: brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: gzipSync(json),
    etag: createHash('sha256').update(json).digest('base64url').slice(0, 22),
  }
}
