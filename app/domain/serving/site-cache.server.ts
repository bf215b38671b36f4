/** What the public edge knows about sites, kept in memory until it changes. */
import type { Database } from '#app/db/db.ts'
import type { Listen } from '#app/db/listen.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { applyVariantB } from './variant-b.server.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import { compilePayload } from './payload.server.ts'
import { provenSite, provenTeam } from '#app/domain/scope.ts'
import { createSiteReader, type KnownSite } from '#app/domain/sites/known-site.server.ts'
import { createRecompressor } from './recompressor.server.ts'
import { createRevalidatingCache } from '#app/lib/cache/revalidating-cache.server.ts'
import { createPayloadServer, type ServedPayload } from './served-payload.server.ts'


export type SiteCache = {
  /** Null for an unknown uuid. Unknown ones are remembered too, so that guessing costs no query. */
  site: (uuid: string) => MaybePromise<KnownSite | null>
  /** Null for an unknown uuid. */
  payload: (uuid: string) => MaybePromise<ServedPayload | null>
  /** Call it after a change of a site's nudges, options or activities in this process. */
  invalidate: (uuid: string) => void
  /** From now on what other processes change is known at once instead of after two seconds. */
  subscribe: (listen: Listen) => { stop: () => Promise<void> }
}

type Parts = {
  db: Database
  log: Log
  now: () => Date
  /** Where links to us lead. */
  appUrl: string
  /** Bound of the payloads kept; that of the product when absent. */
  maxPayloadBytes?: number
}

/** The triggers of migration 0002 announce here, with the site's uuid. */
const channel = 'site_changed'

/** Collection looks at the plan's use itself, in the statement that counts. */
const siteAloneMillis = 10_000
const payloadAloneMillis = 2_000

/**
 * Announced changes are live at once; this is for what changes by the hour alone (ages, windows, an
 * expired boost), and the longest that a missed announcement could matter.
 */
const followedMillis = 60_000

/** Counts of visitors say "now". */
const countedMillis = 10_000

const maxSites = 100_000
/** At 4 KB each, 100,000 active sites fit with room to spare (performance.md P12). */
const defaultPayloadBytes = 400 * 1024 * 1024

/** R06 (security.md): the screens keep the other connections of the pool of ten. */
const maxReadings = 4

export function createSiteCache(parts: Parts): SiteCache {
  const { db, log, now, appUrl, maxPayloadBytes = defaultPayloadBytes } = parts
  const inTurn = limitConcurrency(maxReadings)
  const readSite = createSiteReader({ db, now })
  const { serve } = createPayloadServer()
  const live = createLiveCounts({ db, now })
  let begun = 0
  let present: number | null = null
  const following = () => present

  const site = createRevalidatingCache<KnownSite>({
    log,
    now,
    following,
    followedMillis,
    aloneMillis: siteAloneMillis,
    maxWeight: maxSites,
    weightOf: () => 1,
    read: (uuid) => inTurn(() => readSite(uuid)),
  })
  const payload = createRevalidatingCache<ServedPayload>({
    log,
    now,
    following,
    followedMillis,
    aloneMillis: payloadAloneMillis,
    maxWeight: maxPayloadBytes,
    weightOf: ({ weight }) => weight,
    lastsMillis: ({ hasCounts }) => (hasCounts ? countedMillis : Infinity),
    read: (uuid, before) => inTurn(() => build(uuid, before)),
  })
  const refiner = createRecompressor({ log, current: payload.peek })

  async function build(uuid: string, before: ServedPayload | null): Promise<ServedPayload | null> {
    const known = await readSite(uuid)
    if (!known) return null
    const scope = provenSite(provenTeam(known.teamId), {
      id: known.siteId,
      uuid,
    })
    const withheld = known.isPaused ? 'paused' : known.isLimitReached ? 'plan_limit' : undefined
    const counts = known.showsCounts && !withheld ? await live.of(known.siteId) : undefined
    const compiled = await compilePayload({ db, log, now, appUrl }, scope, {
      withheld,
      counts,
    })
    if (!compiled) return null

    const { experiment } = known
    const other =
      experiment && !withheld
        ? await compilePayload({ db, log, now, appUrl }, scope, {
            ...{ withheld, counts },
            instead: (tx, published) => applyVariantB(tx, scope, { id: experiment.id, published }),
          })
        : null
    const sideB = experiment && other ? { ...experiment, payload: other } : null
    const served = serve({ payload: compiled, holdout: known.holdout, variantB: sideB }, before)
    if (served !== before && !served.hasCounts) refiner.add(uuid, served)
    return served
  }

  return {
    site: site.get,
    payload: payload.get,
    invalidate(uuid) {
      site.invalidate(uuid)
      payload.invalidate(uuid)
    },
    subscribe: (listen) =>
      listen(channel, {
        onListening() {
          begun += 1
          present = begun
        },
        onNotification(uuid) {
          site.markStale(uuid)
          payload.markStale(uuid)
        },
        onLost() {
          present = null
        },
      }),
  }
}
