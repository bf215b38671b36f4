/**
 * Trustpilot: public reviews of one domain.
 *
 * Sources: Trustpilot API reference (business units, public), its page about the API module's allowances,
 * and the example of its webhooks for the fields of a review.
 */
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { parseTypedAddress } from '#app/lib/web/web-address.ts'
import { defineIntegration, type Caller, type PublishedPage } from '../integration.ts'
import { pullInPhases } from '../kit/phases.ts'
import { reviewRows } from '../kit/reviews.ts'
import { identifier, loose, looseNumber, looseRows, looseText } from '../kit/shapes.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { review, reviewRecord, writtenAt } from '../records/trustpilot.ts'

const settings = z.object({
  domain: z
    .string('Enter the domain of your Trustpilot page.')
    .trim()
    .max(300, 'Use 300 characters or fewer.')
    .transform((typed, context) => {
      const domain = domainIn(typed)
      if (domain !== null) return domain
      context.addIssue({ code: 'custom', message: 'Enter a domain, for example shop.example.' })
      return z.NEVER
    })
    .meta({
      label: 'Domain',
      help: 'Your shop’s domain, or the address of its page on Trustpilot.',
      placeholder: 'shop.example',
    }),
  key: z
    .string()
    .trim()
    .regex(/^[\w-]{16,100}$/, 'Copy the whole API key.')
    .meta({
      label: 'API key',
      help: 'Trustpilot Business › Integrations › Developers › APIs.',
      isSecret: true,
    }),
})
type Trustpilot = Caller<z.output<typeof settings>>

/** Most that Trustpilot lists on a page. */
const pageSize = 100

export const trustpilot = defineIntegration({
  name: 'trustpilot',
  category: 'reviews',
  summary: 'Reviews of your business on Trustpilot.',
  brings: ['review'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In Trustpilot Business, open Integrations › Developers › APIs. API keys come with Trustpilot’s API module, a paid add-on.',
      'Create an application, or open one, and copy its API key. Its secret isn’t needed.',
      'Enter your domain and the key here. Reviews arrive within minutes.',
    ],
  },
  budget: { requests: 60, seconds: 60 },
  accountOf: ({ domain }) => domain,
  reviews: {
    page: {
      addressOf: ({ domain }) => `https://www.trustpilot.com/review/${domain}`,
      domainOf: ({ domain }) => domain,
      hasAnswers: false,
    },
  },

  async test(caller) {
    try {
      const { id, displayName } = await findUnit(caller)
      await listReviews(caller, { unit: id, page: 1, perPage: 1 })
      return { label: displayName?.trim() || caller.settings.domain }
    } catch (error) {
      if (!(error instanceof BadRecord) || error.reply?.status !== 404) throw error
      throw new WrongSetting(
        'domain',
        'Trustpilot has no page for this domain. Copy the address of your page there.',
      )
    }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'reviews',
      isReviews: true,
      // Two calls each time, of the 200,000 a year that the smallest API module has.
      everyMinutes: 60,
      async read(caller, { position, since }) {
        const { data } = place.safeParse(position)
        const found = data ? null : await findUnit(caller)
        const { unit, page } = data ?? { unit: found?.id ?? '', page: 1 }
        const rows = await listReviews(caller, { unit, page, perPage: pageSize })
        const { records, isEnd } = await reviewRows(
          { shape: review, rows, writtenAt, since },
          reviewRecord,
        )
        const isLast = isEnd || rows.length < pageSize
        const next = isLast ? null : { unit, page: page + 1 }
        return { records, next, ...(found ? { published: publishedOf(found, caller) } : {}) }
      },
    },
  ]),
})

const place = z.object({ unit: identifier, page: z.int().positive() })

/** The domain in a domain, any shop address or a shop's page on Trustpilot. Null: there is none. */
function domainIn(typed: string): string | null {
  const url = /\s/.test(typed) ? null : parseTypedAddress(typed)
  if (!url) return null
  const { hostname, pathname } = url
  const ofPage = /(?:^|\.)trustpilot\.com$/.test(hostname)
    ? /^\/review\/([^/]+)/.exec(pathname)?.[1]
    : undefined
  const domain = (ofPage ?? hostname).toLowerCase().replace(/^www\./, '')
  const isDomain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(domain)
  return isDomain && domain.length <= 253 ? domain : null
}

async function findUnit(caller: Trustpilot) {
  const reply = await get(caller, 'find', { name: caller.settings.domain })
  return reply.read(unitShape)
}

const unitShape = z.object({
  id: identifier,
  displayName: looseText,
  name: loose(z.object({ identifying: looseText, referring: looseRows(z.string()) })),
  websiteUrl: looseText,
  numberOfReviews: loose(z.object({ total: looseNumber })),
  score: loose(z.object({ trustScore: looseNumber })),
})

/** A unit can answer to several domains, like a shop's old one. */
function publishedOf(
  { name, websiteUrl, numberOfReviews, score }: z.output<typeof unitShape>,
  { settings: { domain } }: Trustpilot,
): PublishedPage {
  const total = numberOfReviews?.total ?? 0
  const average = score?.trustScore ?? 0
  const isOfDomain = name?.referring.includes(domain) === true
  return {
    website: isOfDomain ? domain : (name?.identifying ?? websiteUrl ?? null),
    rating: total > 0 && average > 0 ? { average, total } : null,
  }
}

type Page = { unit: string; page: number; perPage: number }

async function listReviews(caller: Trustpilot, { unit, page, perPage }: Page) {
  const reply = await get(caller, `${unit}/reviews`, {
    perPage: String(perPage),
    page: String(page),
    orderBy: 'createdat.desc',
  })
  return reply.read(z.object({ reviews: z.array(z.unknown()) })).reviews
}

const get = (caller: Trustpilot, path: string, query: Readonly<Record<string, string>>) =>
  caller.http.request({
    url: `${caller.origin('https://api.trustpilot.com')}/v1/business-units/${path}`,
    query,
    headers: { apikey: caller.settings.key },
  })
