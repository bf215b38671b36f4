/** A Google account that manages locations: approvals with refresh tokens, and reviews, the last changed first. */
import payload from '#tests/payloads/services/google_my_business_reviews.json' with { type: 'json' }
import { createOAuthDesk, type OAuthDesk } from './oauth-desk.ts'
import { startRestServer, type RestServer } from './rest-server.ts'
import type { DoubleOptions, DoubleReply, SeenRequest } from './shop-double.ts'
import { googleBusinessProfile } from '../../published/services/google-business-profile.ts'

export type GoogleBusinessServer = RestServer & {
  app: { id: string; secret: string }
  desk: OAuthDesk
  /** Comments that differ from the usual one, by the order in which reviews were written, from 1. */
  comments: Map<number, string>
  /** When a review was edited, by its id. */
  edits: Map<string, Date>
  /** Locations of the account 104. Reviews belong to each of them. */
  locations: {
    name: string
    title: string
    storefrontAddress: { locality: string }
  }[]
}

const scope = 'https://www.googleapis.com/auth/business.manage'

export async function startGoogleBusinessServer(
  now: () => Date,
  options: DoubleOptions = {},
): Promise<GoogleBusinessServer> {
  const app = { id: 'google-client-id', secret: 'google-client-secret' }
  const locations = [
    {
      name: 'locations/5001',
      title: 'Oak Pottery',
      storefrontAddress: { locality: 'Austin' },
    },
  ]
  const comments = new Map<number, string>()
  const edits = new Map<string, Date>()
  const desk = createOAuthDesk({
    now,
    app,
    paths: { authorize: '/o/oauth2/v2/auth', token: '/token' },
    usesPkce: true,
    namedBy: 'both',
    lifetimeSeconds: 3_600,
    replacesRefreshTokens: false,
    back: { scope },
    present: ({ access, refresh }) => ({
      access_token: access,
      expires_in: 3_600,
      scope,
      token_type: 'Bearer',
      ...(refresh !== null && { refresh_token: refresh }),
    }),
  })
  const double = await startRestServer({
    now,
    published: googleBusinessProfile,
    options,
    isAuthorized: ({ path, headers }) =>
      !/^\/v[14]\//.test(path) || desk.isValid(headers.authorization?.replace(/^Bearer /, '')),
    answer(request, { orders }) {
      const approval = desk.answer(request)
      if (approval) return approval
      const { path } = request
      if (path === '/v1/accounts') return { json: { accounts: [{ name: 'accounts/104' }] } }
      if (path === '/v1/accounts/104/locations') return { json: { locations } }
      const one = locations.find(({ name }) => path.includes(name))
      if (!one) return undefined
      if (path === `/v1/${one.name}`)
        return {
          json: { title: one.title, metadata: { mapsUri: 'https://maps.google.com/?cid=5001' } },
        }
      return path === `/v4/accounts/104/${one.name}/reviews`
        ? reviewsOf(orders, request, { comments, edits })
        : undefined
    },
  })
  return { ...double, app, desk, locations, comments, edits }
}

type Shown = { comments: ReadonlyMap<number, string>; edits: ReadonlyMap<string, Date> }

function reviewsOf(
  written: RestServer['orders'],
  { query }: SeenRequest,
  { comments, edits }: Shown,
): DoubleReply {
  const start = Number(query.get('pageToken') ?? 0)
  const end = start + Math.min(3, Number(query.get('pageSize')))
  const changedAt = ({ id, placedAt }: RestServer['orders'][number]) =>
    edits.get(String(id)) ?? placedAt
  // As `updateTime desc`, which it's asked for.
  const rows = written
    .toReversed()
    .sort((one, other) => changedAt(other).getTime() - changedAt(one).getTime())
  // Without reviews, the answer is an empty object.
  if (rows.length === 0) return { json: {} }
  const reviews = rows.slice(start, end).map(({ id, placedAt, ...row }) => ({
    ...payload.review,
    reviewId: String(id),
    comment: comments.get(written.findIndex((one) => one.id === id) + 1) ?? payload.review.comment,
    createTime: placedAt.toISOString(),
    updateTime: changedAt({ id, placedAt, ...row }).toISOString(),
  }))
  const more = end < rows.length ? { nextPageToken: String(end) } : {}
  return { json: { reviews, averageRating: 4.5, totalReviewCount: rows.length, ...more } }
}
