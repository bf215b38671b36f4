/** Services that customers review a shop on. Each lists its reviews by pages, newest first. */
import reviewsIo from '../../payloads/services/reviews_io.json' with { type: 'json' }
import trustpilot from '../../payloads/services/trustpilot.json' with { type: 'json' }
import { startRestServer, type RestServer } from './rest-server.ts'
import type { DeskService } from './service-desk.ts'
import { pageOf, type DoubleOptions } from './shop-double.ts'

export type ReviewService<Details> = RestServer & {
  /** What connects with it, by the names of the integration's settings. */
  details: Details
}

export async function startTrustpilotServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<ReviewService<{ domain: string; key: string }>> {
  const { unit, review } = trustpilot
  const details = { domain: unit.name.identifying, key: 'trustpilot-api-key-0123456789' }
  const double = await startRestServer({
    now,
    options,
    isAuthorized: ({ headers }) => headers['apikey'] === details.key,
    answer({ path, query }, { orders }) {
      if (path === '/v1/business-units/find') {
        return unit.name.referring.includes(query.get('name') ?? '') ? { json: unit } : undefined
      }
      if (path !== `/v1/business-units/${unit.id}/reviews`) return undefined
      const page = pageOf(
        orders.toReversed(),
        Number(query.get('page')),
        Number(query.get('perPage')),
      )
      const reviews = page.map(({ id, placedAt }) => ({
        ...review,
        id: String(id),
        createdAt: placedAt.toISOString(),
      }))
      return { json: { links: [], reviews } }
    },
  })
  return { ...double, details }
}

/** It asks for no key: the reviews are public. */
export async function startReviewsIoServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<ReviewService<{ store: string }>> {
  const details = { store: 'oak-pottery' }
  const double = await startRestServer({
    now,
    options,
    isAuthorized: () => true,
    answer({ path, query }, { orders }) {
      if (path !== '/merchant/reviews' || query.get('store') !== details.store) return undefined
      // Pages are numbered from 0.
      const page = pageOf(
        orders.toReversed(),
        Number(query.get('page')) + 1,
        Number(query.get('per_page')),
      )
      const reviews = page.map(({ id, placedAt }) => ({
        ...reviewsIo.review,
        store_review_id: id,
        date_created: placedAt.toISOString().slice(0, 19).replace('T', ' '),
      }))
      const stats = { total_reviews: orders.length, average_rating: '4.00' }
      return { json: { stats, reviews } }
    },
  })
  return { ...double, details }
}

export type ReviewServices = {
  desk: readonly DeskService[]
  /** The double's address, by the service's origin. */
  origins: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

/** @param optionsAt of each double, by its number from 0 */
export async function startReviewServices(
  now: () => Date,
  optionsAt: (number: number) => DoubleOptions,
): Promise<ReviewServices> {
  const [trustpilot, reviewsIo] = await Promise.all([
    startTrustpilotServer(now, optionsAt(0)),
    startReviewsIoServer(now, optionsAt(1)),
  ])
  return {
    desk: [
      {
        name: 'Trustpilot',
        details: { Domain: trustpilot.details.domain, 'API key': trustpilot.details.key },
        actions: writing(trustpilot),
      },
      {
        name: 'REVIEWS.io',
        details: { 'Store ID': reviewsIo.details.store },
        actions: writing(reviewsIo),
      },
    ],
    origins: {
      'https://api.trustpilot.com': trustpilot.url,
      'https://api.reviews.io': reviewsIo.url,
    },
    async stop() {
      await Promise.all([trustpilot, reviewsIo].map((double) => double.stop()))
    },
  }
}

/** They send nothing, so a later review arrives when they are listed again. */
const writing = (double: RestServer): DeskService['actions'] => ({
  'Write a review before connecting': () => Promise.resolve(double.placeOrder()),
})
