/**
 * Etsy: paid receipts and reviews of a shop, read every ten minutes. Etsy sends deliveries only to apps
 * that it approved for them.
 *
 * Sources: Etsy Open API v3 reference (receipts, reviews, listings), and its pages about authentication
 * and rate limits.
 */
import { z } from 'zod'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller } from '../integration.ts'
import { readRows } from '../kit/json.ts'
import { splitRows } from '../kit/listed-rows.ts'
import { noApp, onlyByApproval } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseText, present } from '../kit/shapes.ts'
import {
  listing,
  receipt,
  receiptRecord,
  review,
  reviewRecord,
  type Listings,
} from '../records/etsy.ts'

const settings = z.object({
  shopId: z
    .string()
    .regex(/^\d{1,20}$/, 'A shop ID has digits only.')
    .meta({ label: 'Shop ID', isGranted: true }),
})
type Etsy = Caller<z.output<typeof settings>>

export const etsy = defineIntegration({
  name: 'etsy',
  category: 'shop',
  summary: 'Orders and reviews of your Etsy shop.',
  brings: ['purchase', 'review'],
  ways: ['oauth'],
  settings,
  steps: {
    oauth: [
      'Log in to Etsy as the owner of the shop.',
      'Etsy asks whether Footfall may read your shop. Choose Grant access.',
      'You come back here. Your orders and reviews arrive within ten minutes.',
    ],
  },
  // Requests with an access token are counted by that token: 10 a second and 10,000 in 24 hours.
  reviews: {},
  budget: { requests: 5, seconds: 1 },
  accountOf: ({ shopId }) => shopId,
  idsOf: 'service',

  oauth: {
    authorizeUrl: 'https://www.etsy.com/oauth/connect',
    tokenUrl: 'https://api.etsy.com/v3/public/oauth/token',
    scopes: ['transactions_r', 'shops_r', 'listings_r'],
    usesPkce: true,
    clientAuth: 'id',
    tokenBody: 'form',
  },

  async settingsOf({ accessToken }, caller) {
    const reply = await request(caller, { path: 'users/me', token: accessToken })
    // Absent for people without a shop.
    const { shop_id: shopId } = reply.read(z.object({ shop_id: identifier.nullish() }))
    if (!shopId) throw new ConnectionLost('This Etsy account has no shop.', reply)
    return { shopId }
  },

  async test(caller) {
    const reply = await get(caller, `shops/${caller.settings.shopId}`)
    const { shop_name: name } = reply.read(z.object({ shop_name: looseText }))
    return { label: name?.trim() || caller.settings.shopId }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'receipts',
      everyMinutes: 10,
      firstDays: 60,
      async read(caller, { position, since }) {
        const path = `shops/${caller.settings.shopId}/receipts`
        const { rows, next } = await readList(caller, path, {
          position,
          query: {
            sort_on: 'created',
            sort_order: 'asc',
            ...(since ? { min_last_modified: secondsOf(since) } : {}),
          },
        })
        const { read: receipts, unreadable } = splitRows(receipt, rows)
        const listings = await listingsOf(
          caller,
          receipts.flatMap(({ transactions }) => transactions.map((one) => one.listing_id)),
        )
        const records = present(receipts.map((one) => receiptRecord(one, listings)))
        return { records: [...records, ...unreadable], next }
      },
    },
    {
      name: 'reviews',
      isReviews: true,
      everyMinutes: 10,
      async read(caller, { position, since }) {
        const path = `shops/${caller.settings.shopId}/reviews`
        const { rows, next } = await readList(caller, path, {
          position,
          query: since ? { min_created: secondsOf(since) } : {},
        })
        const { read: reviews, unreadable } = splitRows(review, rows)
        const listings = await listingsOf(
          caller,
          reviews.map((one) => one.listing_id),
        )
        const records = present(reviews.map((one) => reviewRecord(one, listings)))
        return { records: [...records, ...unreadable], next }
      },
    },
  ]),
})

const secondsOf = (moment: Date) => String(Math.floor(moment.getTime() / 1000))

const pageSize = 50

type List = { position: unknown; query: Readonly<Record<string, string>> }

async function readList(caller: Etsy, path: string, { position, query }: List) {
  const offset = typeof position === 'number' ? position : 0
  const reply = await get(caller, path, {
    ...query,
    limit: String(pageSize),
    offset: String(offset),
  })
  const { results: rows } = reply.read(z.object({ results: z.array(z.unknown()) }))
  return { rows, next: rows.length < pageSize ? null : offset + pageSize }
}

/** At most so many in one request. */
const maxListings = 100

/** Titles, addresses and pictures of what was bought or reviewed. */
async function listingsOf(
  caller: Etsy,
  ids: readonly (string | null | undefined)[],
): Promise<Listings> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  const found: Listings = new Map()
  for (let start = 0; start < wanted.length; start += maxListings) {
    const reply = await get(caller, 'listings/batch', {
      listing_ids: wanted.slice(start, start + maxListings).join(','),
      includes: 'Images',
    })
    const { results } = reply.read(z.object({ results: z.array(z.unknown()) }))
    for (const one of readRows(listing, results)) found.set(one.listing_id, one)
  }
  return found
}

const get = async (caller: Etsy, path: string, query: Record<string, string> = {}) =>
  request(caller, { path, query, token: await caller.token(onlyByApproval) })

type Request = { path: string; token: string; query?: Record<string, string> }

function request(
  { app, http, origin, now }: Pick<Caller, 'app' | 'http' | 'origin' | 'now'>,
  { path, token, query = {} }: Request,
) {
  if (!app) throw noApp(now)
  return http.request({
    url: `${origin('https://api.etsy.com')}/v3/application/${path}`,
    query,
    headers: { Authorization: `Bearer ${token}`, 'x-api-key': `${app.id}:${app.secret}` },
  })
}
