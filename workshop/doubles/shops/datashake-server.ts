/** The aggregator: jobs that aren't ready when they are first asked for, and reviews, newest first. */
import payload from '#tests/payloads/services/review_pages.json' with { type: 'json' }
import { startRestServer, type RestServer, type StoredOrder } from './rest-server.ts'
import type { ReplacedService } from './start-approved.ts'
import type { DoubleOptions, DoubleReply, SeenRequest } from './shop-double.ts'
import { datashake } from '../../published/services/datashake.ts'

export type DatashakeServer = RestServer & {
  token: string
  /** Addresses that lead to nothing. */
  gone: Set<string>
  /** Addresses of sites that it doesn't know. */
  unsupported: Set<string>
  /** As it does after a while. */
  forgetJobs: () => void
  /** Fields of single reviews that differ now, by their ids: an edit, or an answer of the page's owner. */
  changes: Map<number, object>
  /** Reviews on a page of a job. */
  paging: { size: number }
  /** Fields of the page. */
  page: Record<string, unknown>
}

/** Makes the product call it. */
export const aggregator = ({ url, token }: DatashakeServer): ReplacedService => ({
  origins: { 'https://app.datashake.com': url },
  app: { DATASHAKE_TOKEN: token },
})

type Job = {
  page: string
  reviews: readonly StoredOrder[]
  /** The page's reviews when the job was started: a later one with `diff` lists the others. */
  known: readonly StoredOrder[]
  /** How often it answers that it isn't ready. */
  pendingAsks: number
}

const base = '/api/v2/profiles'

/** @param options `pendingAsks`: how often a job isn’t ready. Default: once */
export async function startDatashakeServer(
  now: () => Date,
  { pendingAsks = 1, ...options }: DoubleOptions & { pendingAsks?: number } = {},
): Promise<DatashakeServer> {
  const token = 'datashake-token-0123456789'
  const jobs = new Map<string, Job>()
  const gone = new Set<string>()
  const unsupported = new Set<string>()
  const changes = new Map<number, object>()
  const paging = { size: 3 }
  const pageFacts: Record<string, unknown> = {}

  function add({ query }: SeenRequest, { orders }: Pick<RestServer, 'orders'>): DoubleReply {
    const page = query.get('url') ?? query.get('place_id') ?? ''
    if (page === '') return { json: payload.add_missing_source }
    if (unsupported.has(page)) return { json: payload.unsupported_site }
    const diff = query.get('diff')
    const before = jobs.get(diff ?? '')
    if (diff !== null && !before) {
      return { json: { ...payload.add_bad_diff, message: `No diff job exists with id ${diff}` } }
    }
    const blocks = Number(query.get('blocks') ?? Infinity)
    const found = orders.filter((one) => !before?.known.includes(one)).toReversed()
    // The same page with the same reviews is the same job, so a test can ask for it again.
    const id = String(1_000 + orders.length * 100 + (before ? 50 : 0))
    jobs.set(id, { page, reviews: found.slice(0, blocks), known: [...orders], pendingAsks })
    return { json: { ...payload.add_ok, job_id: Number(id) } }
  }

  const jobOf = ({ query }: SeenRequest) => jobs.get(query.get('job_id') ?? '')

  function info(request: SeenRequest): DoubleReply {
    const job = jobOf(request)
    if (!job) return { json: payload.job_not_found }
    const { page, reviews } = job
    const crawled = job.pendingAsks > 0 ? 'pending' : 'complete'
    job.pendingAsks -= 1
    const status = gone.has(page) ? 'invalid_url' : crawled
    const facts = { crawl_status: status, result_count: reviews.length, ...pageFacts }
    return { json: { ...payload.info, job_id: Number(request.query.get('job_id')), ...facts } }
  }

  function list(request: SeenRequest): DoubleReply {
    const job = jobOf(request)
    if (!job) return { json: payload.job_not_found }
    const size = Math.min(paging.size, Number(request.query.get('per_page')))
    const start = (Number(request.query.get('page')) - 1) * size
    const reviews = job.reviews.slice(start, start + size).map(({ id, placedAt }) => ({
      ...payload.review,
      id,
      unique_id: String(id),
      date: placedAt.toISOString().slice(0, 10),
      ...changes.get(id),
    }))
    return { json: { ...payload.info, result_count: job.reviews.length, reviews } }
  }

  const double = await startRestServer({
    now,
    published: datashake,
    options,
    isAuthorized: ({ headers }) => headers['spiderman-token'] === token,
    answer(request, books) {
      switch (`${request.method} ${request.path}`) {
        case `GET ${base}/jobs`:
          return { json: { jobs: [], total: 0, per_page: 1, page: 1 } }
        case `POST ${base}/add`:
          return add(request, books)
        case `GET ${base}/info`:
          return info(request)
        case `GET ${base}/reviews`:
          return list(request)
        default:
          return undefined
      }
    },
  })
  const forgetJobs = () => {
    jobs.clear()
  }
  const state = { gone, unsupported, changes, paging, page: pageFacts }
  return { ...double, ...state, token, forgetJobs }
}
