/**
 * Records when a site's pixel last reported, which the dashboard shows as "installed", and from
 * which hosts, according to a header.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { pixelHosts } from '#app/db/schema/sites.ts'
import { pause } from '#app/lib/async/pause.ts'
import { dayMillis } from '#app/lib/time.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Services } from '#app/services.ts'
import type { KnownSite } from '#app/domain/sites/known-site.server.ts'
import { isPageOfSite } from '#app/domain/sites/site-url.ts'
import { createLru } from '#app/lib/cache/lru.ts'

/** A site's row is written at most this often, both per process and overall. */
const pauseMillis = 60_000

/** A site's row is tried this often, over about half a minute. */
const maxAttempts = 6
const firstRetryMillis = 1_000

/** Anyone can send any header, so the number of hosts per site and minute is limited. */
const mostHosts = 20
const mostNewHosts = 5
const longestOrigin = 300
/** Hosts not seen for this long are removed. */
const hostMillis = 90 * dayMillis

export type PixelLastSeen = {
  /** Returns immediately: the page's response doesn't wait for it. */
  note: (site: KnownSite, at: Date) => void
  /** The same for the page's origin, on the site's host or not. */
  noteHost: (site: KnownSite, origin: string | undefined, at: Date) => void
  /** Resolves when everything is written, or was tried once more. For the end of the process. */
  drain: () => Promise<void>
}

export function createPixelLastSeen({ db, log }: Services): PixelLastSeen {
  const noted = createLru<number, number>(20_000)
  const notedHosts = createLru<string, number>(20_000)
  const newHosts = createLru<number, { minute: number; count: number }>(20_000)
  const running = new Set<Promise<void>>()
  const stop = new AbortController()

  function run(writing: Promise<void>): void {
    running.add(writing)
    void writing.finally(() => running.delete(writing))
  }

  async function write(siteId: number, at: Date): Promise<void> {
    const limit = new Date(at.getTime() - pauseMillis)
    await db.system
      .update(sites)
      .set({ pixelSeenAt: at })
      .where(and(eq(sites.id, siteId), or(isNull(sites.pixelSeenAt), lt(sites.pixelSeenAt, limit))))
  }

  /** A busy database refuses some statements, and a new site's owner waits for this one. */
  async function writeSurely(siteId: number, at: Date): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await write(siteId, at)
        return
      } catch (error) {
        log.warn({ err: error, siteId, attempt }, 'a sighting of the pixel was not written')
        if (attempt === maxAttempts || stop.signal.aborted) break
        await pause(firstRetryMillis * 2 ** (attempt - 1), stop.signal).catch(() => undefined)
      }
    }
    // The next report tries again.
    noted.delete(siteId)
  }

  async function writeHost({ siteId, url }: KnownSite, page: URL, at: Date): Promise<void> {
    const { host } = page
    const isSecure = page.protocol === 'https:'
    const ofSite = eq(pixelHosts.siteId, siteId)
    const oldest = new Date(at.getTime() - hostMillis)
    try {
      await db.system.delete(pixelHosts).where(and(ofSite, lt(pixelHosts.lastSeenAt, oldest)))
      // The site's own host is always stored, however many others there are.
      const isSiteHost = host === new URL(url).host
      await db.system.execute(sql`
        insert into ${pixelHosts} (site_id, team_id, host, is_secure, first_seen_at, last_seen_at)
        select id, team_id, ${host}, ${isSecure}, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
        from ${sites}
        where id = ${siteId} and (${isSiteHost}
          or exists (select from ${pixelHosts} where site_id = ${siteId} and host = ${host})
          or (select count(*) from ${pixelHosts} where site_id = ${siteId}) < ${mostHosts})
        on conflict (site_id, host) do update set
          team_id = excluded.team_id,
          is_secure = pixel_hosts.is_secure or excluded.is_secure,
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
      run(writeSurely(siteId, at))
    },
    noteHost(site, origin, at) {
      if (origin === undefined || origin.length > longestOrigin) return
      const key = `${String(site.siteId)} ${origin}`
      const last = notedHosts.get(key)
      if (last !== undefined && Math.abs(at.getTime() - last) < pauseMillis) return
      const isKnown = last !== undefined || isPageOfSite(site.url, origin)
      if (!isKnown && isOverrun(site.siteId, at)) return
      notedHosts.set(key, at.getTime())
      const page = parseWebAddress(origin)
      if (page !== null) run(writeHost(site, page, at))
    },
    async drain() {
      stop.abort()
      await Promise.all(running)
    },
  }
}
