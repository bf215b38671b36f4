/**
 * Google Business Profile: reviews of one location.
 *
 * Sources: Google Business Profile APIs reference (accounts.locations.reviews of version 4, account
 * management and business information of version 1), and Google's page about OAuth 2.0 for web servers.
 */
import { z } from 'zod'
import { dayMillis } from '#app/lib/time.ts'
import { ConnectionLost, NotGranted, TryLater } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller, type OfferedAccount } from '../integration.ts'
import { readRows } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { onlyByApproval } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { isoMoment, loose, looseNumber, looseText } from '../kit/shapes.ts'
import { review, reviewRecord } from '../records/google-my-business-reviews.ts'

const settings = z.object({
  location: z
    .string()
    .regex(/^accounts\/\d{1,30}\/locations\/\d{1,30}$/, 'A location belongs to an account.')
    .meta({ label: 'Location', isGranted: true }),
})
type Settings = z.output<typeof settings>
type Google = Caller<Partial<Settings>>

const apis = {
  reviews: 'https://mybusiness.googleapis.com/v4/',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1/',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1/',
} as const

export const googleMyBusinessReviews = defineIntegration({
  name: 'google_my_business_reviews',
  category: 'reviews',
  summary: 'Reviews of your business on Google Search and Maps.',
  brings: ['review'],
  ways: ['oauth'],
  settings,
  steps: {
    oauth: [
      'Log in to Google as an owner or manager of the Business Profile.',
      'Google asks whether Footfall may manage your business listings. Allow it: Footfall only reads.',
      'Choose the location, if you have several. Its reviews arrive within minutes.',
    ],
  },
  // Google's terms allow to keep what its API answers for 30 days.
  reviews: {},
  // Google allows 300 a minute to an app. Each process counts for itself, and there may be two.
  isLimitedByApp: true,
  budget: { requests: 150, seconds: 60 },
  accountOf: ({ location }) => location.replace(/^.*\/(?=locations\/)/, ''),

  oauth: {
    // A refresh token comes only with these two.
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    // Google has no narrower one that reads reviews.
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    usesPkce: true,
    clientAuth: 'body',
    tokenBody: 'form',
  },

  settingsOf({ refreshToken }) {
    if (refreshToken === null) throw new ConnectionLost('Google gave access for an hour only.')
    return {}
  },

  choice: {
    field: 'location',
    noun: 'location',
    async list(caller) {
      const accounts = await listAll(caller, {
        api: 'accounts',
        path: 'accounts',
        rows: account,
      })
      const found = new Map<string, OfferedAccount>()
      for (const { name } of accounts) {
        const locations = await listAll(caller, {
          api: 'locations',
          path: `${name}/locations`,
          rows: location,
          query: { readMask: 'name,title,storefrontAddress' },
        })
        for (const one of locations) {
          // A location of a group is listed by each of its accounts.
          if (!found.has(one.name)) found.set(one.name, offeredOf(name, one))
        }
      }
      return [...found.values()]
    },
  },

  async test(caller) {
    await get(caller, 'reviews', {
      path: `${caller.settings.location}/reviews`,
      query: { pageSize: '1' },
    })
    const path = caller.settings.location.replace(/^.*\/(?=locations\/)/, '')
    const reply = await get(caller, 'locations', {
      path,
      query: { readMask: 'title' },
    })
    return {
      label: reply.read(z.object({ title: looseText })).title?.trim() || path,
    }
  },

  pull: pullInPhases<Settings>([
    {
      name: 'reviews',
      isReviews: true,
      isByChange: true,
      everyMinutes: 60,
      async read(caller, { position, since }) {
        const reply = await get(caller, 'reviews', {
          path: `${caller.settings.location}/reviews`,
          query: {
            pageSize: '50',
            orderBy: 'updateTime desc',
            ...(typeof position === 'string' ? { pageToken: position } : {}),
          },
        })
        const { reviews, nextPageToken, averageRating, totalReviewCount } = reply.read(page)
        const address = await addressOf(caller)
        const isOld = (row: unknown) => {
          const { data } = changed.safeParse(row)
          return since !== null && data !== undefined && new Date(data.updateTime) < since
        }
        const records = await recordRows(
          review,
          reviews.filter((row) => !isOld(row)),
          (row) => reviewRecord(row, address),
        )
        const rating =
          averageRating && totalReviewCount
            ? { average: averageRating, total: totalReviewCount }
            : null
        return {
          records,
          published: { website: null, rating },
          next: reviews.some(isOld) ? null : (nextPageToken ?? null),
        }
      },
    },
  ]),
})

const changed = z.object({ updateTime: isoMoment })

/** Without reviews, Google leaves the list out. */
const page = z.object({
  reviews: z.array(z.unknown()).default([]),
  nextPageToken: z.string().max(4_096).nullish(),
  averageRating: looseNumber,
  totalReviewCount: looseNumber,
})

/** Where Google shows the location, and so its reviews. */
async function addressOf(caller: Caller<Settings>): Promise<string | null> {
  const path = caller.settings.location.replace(/^.*\/(?=locations\/)/, '')
  const reply = await get(caller, 'locations', { path, query: { readMask: 'metadata' } })
  const { metadata } = reply.read(z.object({ metadata: loose(z.object({ mapsUri: looseText })) }))
  return metadata?.mapsUri ?? null
}

const account = z.object({ name: z.string().regex(/^accounts\/\d{1,30}$/) })
const location = z.object({
  name: z.string().regex(/^locations\/\d{1,30}$/),
  title: looseText,
  storefrontAddress: loose(z.object({ locality: looseText })),
})

const offeredOf = (account: string, one: z.output<typeof location>): OfferedAccount => ({
  id: `${account}/${one.name}`,
  label: [one.title?.trim() || one.name, one.storefrontAddress?.locality?.trim()]
    .filter(Boolean)
    .join(', '),
})

type Api = keyof typeof apis
type Get = { path: string; query?: Readonly<Record<string, string>> }
type List<Shape> = Get & { api: Api & ('accounts' | 'locations'); rows: Shape }

/** More would not fit a list to choose from. */
const maxPages = 5

async function listAll<Shape extends z.ZodType>(
  caller: Google,
  { api, path, rows, query = {} }: List<Shape>,
): Promise<z.output<Shape>[]> {
  const found: z.output<Shape>[] = []
  let token = ''
  for (let read = 0; read < maxPages; read += 1) {
    const more = token === '' ? {} : { pageToken: token }
    const pageSize = api === 'accounts' ? '20' : '100'
    const reply = await get(caller, api, {
      path,
      query: { ...query, pageSize, ...more },
    })
    const { [api]: listed = [], nextPageToken } = reply.read(
      z.object({
        accounts: z.array(z.unknown()).optional(),
        locations: z.array(z.unknown()).optional(),
        nextPageToken: z.string().max(4_096).nullish(),
      }),
    )
    found.push(...readRows(rows, listed))
    token = nextPageToken ?? ''
    if (token === '') break
  }
  return found
}

async function get(caller: Google, api: Api, { path, query = {} }: Get) {
  const { origin, pathname } = new URL(apis[api])
  try {
    return await caller.http.request({
      url: `${caller.origin(origin)}${pathname}${path}`,
      query,
      headers: { Authorization: `Bearer ${await caller.token(onlyByApproval)}` },
    })
  } catch (error) {
    if (!(error instanceof TryLater) || !error.reply?.find(noQuota)) throw error
    throw new NotGranted(
      'Google hasn’t given this installation access to reviews yet. Ask its operator to apply for it at Google.',
      new Date(caller.now.getTime() + dayMillis),
      error.reply,
    )
  }
}

/** A project without approved access has a quota of nothing, and each of its calls is one too many. */
const noQuota = z.object({
  error: z.object({
    details: z
      .array(z.unknown())
      .refine((details) => details.some((one) => quotaOfNothing.safeParse(one).success)),
  }),
})
const quotaOfNothing = z.object({ metadata: z.object({ quota_limit_value: z.literal('0') }) })
