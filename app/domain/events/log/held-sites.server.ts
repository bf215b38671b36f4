/**
 * Events of sites whose rows another transaction holds, for example while such a site is deleted. They wait
 * in memory while the events of all other sites are applied. The stream's cursor stays in front of the first
 * of them, so a process that ends applies everything behind it again, and IDs that are known count nothing.
 */
import type { GroupBatch } from './event-log.ts'
import {
  countedUntil,
  moveCursor,
  parseEvents,
  storeUnlocked,
  type LoggedEvent,
  type Target,
} from './apply-groups.server.ts'

/** Held at most, in events. Afterwards nothing more of the stream is read. */
const mostHeld = 50_000

/** Events in one statement. */
const mostAtOnce = 5_000

/** A site that is locked costs each attempt the time of a lock. */
const attemptsAtOnce = 3

export type HeldSites = {
  /** Stores events of sites that aren't held. @throws CursorMoved */
  add: (batch: Pick<GroupBatch, 'groups' | 'to'>) => Promise<void>
  /**
   * Stores events of sites that were released, and moves the cursor when no site is held any more.
   *
   * @returns the cursor's place then; null: sites are held
   * @throws CursorMoved
   */
  retry: () => Promise<number | null>
  isFull: () => boolean
  readLag: () => HeldLag
}

/** Events of sites whose rows another transaction holds, and when the oldest was received. */
export type HeldLag = { events: number; since: number | null }

/** Another process applied the stream meanwhile. */
export class CursorMoved extends Error {
  override readonly name = 'CursorMoved'
}

/** @param n the cursor's place */
export function holdSites(target: Target, n: number): HeldSites {
  /** By site, in the order of the log. */
  const held = new Map<number, LoggedEvent[]>()
  let count = 0
  let to = n
  let until = 0

  function hold(siteId: number, events: readonly LoggedEvent[]): void {
    const known = held.get(siteId) ?? []
    for (const event of events) known.push(event)
    held.set(siteId, known)
    count += events.length
  }

  /** @returns false when they are locked */
  async function isStored(events: readonly LoggedEvent[]): Promise<boolean> {
    const fate = await storeUnlocked(target, n, events)
    if (fate === null) throw new CursorMoved('Another process applies this stream.')
    return fate === 'stored'
  }

  async function storeOthers(events: readonly LoggedEvent[]): Promise<void> {
    if (events.length === 0 || (await isStored(events))) return
    for (const [siteId, some] of bySite(events)) {
      if (!(await isStored(some))) hold(siteId, some)
    }
  }

  /** @returns whether all of it is stored */
  async function storeHeld(siteId: number, events: LoggedEvent[]): Promise<boolean> {
    while (events.length > 0) {
      const some = events.slice(0, mostAtOnce)
      if (!(await isStored(some))) return false
      events.splice(0, some.length)
      count -= some.length
    }
    held.delete(siteId)
    return true
  }

  return {
    async add(batch) {
      const events = parseEvents(batch.groups.map(({ body }) => body).join(','))
      const others: LoggedEvent[] = []
      for (const [siteId, some] of bySite(events)) {
        if (held.has(siteId)) hold(siteId, some)
        else others.push(...some)
      }
      await storeOthers(others)
      to = batch.to
      until = Math.max(until, countedUntil(batch.groups))
    },
    async retry() {
      let locked = 0
      for (const [siteId, events] of [...held]) {
        if (await storeHeld(siteId, events)) continue
        // The next attempt begins with another one.
        held.delete(siteId)
        held.set(siteId, events)
        if ((locked += 1) === attemptsAtOnce) break
      }
      if (held.size > 0) return null
      if (!(await moveCursor(target, { from: n, to, at: until }))) {
        throw new CursorMoved('Another process applies this stream.')
      }
      return to
    },
    isFull: () => count >= mostHeld,
    readLag() {
      const times = [...held.values()].map(([first]) => Date.parse(first?.received_at ?? ''))
      return { events: count, since: times.length > 0 ? Math.min(...times) : null }
    },
  }
}

function bySite(events: readonly LoggedEvent[]): Map<number, LoggedEvent[]> {
  const sites = new Map<number, LoggedEvent[]>()
  for (const event of events) {
    const known = sites.get(event.site_id)
    if (known) known.push(event)
    else sites.set(event.site_id, [event])
  }
  return sites
}

/** Sums up several streams; null: one that holds nothing. */
export function sumHeld(streams: readonly (HeldSites | null)[]): HeldLag {
  const lags = streams.flatMap((held) => (held ? [held.readLag()] : []))
  return {
    events: lags.reduce((sum, { events }) => sum + events, 0),
    since: lags.map(({ since }) => since).reduce(earlier, null),
  }
}

/** The earlier one of two moments, as far as there are two. */
export const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
