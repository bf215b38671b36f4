/**
 * Reads the reviews of a page through the aggregator, one job after the other: it is started, asked for until
 * it is ready, and its pages are read, as many of the newest reviews as the plan includes.
 */
import { z } from 'zod'
import { hourMillis, minuteMillis, oldestMillis } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Caller, Cursor, PublishedPage, PulledPage, PullVerbs } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import {
  blocksOf,
  listReviews,
  readJob,
  startJob,
  UnknownJob,
  type ReviewedPage,
} from './datashake.ts'

type PagePull<Settings> = {
  pageOf: (settings: Settings) => ReviewedPage
  /** The best rating that the service gives. */
  scale: number
  /** Hours between two jobs. */
  everyHours: number
  /** Newest first, as far as their days are known. */
  readRows: (
    rows: readonly unknown[],
    caller: Pick<Caller<Settings>, 'now' | 'settings'>,
  ) => Promise<IntegrationRecord[]>
}

/** Stored progress. */
const progress = z.object({
  /** Progress is ignored when the page changes. */
  page: z.string(),
  /** Null: none is worked on. */
  job: z.string().nullable(),
  startedAt: z.number(),
  /** How many reviews it was asked for. Absent in older cursors. */
  asked: z.int().optional(),
  /** How often it wasn't ready. */
  waits: z.int(),
  /** The next page of its reviews. 0: it isn't ready. */
  next: z.int().nonnegative(),
  /** Reviews that were listed so far, and how many of them were kept. */
  listed: z.int(),
  kept: z.int(),
  /** When the oldest of those was written. Absent: nothing was kept. */
  oldest: z.number().optional(),
  /** The last one that was read, and the plan's limit then: below a larger one, all is read again. */
  finished: z
    .object({
      job: z.string(),
      at: z.number(),
      limit: z.int(),
      /** The next one has to agree with it, or has to replace it, and comes soon. */
      isDoubtful: z.boolean().optional(),
      /** It came soon after a doubtful one. The next one takes its time then, because jobs cost credits. */
      isSecond: z.boolean().optional(),
    })
    .nullable(),
})
type Progress = z.infer<typeof progress>
const cursorShape = z.object({ reviews: progress })

/** How soon a larger plan counts. Most rounds ask for nothing. */
const everyMinutes = 60

/** Limit of one job, however it numbers its pages: more would be the same page again and again. */
const mostPages = 40

/** Until the list after one that lacks many (finish-reviews.server.ts): together they take less than a day. */
const doubtHours = 2

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
    if (job === null) return begin(caller, { ...parts, page }, known)
    try {
      if (known.next === 0) return await waitFor(caller, parts, { known, job })
      return await readReviews(caller, parts, { known, job })
    } catch (error) {
      if (!(error instanceof UnknownJob)) throw error
      return givenUp(caller, known, error)
    }
  },
  doubted(cursor) {
    const reviews = cursorShape.safeParse(cursor).data?.reviews
    if (!reviews?.finished || reviews.finished.isSecond) return cursor
    return { reviews: { ...reviews, finished: { ...reviews.finished, isDoubtful: true } } }
  },
  hasReadPast: (cursor) => (cursorShape.safeParse(cursor).data?.reviews.finished ?? null) !== null,
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

/**
 * Each job costs credits: resuming a paused connection is no reason for a second one of the same day. It
 * lists everything as far as the plan includes it, because only so edits and deletions are noticed.
 */
async function begin<Settings>(
  caller: Caller<Settings>,
  { page, everyHours }: { page: ReviewedPage; everyHours: number },
  known: Progress,
): Promise<PulledPage> {
  const { now, reviewsLimit } = caller
  const { finished } = known
  const isOutgrown = finished !== null && reviewsLimit > finished.limit
  const hours = finished?.isDoubtful ? doubtHours : everyHours
  const isDue = finished === null || now.getTime() - finished.at >= hours * hourMillis
  if (!isDue && !isOutgrown) return stored(known, { hasMore: false })
  const job = await startJob(caller, {
    page,
    since: after(caller, -oldestMillis),
    limit: reviewsLimit,
  })
  const { oldest: _oldest, ...rest } = known
  const nothing = { waits: 0, next: 0, listed: 0, kept: 0 }
  const begun = {
    ...rest,
    ...nothing,
    job,
    startedAt: now.getTime(),
    asked: blocksOf(reviewsLimit),
  }
  return stored(begun, { hasMore: false, againAt: after(caller, firstWaitMillis) })
}

async function waitFor<Settings>(
  caller: Caller<Settings>,
  { scale }: PagePull<Settings>,
  { known, job }: Reading,
): Promise<PulledPage> {
  const { state, website, rating } = await readJob(caller, job)
  if (state === 'ready') {
    const published = { website, rating: rating && ofFive(rating, scale) }
    return stored({ ...known, next: 1 }, { hasMore: true, published })
  }
  const isLate = caller.now.getTime() - known.startedAt >= longestJobMillis
  if (state === 'failed' || isLate) {
    return givenUp(caller, known, new BadRecord('The page’s reviews can’t be read.'))
  }
  const waits = known.waits + 1
  const wait = Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(waits, 10))
  return stored({ ...known, waits }, { hasMore: false, againAt: after(caller, wait) })
}

/** Rounded down to two decimals, as stars are: nothing looks better here than it is there. */
const ofFive = ({ average, total }: NonNullable<PageRating>, scale: number): PageRating =>
  average > scale ? null : { average: Math.floor((average * 500) / scale) / 100, total }

type PageRating = PublishedPage['rating']

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
  const read = await readRows(rows, caller)
  const all = read.filter(({ kind }) => kind === 'review')
  const reviews = all.slice(0, limit - known.kept)
  const beyond = all.slice(limit - known.kept)
  const beyondPlan = beyond.length > 0 ? { beyondPlan: beyond } : {}
  const records = [...reviews, ...read.filter(({ kind }) => kind !== 'review')]
  const kept = known.kept + reviews.length
  const listed = known.listed + rows.length
  const isListed = total === null ? rows.length === 0 : listed >= total
  const isLast = rows.length === 0 || isListed || known.next >= mostPages
  const oldest = oldestOf(known, all)
  if (!isLast && kept < limit) {
    const progress = { ...known, listed, kept, next: known.next + 1, ...oldest }
    return stored(progress, { records, hasMore: true })
  }
  // It has every review that there is if neither the pages that are read nor the job ended it.
  const isWhole = isListed && listed < (known.asked ?? blocksOf(limit))
  const isUsable = isWhole || (rows.length > 0 && oldest.oldest !== undefined)
  const isSecond = known.finished?.isDoubtful === true
  const finished = {
    job,
    at: now.getTime(),
    limit,
    ...(isSecond ? { isSecond } : {}),
    ...(isUsable || isSecond ? {} : { isDoubtful: true }),
  }
  const completedReviews = {
    since: new Date(known.startedAt),
    oldest: isWhole || oldest.oldest === undefined ? null : new Date(oldest.oldest),
    listed: kept,
  }
  return stored(
    { ...known, job: null, next: 0, listed: 0, kept: 0, finished },
    { records, hasMore: false, ...beyondPlan, ...(isUsable ? { completedReviews } : {}) },
  )
}

function oldestOf(
  { oldest }: Progress,
  records: readonly IntegrationRecord[],
): Pick<Progress, 'oldest'> {
  const moments = records.flatMap((one) =>
    one.kind === 'review' ? [Date.parse(one.occurred_at)] : [],
  )
  const [first] = [...moments, ...(oldest === undefined ? [] : [oldest])].sort((a, b) => a - b)
  return first === undefined ? {} : { oldest: first }
}
