/** Everything that the public edge needs to know about sites, cached in memory until it changes. */
import { languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import type { Database, Transaction } from '#app/db/db.ts'
import type { Listen } from '#app/db/listen.server.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { limitConcurrency } from '#app/lib/async/limit-concurrency.ts'
import { applyVariantB } from './variant-b.server.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import { compilePayload } from './payload.server.ts'
import { knownSiteColumns } from '#app/domain/nudges/known-site-columns.server.ts'
import {
  createSiteReader,
  scopeOfKnownSite,
  type KnownSite,
} from '#app/domain/sites/known-site.server.ts'
import { createRevalidatingCache } from '#app/lib/cache/revalidating-cache.server.ts'
import {
  createPayloadServer,
  createRecompressor,
  type ServedPayload,
} from './served-payload.server.ts'

export type SiteCache = {
  /** Null for an unknown uuid, which is cached as well, so that guessing costs no queries. */
  site: (uuid: string) => MaybePromise<KnownSite | null>
  /**
   * Null for an unknown uuid.
   *
   * @param pageLanguage language of the requesting page; only for sites that show nudges in it
   */
  payload: (uuid: string, pageLanguage?: NudgeLanguage) => MaybePromise<ServedPayload | null>
  /**
   * Call it where a transaction changes something that the site's pages show; `changeSite` does. Pages
   * of this process show the change from the commit on, and hear nothing of one that is rolled back.
   */
  invalidateOnCommit: (tx: Pick<Transaction, 'afterCommit'>, uuid: string) => void
  /** For what was stored outside of a transaction of ours. */
  invalidate: (uuid: string) => void
  /**
   * From then on, changes by other processes are noticed immediately instead of after two seconds.
   */
  subscribe: (listen: Listen) => { stop: () => Promise<void> }
}

type Parts = {
  db: Database
  log: Log
  now: () => Date
  /** Target of our links. */
  appUrl: string
  /** Called when nudges show pictures that were never read. Absent: the next run of their job reads them. */
  onNewPictures?: () => Promise<void>
  /** Limit of the payload cache; the product's by default. */
  maxPayloadBytes?: number
}

/** Database triggers send a notification here, with the site's uuid. */
const channel = 'site_changed'

/**
 * Can be outdated, because event collection checks the plan limit itself, in the counting
 * statement.
 */
const siteAloneMillis = 10_000
const payloadAloneMillis = 2_000

/**
 * Notified changes are live immediately. This is for values that change with time only (ages, time
 * frames, an expired boost), and limits the effect of a lost notification.
 */
const followedMillis = 60_000

/** Live counts say "now". */
const countedMillis = 10_000

const maxSites = 100_000
/** Room for 100,000 active sites at 4 KB each, fewer where pages have their own languages. */
const defaultPayloadBytes = 400 * 1024 * 1024

/** Leaves the other connections of the pool of ten to the dashboard. */
const maxReadings = 4

export function createSiteCache(parts: Parts): SiteCache {
  const { db, log, now, maxPayloadBytes = defaultPayloadBytes } = parts
  const compiling = { db, log, now, appUrl: parts.appUrl, onNewPictures: parts.onNewPictures }
  const inTurn = limitConcurrency(maxReadings)
  const readSite = createSiteReader({ db, now, ofNudges: knownSiteColumns })
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
    read: (key, before) => inTurn(() => build(key, before)),
  })
  const refiner = createRecompressor({ log, current: payload.peek })

  async function build(key: string, before: ServedPayload | null): Promise<ServedPayload | null> {
    const { uuid, pageLanguage } = readKey(key)
    // Not from the site cache, which can serve the previous value for some seconds after a change.
    // A payload built from that would be served for up to a minute.
    const known = await readSite(uuid)
    if (!known) return null
    const scope = scopeOfKnownSite(known)
    const withheld = known.isPaused ? 'paused' : known.isLimitReached ? 'plan_limit' : undefined
    const counts = known.showsCounts && !withheld ? await live.of(known.siteId) : undefined
    const compiled = await compilePayload(compiling, scope, {
      withheld,
      counts,
      pageLanguage,
    })
    if (!compiled) return null

    const { experiment, holdout, fallbackLanguage } = known
    const other =
      experiment && !withheld
        ? await compilePayload(compiling, scope, {
            withheld,
            counts,
            pageLanguage,
            instead: (tx, published) => applyVariantB(tx, scope, { id: experiment.id, published }),
          })
        : null
    const variantB = experiment && other ? { ...experiment, payload: other } : null
    const served = serve({ payload: compiled, holdout, fallbackLanguage, variantB }, before)
    if (served !== before && !served.hasCounts) refiner.add(key, served)
    return served
  }

  function invalidate(uuid: string): void {
    site.invalidate(uuid)
    for (const key of keysOf(uuid)) payload.invalidate(key)
  }

  return {
    site: site.get,
    payload: (uuid, pageLanguage) => payload.get(keyFor(uuid, pageLanguage)),
    invalidate,
    invalidateOnCommit(tx, uuid) {
      tx.afterCommit(() => invalidate(uuid))
    },
    subscribe: (listen) =>
      listen(channel, {
        onListening() {
          begun += 1
          present = begun
        },
        onNotification(uuid) {
          site.markStale(uuid)
          for (const key of keysOf(uuid)) payload.markStale(key)
        },
        onLost() {
          present = null
        },
      }),
  }
}

/** The key of a payload: the site's uuid, and after a space the language of pages with their own. */
const keyFor = (uuid: string, pageLanguage?: NudgeLanguage): string =>
  pageLanguage === undefined ? uuid : `${uuid} ${pageLanguage}`

const keysOf = (uuid: string): string[] => [
  uuid,
  ...languages.map((language) => keyFor(uuid, language)),
]

function readKey(key: string): { uuid: string; pageLanguage: NudgeLanguage | null } {
  const [uuid = '', named] = key.split(' ', 2)
  return { uuid, pageLanguage: languages.find((language) => language === named) ?? null }
}
