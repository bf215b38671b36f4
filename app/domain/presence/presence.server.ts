/**
 * Who is on a page or has something in their cart, for live counts. Buffered in memory and written
 * at most once a second, so heartbeats don't cost a row each. A crash loses a second of counts.
 *
 * Includes visitors of the holdout group and beyond the plan limit, because they are there.
 * Excludes bots and other hosts' pages.
 */
import type pg from 'pg'
import { queryRepeatedly } from '#app/db/query-repeatedly.server.ts'
import type { Log } from '#app/lib/log.server.ts'

export type PresenceSignal = {
  siteId: number
  kind: 'page' | 'product' | 'cart'
  /** The page's path, or the shop's id of the product. */
  subject: string
  /** See domain/events/visitor-key.server.ts. */
  visitor: Buffer
  seenAt: Date
}

/** An order empties its visitor's carts. */
type Order = Pick<PresenceSignal, 'siteId' | 'visitor'> & { at: Date }

export type Presence = {
  /** Returns immediately. */
  note: (sign: PresenceSignal) => void
  /** Returns immediately. */
  noteOrder: (order: Order) => void
  /** Resolves when everything is written, or failed. */
  drain: () => Promise<void>
}

type Parts = { pool: pg.Pool; log: Log }
type Options = {
  /** How long signals are buffered. */
  gatherMillis?: number
  /**
   * How many can wait. Further ones are dropped, so counts can become too low, but never too high.
   */
  maxWaiting?: number
}

const maxBatch = 5_000
const answerMillis = 5_000

/** Sorted by key, so that two processes that write the same visitors wait for each other. */
const statement = `
insert into presence (site_id, kind, subject, visitor, seen_at)
select site_id, kind, subject, visitor, seen_at
from json_to_recordset($1::json) as row (
  site_id bigint, kind text, subject text, visitor bytea, seen_at timestamptz
)
where exists (select from sites where sites.id = row.site_id)
order by site_id, kind, subject, visitor
on conflict (site_id, kind, subject, visitor)
  do update set seen_at = excluded.seen_at where presence.seen_at < excluded.seen_at`

/** Sorted by key as well. */
const emptying = `
with bought as (
  select site_id, kind, subject, presence.visitor
  from presence join json_to_recordset($1::json) as ordered (
    site_id bigint, visitor bytea, at timestamptz
  ) using (site_id, visitor)
  where kind = 'cart' and seen_at <= at
  order by site_id, kind, subject, visitor
  for update of presence
)
delete from presence
where (site_id, kind, subject, visitor) in (select site_id, kind, subject, visitor from bought)`

export function createPresence({ pool, log }: Parts, options: Options = {}): Presence {
  const { gatherMillis = 1_000, maxWaiting = 50_000 } = options
  let waiting = new Map<string, PresenceSignal>()
  let ordered = new Map<string, Order>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(
    all: readonly PresenceSignal[],
    orders: ReadonlyMap<string, Order>,
  ): Promise<void> {
    const signs = all.filter((sign) => !isBought(sign, orders.get(ownerOf(sign))))
    try {
      if (orders.size > 0) {
        const query = {
          name: 'empty_carts',
          text: emptying,
          values: [JSON.stringify([...orders.values()].map(orderRowOf))],
          query_timeout: answerMillis,
        }
        await queryRepeatedly(pool, query)
      }
      for (let from = 0; from < signs.length; from += maxBatch) {
        const query = {
          name: 'store_presence',
          text: statement,
          values: [JSON.stringify(signs.slice(from, from + maxBatch).map(rowOf))],
          query_timeout: answerMillis,
        }
        await queryRepeatedly(pool, query)
      }
    } catch (error) {
      // Visitors who are still there send another heartbeat.
      log.warn({ err: error, signs: signs.length }, 'signs of presence were not written')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const signs = [...waiting.values()]
    const orders = ordered
    waiting = new Map()
    ordered = new Map()
    if (signs.length > 0 || orders.size > 0) writing = writing.then(() => write(signs, orders))
    return writing
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void writing.then(flush), gatherMillis).unref()
  }

  return {
    note(sign) {
      const key = keyOf(sign)
      if (waiting.size >= maxWaiting && !waiting.has(key)) return
      waiting.set(key, sign)
      scheduleFlush()
    },
    noteOrder(order) {
      const key = ownerOf(order)
      if (ordered.size >= maxWaiting && !ordered.has(key)) return
      ordered.set(key, order)
      scheduleFlush()
    },
    drain: flush,
  }
}

const keyOf = ({ siteId, kind, subject, visitor }: PresenceSignal) =>
  `${String(siteId)} ${kind} ${visitor.toString('latin1')} ${subject}`

const ownerOf = ({ siteId, visitor }: Pick<PresenceSignal, 'siteId' | 'visitor'>) =>
  `${String(siteId)} ${visitor.toString('latin1')}`

const isBought = ({ kind, seenAt }: PresenceSignal, order: Order | undefined) =>
  kind === 'cart' && order !== undefined && seenAt <= order.at

const orderRowOf = ({ siteId, visitor, at }: Order) => ({
  site_id: siteId,
  visitor: `\\x${visitor.toString('hex')}`,
  at,
})

const rowOf = ({ siteId, kind, subject, visitor, seenAt }: PresenceSignal) => ({
  site_id: siteId,
  kind,
  subject,
  visitor: `\\x${visitor.toString('hex')}`,
  seen_at: seenAt,
})
