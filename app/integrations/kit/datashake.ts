/**
 * Datashake, the aggregator: reads the public reviews of pages whose services have no API for them. It works
 * on a page in jobs, which take minutes to hours and cost credits by the review.
 *
 * Sources: api.datashake.com (Review Scraper API, version 2) and the answers that its Ruby SDK's tests
 * recorded. Most errors come with status 200, so the body counts.
 */
import { z } from 'zod'
import { parseJson } from '#app/lib/parse-json.ts'
import { dayOf, hourMillis, minuteMillis } from '#app/lib/time.ts'
import {
  BadRecord,
  ConnectionLost,
  HeldUp,
  Intercepted,
  TryLater,
  type FailedCall,
} from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { Caller } from '../integration.ts'
import { identifier, looseNumber, looseText } from './shapes.ts'
import { WrongSetting } from './wrong-setting.ts'

/** The parts of a connection that calls need. */
export type Aggregated = Pick<Caller, 'http' | 'origin' | 'now' | 'aggregatorToken'>

/** Which page: its address, or a place at Google. */
export type ReviewedPage = { url: string } | { place_id: string }

type JobState = 'preparing' | 'ready' | 'failed'

/** The limit of the whole account is 10 a second. */
export const aggregatorBudget = { requests: 8, seconds: 1 } as const

/** A call that changes nothing and costs no credits. @throws TryLater, BadRecord */
export async function checkAggregator(caller: Aggregated): Promise<void> {
  const { url, headers } = addressed(caller, 'jobs')
  const reply = await called(caller, () =>
    caller.http.request({ url, headers, query: { page: '1', per_page: '1' } }),
  )
  // A list of jobs has no `success`, and a refused token has.
  if (reply.find(answered)) throw refusalOf(reply, caller) ?? new BadRecord('No jobs.', reply)
  reply.read(z.object({ jobs: z.array(z.unknown()) }))
}

type Wanted = {
  page: ReviewedPage
  /** Only reviews since then, where the aggregator can distinguish them. */
  since: Date
  /** How many of the newest. */
  limit: number
}

/** Reviews that a job is asked for, in steps of ten. A job that found as many may have left others out. */
export const blocksOf = (limit: number): number => Math.ceil(limit / 10) * 10

/** @returns the job's id @throws WrongSetting, TryLater, BadRecord */
export async function startJob(caller: Aggregated, wanted: Wanted): Promise<string> {
  const { page, since, limit } = wanted
  const query = {
    ...page,
    ...('url' in page ? { from_date: dayOf(since) } : {}),
    blocks: String(blocksOf(limit)),
  }
  const reply = await ask(caller, 'add', { method: 'POST', query })
  return reply.read(z.object({ job_id: identifier })).job_id
}

const crawled = z.object({
  crawl_status: z.string().max(100),
  review_count: looseNumber,
  average_rating: looseNumber,
  meta_data: z.unknown().optional(),
})

/** A job, and what is known of its page. */
export type ReadJob = {
  state: JobState
  /** Null: the service's page names none, or the aggregator doesn't read it. */
  website: string | null
  /** By the service's scale. Null: it isn't known. */
  rating: { average: number; total: number } | null
}

const pageGone = () =>
  new WrongSetting('page', 'The page can’t be found, or its reviews can’t be read.')

/** @throws WrongSetting, UnknownJob, TryLater, BadRecord */
export async function readJob(caller: Aggregated, job: string): Promise<ReadJob> {
  const reply = await ask(caller, 'info', { query: { job_id: job } })
  const {
    crawl_status: status,
    review_count: total,
    average_rating: average,
    meta_data: more,
  } = reply.read(crawled)
  if (status === 'invalid_url') throw pageGone()
  // Among the others is `maintenance`: its operators are working on the service's pages.
  const ended = status === 'complete' ? 'ready' : 'preparing'
  return {
    state: status === 'failed' ? 'failed' : ended,
    website: websiteIn(more),
    rating: total && average && total > 0 && average > 0 ? { average, total } : null,
  }
}

const withWebsite = z.object({ website: z.string().max(500) })

/** Details differ from service to service, as an object or as its JSON. Not all of them have a website. */
function websiteIn(more: unknown): string | null {
  const parsed = typeof more === 'string' ? parseJson(more) : more
  return withWebsite.safeParse(parsed).data?.website ?? null
}

export type ListedReviews = {
  /** As they came. */
  rows: readonly unknown[]
  /** How many the job found. Null: unknown. */
  total: number | null
}

const listed = z.object({ reviews: z.array(z.unknown()), result_count: looseNumber })

/** One page of the job's reviews. @param number from 1 @throws UnknownJob, TryLater, BadRecord */
export async function listReviews(
  caller: Aggregated,
  { job, number }: { job: string; number: number },
): Promise<ListedReviews> {
  // How many a page may have differs between its documents: 100, or 500.
  const query = { job_id: job, page: String(number), per_page: '100' }
  const reply = await ask(caller, 'reviews', { query })
  const { reviews: rows, result_count: total } = reply.read(listed)
  return { rows, total: total ?? null }
}

type Call = { method?: 'POST'; query: Readonly<Record<string, string>> }

async function ask(
  caller: Aggregated,
  path: string,
  { method, query }: Call,
): Promise<ProviderReply> {
  const { url, headers } = addressed(caller, path)
  const request = { url, headers, query, ...(method ? { method } : {}) }
  const reply = await called(caller, () => caller.http.request(request))
  const refusal = refusalOf(reply, caller)
  if (refusal) throw refusal
  return reply
}

function addressed({ origin, aggregatorToken, now }: Aggregated, path: string) {
  if (aggregatorToken === null) throw notSetUp(now)
  return {
    url: `${origin('https://app.datashake.com')}/api/v2/profiles/${path}`,
    headers: { 'spiderman-token': aggregatorToken },
  }
}

/** The account is ours: its connections go on when we have mended it, and their owners can't. */
const notSetUp = (now: Date) =>
  new TryLater('The aggregator refused our token.', new Date(now.getTime() + hourMillis))

async function called(
  { now }: Aggregated,
  request: () => Promise<ProviderReply>,
): Promise<ProviderReply> {
  try {
    return await request()
  } catch (error) {
    // An unpaid or locked account is ours as well.
    const isOurs = error instanceof ConnectionLost || error instanceof HeldUp
    // A web page in its place says nothing about our account.
    if (!isOurs || error instanceof Intercepted) throw error
    throw notSetUp(now)
  }
}

/** A job that the aggregator doesn't know, or no longer. */
export class UnknownJob extends BadRecord {}

const answered = z.object({ success: z.boolean(), status: z.int().nullish(), message: looseText })

function refusalOf(reply: ProviderReply, { now }: Aggregated): FailedCall | null {
  const { success, status, message } = reply.read(answered)
  if (success) return null
  if (status === 401 || status === 403) return notSetUp(now)
  if (status === 429 || (status ?? 0) >= 500) {
    return new TryLater('The aggregator is busy.', new Date(now.getTime() + minuteMillis), reply)
  }
  if (/^We do not support/i.test(message ?? '')) {
    return pageGone()
  }
  const isUnknown = /\bjob\b/i.test(message ?? '')
  return new (isUnknown ? UnknownJob : BadRecord)('The aggregator refused the call.', reply)
}
