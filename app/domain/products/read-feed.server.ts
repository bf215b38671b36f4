/** Reads a whole product feed in batches. Deletes products that it no longer lists. */
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { productFeeds, products } from '#app/db/schema/products.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import { FeedError, feedLimits, sizeSentence } from './feed-error.ts'
import { sendFeedFaultEmails } from './feed-notice.server.ts'
import { createFeedReasons, type FeedReason } from './feed-reasons.ts'
import { planForFeeds } from './plan-for-feeds.ts'
import { readFeedItems, type FeedSource } from './feed-items.server.ts'
import { readFeedJob } from './jobs.ts'
import { dropCachedStock } from './cached-stock.server.ts'
import { readProduct, type ProductFacts } from './product-fields.ts'
import { stockMaxAgeMillis } from './stock-age.ts'
import { productBatch, storeProducts } from './store-products.server.ts'

/** Hours between two automatic reads of a feed. */
export const feedHours = 6

const atOnce = 500

/** Sends jobs for all feeds that are due. */
export async function queueDueFeeds({ db, jobs, now }: Services): Promise<void> {
  const limit = new Date(now().getTime() - feedHours * hourMillis)
  const due = await db.system
    .select({ id: productFeeds.id })
    .from(productFeeds)
    .where(or(isNull(productFeeds.triedAt), lt(productFeeds.triedAt, limit)))
    .orderBy(asc(productFeeds.triedAt))
    .limit(atOnce)
  for (const { id } of due) await jobs.send(readFeedJob, { feedId: id })
}

/** If a feed can't be read to its end, none of its products are deleted. */
export async function readProductFeed(services: Services, feedId: number): Promise<void> {
  const { db, siteCache, now } = services
  const { system } = db
  const at = now()
  // The process that records the attempt reads the feed. Two at the same time would each delete the other's
  // products.
  const [feed] = await system
    .update(productFeeds)
    .set({ triedAt: at })
    .where(
      and(
        eq(productFeeds.id, feedId),
        or(isNull(productFeeds.triedAt), lt(productFeeds.triedAt, minutesBefore(at))),
      ),
    )
    .returning()
  if (!feed) return

  // Paused by the plan: what was read stays, and the feed is read again on a plan that has feeds.
  const team = await findTeamScope(system, feed.teamId)
  if (!team || planForFeeds(await findEntitlements(system, team)) !== null) return

  const known = { etag: feed.etag, lastModified: feed.lastModified }
  try {
    const answer = await services.net.stream(feed.url, wanted, known)
    if (answer.isUnchanged) {
      await note(system, feedId, { readAt: at, fault: null, faultMailedAt: null })
      return
    }
    const read = await storeFeedItems(services, { ...feed, at }, answer)
    const { etag, lastModified } = answer
    await db.transaction(async (tx) => {
      await dropCachedStock(tx, feed.siteId)
      await note(tx, feedId, {
        ...read,
        etag,
        lastModified,
        readAt: at,
        fault: null,
        faultMailedAt: null,
      })
      siteCache.invalidateOnCommit(tx, await siteUuidOf(tx, feed.siteId))
    })
  } catch (error) {
    const fault = feedErrorOf(error)
    if (fault === null) throw error
    const reasons = error instanceof UnreadableProducts ? { reasons: error.reasons } : {}
    await db.transaction(async (tx) => {
      await note(tx, feedId, { fault, ...reasons })
      if (!isWorthAnEmail(feed, error, at)) return
      await note(tx, feedId, { faultMailedAt: at })
      await sendFeedFaultEmails(tx, services, { uuid: feed.uuid, teamId: feed.teamId, at })
    })
  }
}

/** Most entries have no ID or no title: the feed changed its form. */
class UnreadableProducts extends FeedError {
  constructor(readonly reasons: FeedReason[]) {
    const [first] = reasons
    super(
      `Most products in the feed can’t be read. ${first ? `${first.problem} See line ${String(first.line)}.` : ''}`.trim(),
    )
  }
}

type ReadFeed = Pick<typeof productFeeds.$inferSelect, 'readAt' | 'faultMailedAt'>

/**
 * Once until it is read again, and only for a feed that worked. A server that doesn't respond has until
 * its stock is too old to be shown.
 */
function isWorthAnEmail({ readAt, faultMailedAt }: ReadFeed, error: unknown, at: Date): boolean {
  if (readAt === null || faultMailedAt !== null) return false
  return error instanceof FeedError || at.getTime() - readAt.getTime() >= stockMaxAgeMillis
}

/** Longer than reading a feed can take. */
const minutesBefore = (at: Date) => new Date(at.getTime() - 2 * feedLimits.maxMillis)

const wanted = {
  maxBytes: feedLimits.maxBytes,
  maxMillis: feedLimits.maxMillis,
  isPackable: true,
  accept:
    'application/rss+xml, application/atom+xml, application/xml, text/xml, text/csv, */*;q=0.1',
}

const note = async (
  queries: Queries,
  feedId: number,
  change: Partial<typeof productFeeds.$inferInsert>,
): Promise<void> => {
  await queries.update(productFeeds).set(change).where(eq(productFeeds.id, feedId))
}

async function siteUuidOf(queries: Queries, siteId: number): Promise<string> {
  const [row] = await queries.select({ uuid: sites.uuid }).from(sites).where(eq(sites.id, siteId))
  return row?.uuid ?? ''
}

type FeedBatch = { id: number; teamId: number; siteId: number; products: number; at: Date }

async function storeFeedItems(
  { db }: Services,
  { id, teamId, siteId, products: known, at }: FeedBatch,
  source: FeedSource,
) {
  let [valid, faulty] = [0, 0]
  const reasons = createFeedReasons()
  let waiting: ProductFacts[] = []
  const flush = async () => {
    const facts = waiting
    await db.transaction((tx) => storeProducts(tx, { teamId, siteId, feedId: id }, { facts, at }))
    waiting = []
  }
  const format = await readFeedItems(source, async (fields, line) => {
    const read = readProduct(fields)
    if (read.ok) {
      valid += 1
      waiting.push(read.product)
      for (const problem of read.lost) reasons.add(problem, line)
    } else {
      faulty += 1
      reasons.add(read, line)
    }
    if (waiting.length >= productBatch) await flush()
  })
  if (valid === 0 || (known > 0 && faulty > valid)) throw new UnreadableProducts(reasons.list())
  await flush()

  const ofFeed = eq(products.feedId, id)
  await db.transaction((tx) => tx.delete(products).where(and(ofFeed, lt(products.updatedAt, at))))
  const [row] = await db.system
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(products)
    .where(ofFeed)
  return { format, faulty, reasons: reasons.list(), products: row?.total ?? 0 }
}

const sentences: Record<NotFetched['why'], string> = {
  address: 'This URL doesn’t point to a public web server.',
  connection: 'The feed’s server didn’t respond, or its response broke off.',
  redirects: 'The URL redirects too many times.',
  answer: 'The server’s response isn’t a feed.',
  size: sizeSentence(feedLimits.maxBytes),
  time: `The feed took longer than ${String(feedLimits.maxMillis / 1000)} seconds.`,
}

/** Null: not the feed's fault. */
function feedErrorOf(error: unknown): string | null {
  if (error instanceof FeedError) return error.message
  return error instanceof NotFetched ? sentences[error.why] : null
}
