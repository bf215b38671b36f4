/**
 * Remembers on the site that its pixel reported: the dashboard's "installed" reads it. And from which
 * hosts, its own and others', as far as a header can tell.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { pixelHosts, sites } from '#app/db/schema/index.ts'
import { createLruMap } from '#app/lib/cache/lru-map.ts'
import type { Services } from '#app/services.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'

/** A site's row is written at most this often, in each process and by all of them together. */
const pauseMillis = 60_000

/** What anybody writes into a header must not fill a table: of a site, at a time and a minute. */
const mostHosts = 20
const mostNewHosts = 5
const longestOrigin = 300
/** A host that was not seen for so long makes room. */
const hostMillis = 90 * 24 * 3_600_000

export type PixelLastSeen = {
  /** Returns at once: the page's answer does not wait for this. */
  note: (site: KnownSite, at: Date) => void
  /** The same for the page's origin, whether it is the site's own or not. */
  noteHost: (site: KnownSite, origin: string | undefined, at: Date) => void
  /** Resolves when what was noted is written. */
  drain: () => Promise<void>
}

export function createPixelLastSeen({ db, log }: Services): PixelLastSeen {
  const noted = createLruMap<number, number>({ maxWeight: 20_000 })
  const notedHosts = createLruMap<string, number>({ maxWeight: 20_000 })
  const newHosts = createLruMap<number, { minute: number; count: number }>({ maxWeight: 20_000 })
  const running = new Set<Promise<void>>()

  function run(writing: Promise<void>): void {
    running.add(writing)
    void writing.finally(() => running.delete(writing))
  }

  async function write(siteId: number, at: Date): Promise<void> {
    const limit = new Date(at.getTime() - pauseMillis)
    try {
      await db.system
        .update(sites)
        .set({ pixelSeenAt: at })
        .where(
          and(eq(sites.id, siteId), or(isNull(sites.pixelSeenAt), lt(sites.pixelSeenAt, limit))),
        )
    } catch (error) {
      // The next report tries again.
      noted.delete(siteId)
      log.warn({ err: error, siteId }, 'a sighting of the pixel was not written')
    }
  }

  async function writeHost({ siteId, url }: KnownSite, host: string, at: Date): Promise<void> {
    const ofSite = eq(pixelHosts.siteId, siteId)
    const oldest = new Date(at.getTime() - hostMillis)
    try {
      await db.system.delete(pixelHosts).where(and(ofSite, lt(pixelHosts.lastSeenAt, oldest)))
      // The site's own host has its place, however many others there are.
      const isSiteHost = host === new URL(url).host
      await db.system.execute(sql`
        insert into ${pixelHosts} (site_id, team_id, host, first_seen_at, last_seen_at)
        select id, team_id, ${host}, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
        from ${sites}
        where id = ${siteId} and (${isSiteHost}
          or exists (select from ${pixelHosts} where site_id = ${siteId} and host = ${host})
          or (select count(*) from ${pixelHosts} where site_id = ${siteId}) < ${mostHosts})
        on conflict (site_id, host) do update set
          team_id = excluded.team_id,
          last_seen_at = greatest(pixel_hosts.last_seen_at, excluded.last_seen_at)`)
    } catch (error) {
      log.warn({ err: error, siteId }, 'a host of the pixel was not written')
    }
  }

  function isOverrun(siteId: number, at: Date): boolean {
    const minute = Math.floor(at.getTime() / pauseMillis)
    const known = newHosts.get(siteId)
    const count = known?.minute === minute ? known.count + 1 : 1
    newHosts.set(siteId, { minute, count })
    return count > mostNewHosts
  }

  return {
    note({ siteId, pixelSeenAt }, at) {
      const last = noted.get(siteId) ?? pixelSeenAt?.getTime()
      if (last !== undefined && Math.abs(at.getTime() - last) < pauseMillis) return
      noted.set(siteId, at.getTime())
      run(write(siteId, at))
    },
    noteHost(site, origin, at) {
      if (origin === undefined || origin.length > longestOrigin) return
      const key = `${String(site.siteId)} ${origin}`
      const last = notedHosts.get(key)
      if (last !== undefined && Math.abs(at.getTime() - last) < pauseMillis) return
      const isKnown = last !== undefined || isPageOfSite(site.url, origin)
      if (!isKnown && isOverrun(site.siteId, at)) return
      notedHosts.set(key, at.getTime())
      const host = hostOf(origin)
      if (host !== null) run(writeHost(site, host, at))
    },
    async drain() {
      await Promise.all(running)
    },
  }
}

/** Null for what is no page on the web. */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, host } = new URL(origin)
  return protocol === 'http:' || protocol === 'https:' ? host : null
}
