/** Services that customers review a shop on. Each lists its reviews by pages, newest first. */
import reviewsIo from '#tests/payloads/services/reviews_io.json' with { type: 'json' }
import trustedShops from '#tests/payloads/services/trusted_shops.json' with { type: 'json' }
import trustpilot from '#tests/payloads/services/trustpilot.json' with { type: 'json' }
import { startRestServer, type RestServer } from './rest-server.ts'
import type { DeskService } from './service-desk.ts'
import { pageOf, type DoubleOptions } from './shop-double.ts'
import { trustpilot as publishedTrustpilot } from '../../published/services/trustpilot.ts'
import { trustedShops as publishedTrustedShops } from '../../published/services/trusted-shops.ts'

export type ReviewService<Details> = RestServer & {
  /** Values to connect with it, by the names of the integration's settings. */
  details: Details
  /** Fields of single reviews that differ now, by their numbers: an edit, for example. */
  changes: Map<number, object>
}

export async function startTrustpilotServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<ReviewService<{ domain: string; key: string }>> {
  const { unit, review } = trustpilot
  const changes = new Map<number, object>()
  const details = { domain: unit.name.identifying, key: 'trustpilot-api-key-0123456789' }
  const double = await startRestServer({
    now,
    published: publishedTrustpilot,
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
        ...changes.get(id),
      }))
      return { json: { links: [], reviews } }
    },
  })
  return { ...double, details, changes }
}

/** It asks for no key: the reviews are public. */
export async function startReviewsIoServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<ReviewService<{ store: string }>> {
  const details = { store: 'oak-pottery' }
  const changes = new Map<number, object>()
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
        ...changes.get(id),
      }))
      const stats = { total_reviews: orders.length, average_rating: '4.00' }
      return { json: { stats, reviews } }
    },
  })
  return { ...double, details, changes }
}

export type TrustedShopsServer = ReviewService<{ clientId: string; clientSecret: string }> & {
  /** Reviews belong to the first one. */
  channels: { id: string; name: string }[]
}

export async function startTrustedShopsServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<TrustedShopsServer> {
  const details = { clientId: 'trusted-shops-client', clientSecret: 'trusted-shops-secret' }
  const token = 'trusted-shops-token'
  const channels = [{ ...trustedShops.channel }]
  const changes = new Map<number, object>()
  const isOfClient = (body: string) => {
    const form = new URLSearchParams(body)
    return (
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === details.clientId &&
      form.get('client_secret') === details.clientSecret &&
      form.get('audience') === 'https://api.etrusted.com'
    )
  }
  const double = await startRestServer({
    now,
    published: publishedTrustedShops,
    options,
    isAuthorized: ({ path, headers }) =>
      path === '/oauth/token' || headers.authorization === `Bearer ${token}`,
    answer({ path, query, body }, { orders }) {
      if (path === '/oauth/token') {
        return isOfClient(body)
          ? { json: { access_token: token, expires_in: 300, token_type: 'Bearer' } }
          : { status: 400, json: { error: 'invalid_client' } }
      }
      if (path === '/channels') return { json: channels }
      if (path !== '/reviews') return undefined
      const isListed =
        query.get('channels') === channels[0]?.id && query.get('status') === 'APPROVED'
      const from = new Date(query.get('submittedAfter') ?? 0)
      const after = /\d+$/.exec(query.get('after') ?? '')?.[0]
      const found = orders
        .toReversed()
        .filter(({ placedAt }) => isListed && placedAt > from)
        .filter(({ id }) => after === undefined || id < Number(after))
      const items = found.slice(0, Number(query.get('count'))).map(({ id, placedAt }) => ({
        ...trustedShops.review,
        id: `rev-${String(id)}`,
        submittedAt: placedAt.toISOString(),
        ...changes.get(id),
      }))
      // A page without reviews, or the last one, names no place.
      const [first, last] = [items[0], items.at(-1)]
      const cursor = {
        ...(first && { before: first.id }),
        ...(last && items.length < found.length && { after: last.id }),
      }
      return { json: { paging: { count: items.length, cursor }, items } }
    },
  })
  return { ...double, details, channels, changes }
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
  const [trustpilot, reviewsIo, trustedShops] = await Promise.all([
    startTrustpilotServer(now, optionsAt(0)),
    startReviewsIoServer(now, optionsAt(1)),
    startTrustedShopsServer(now, optionsAt(2)),
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
      {
        name: 'Trusted Shops',
        details: {
          'Client ID': trustedShops.details.clientId,
          'Client secret': trustedShops.details.clientSecret,
        },
        actions: writing(trustedShops),
      },
    ],
    origins: {
      'https://api.trustpilot.com': trustpilot.url,
      'https://api.reviews.io': reviewsIo.url,
      'https://login.etrusted.com': trustedShops.url,
      'https://api.etrusted.com': trustedShops.url,
    },
    async stop() {
      await Promise.all([trustpilot, reviewsIo, trustedShops].map((double) => double.stop()))
    },
  }
}

/** They send nothing, so a later review arrives when they are listed again. */
const writing = (double: RestServer): DeskService['actions'] => ({
  'Write a review before connecting': () => Promise.resolve(double.placeOrder()),
})
