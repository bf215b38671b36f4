/** Remembers on the site that its pixel reported: the dashboard's "installed" reads it. */
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { sites } from '../../db/schema/index.ts'
import { createRecentMap } from '../../lib/recent-map.ts'
import type { Services } from '../../services.ts'
import type { KnownSite } from '../sites/directory.server.ts'

/** A site's row is written at most this often, in each process and by all of them together. */
const pauseMillis = 60_000

export type PixelSightings = {
  /** Returns at once: the page's answer does not wait for this. */
  note: (site: KnownSite, at: Date) => void
  /** Resolves when what was noted is written. */
  drain: () => Promise<void>
}

export function createPixelSightings({ db, log }: Services): PixelSightings {
  const noted = createRecentMap<number, number>({ maxWeight: 20_000 })
  const running = new Set<Promise<void>>()

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

  return {
    note({ siteId, pixelSeenAt }, at) {
      const last = noted.get(siteId) ?? pixelSeenAt?.getTime()
      if (last !== undefined && Math.abs(at.getTime() - last) < pauseMillis) return
      noted.set(siteId, at.getTime())
      const writing = write(siteId, at)
      running.add(writing)
      void writing.finally(() => running.delete(writing))
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
