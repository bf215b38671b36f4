/**
 * Reads the reviews of a page through the aggregator, one job after the other: it is started, asked for until
 * it is ready, and its pages are read, as many of the newest reviews as the plan includes.
 */
import { z } from 'zod'
import { hourMillis, minuteMillis, oldestMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Caller, Cursor, PulledPage, PullVerbs } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { listReviews, readJobState, startJob, UnknownJob, type ReviewedPage } from './datashake.ts'

type PagePull<Settings> = {
  pageOf: (settings: Settings) => ReviewedPage
  /** Newest first, as far as their days are known. */
  readRows: (rows: readonly unknown[], now: Date) => Promise<IntegrationRecord[]>
}

/** Stored progress. */
const progress = z.object({
  /** Progress is ignored when the page changes. */
  page: z.string(),
  /** Null: none is worked on. */
  job: z.string().nullable(),
  startedAt: z.number(),
  /** How often it wasn't ready. */
  waits: z.int(),
  /** The next page of its reviews. 0: it isn't ready. */
  next: z.int().nonnegative(),
  /** Reviews that were listed so far, and how many of them were kept. */
  listed: z.int(),
  kept: z.int(),
  /** The last one that was read, and the plan's limit then: below a larger one, all is read again. */
  finished: z.object({ job: z.string(), at: z.number(), limit: z.int() }).nullable(),
})
type Progress = z.infer<typeof progress>
const cursorShape = z.object({ reviews: progress })

/** How soon a larger plan counts. Most rounds ask for nothing. */
const everyMinutes = 60

/** Each job costs credits: resuming a paused connection is no reason for a second one of the same day. */
const betweenJobsMillis = 23 * hourMillis

/** Limit of one job, however it numbers its pages: more would be the same page again and again. */
const mostPages = 40

const firstWaitMillis = 2 * minuteMillis
const longestWaitMillis = hourMillis

/** The aggregator's jobs take hours at most. One that takes longer is given up. */
const longestJobMillis = 48 * hourMillis

/** A page that couldn't be read costs credits again. */
const afterFailureMillis = 12 * hourMillis

export const pullPage = <Settings>(parts: PagePull<Settings>): PullVerbs<Settings> => ({
  everyMinutes,
  limitsReviews: true,
  async page(caller, cursor) {
    const page = parts.pageOf(caller.settings)
    const known = knownOf(cursor, JSON.stringify(page), caller.now)
    const { job } = known
    if (job === null) return begin(caller, page, known)
    try {
      if (known.next === 0) return await waitFor(caller, known, job)
      return await readReviews(caller, parts, { known, job })
    } catch (error) {
      if (!(error instanceof UnknownJob)) throw error
      return givenUp(caller, known, error)
    }
  },
})

function knownOf(cursor: Cursor, page: string, now: Date): Progress {
  const read = cursorShape.safeParse(cursor)
  const nothing = {
    page,
    job: null,
    startedAt: 0,
    waits: 0,
    next: 0,
    listed: 0,
    kept: 0,
    finished: null,
  }
  if (!read.success) return nothing
  const { reviews } = read.data
  // Our clock was ahead then.
  const isFuture = Math.max(reviews.startedAt, reviews.finished?.at ?? 0) > now.getTime()
  return reviews.page !== page || isFuture ? nothing : reviews
}

const stored = (
  known: Progress,
  rest: Omit<PulledPage, 'cursor' | 'records'> & { records?: readonly IntegrationRecord[] },
): PulledPage => ({ records: [], ...rest, cursor: { reviews: known } })

const after = ({ now }: { now: Date }, millis: number) => new Date(now.getTime() + millis)

async function begin<Settings>(
  caller: Caller<Settings>,
  page: ReviewedPage,
  known: Progress,
): Promise<PulledPage> {
  const { now, reviewsLimit } = caller
  const { finished } = known
  const isOutgrown = finished !== null && reviewsLimit > finished.limit
  const isDue = finished === null || now.getTime() - finished.at >= betweenJobsMillis
  if (!isDue && !isOutgrown) return stored(known, { hasMore: false })
  const job = await startJob(caller, {
    page,
    since: after(caller, -oldestMillis),
    limit: reviewsLimit,
    previous: isOutgrown ? null : (finished?.job ?? null),
  })
  const begun = { ...known, job, startedAt: now.getTime(), waits: 0, next: 0, listed: 0, kept: 0 }
  return stored(begun, { hasMore: false, againAt: after(caller, firstWaitMillis) })
}

async function waitFor<Settings>(
  caller: Caller<Settings>,
  known: Progress,
  job: string,
): Promise<PulledPage> {
  const state = await readJobState(caller, job)
  if (state === 'ready') return stored({ ...known, next: 1 }, { hasMore: true })
  const isLate = caller.now.getTime() - known.startedAt >= longestJobMillis
  if (state === 'failed' || isLate) {
    return givenUp(caller, known, new BadRecord('The page’s reviews can’t be read.'))
  }
  const waits = known.waits + 1
  const wait = Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(waits, 10))
  return stored({ ...known, waits }, { hasMore: false, againAt: after(caller, wait) })
}

const givenUp = (caller: { now: Date }, known: Progress, failure: BadRecord): PulledPage =>
  stored(
    { ...known, job: null, next: 0, listed: 0, kept: 0 },
    { hasMore: false, failure, againAt: after(caller, afterFailureMillis) },
  )

type Reading = { known: Progress; job: string }

async function readReviews<Settings>(
  caller: Caller<Settings>,
  { readRows }: PagePull<Settings>,
  { known, job }: Reading,
): Promise<PulledPage> {
  const { now, reviewsLimit: limit } = caller
  const { rows, total } = await listReviews(caller, { job, number: known.next })
  const read = await readRows(rows, now)
  const reviews = read.filter(({ kind }) => kind === 'review').slice(0, limit - known.kept)
  const records = [...reviews, ...read.filter(({ kind }) => kind !== 'review')]
  const kept = known.kept + reviews.length
  const listed = known.listed + rows.length
  const isListed = total !== null && listed >= total
  const isLast = rows.length === 0 || isListed || known.next >= mostPages
  if (!isLast && kept < limit) {
    return stored({ ...known, listed, kept, next: known.next + 1 }, { records, hasMore: true })
  }
  const finished = { job, at: now.getTime(), limit }
  return stored(
    { ...known, job: null, next: 0, listed: 0, kept: 0, finished },
    { records, hasMore: false },
  )
}
