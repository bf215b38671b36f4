/** The definition of a service whose reviews are read from a public page. */
import { z } from 'zod'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { parseTypedAddress, parseWebAddress } from '#app/lib/web/web-address.ts'
import { defineIntegration, type AnyIntegration } from '../integration.ts'
import { pageReview, pageReviewRecord } from '../records/page-review.ts'
import { aggregatorBudget, checkAggregator, type ReviewedPage } from './datashake.ts'
import { recordRows } from './listed-rows.ts'
import { pullPage } from './page-pull.ts'

export type ReviewPage = {
  name: ConnectableName
  /** One sentence for its card. */
  summary: string
  /** How to find what is entered. */
  step: string
  /** The best rating that the service gives. */
  scale: 5 | 10
  /** The owner's input. */
  page: z.ZodType<string>
  /** Default: `page` is an address. */
  pageOf?: (page: string) => ReviewedPage
  /** The public page. Default: `page` is its address. */
  addressOf?: (page: string) => string
  /** Whether a link leads to the page. Default: it has the same path, as far as `keyOf` says so. */
  isLink?: (page: string, link: URL) => boolean
  /** The part of a page's path that distinguishes it from others. Default: all of it. */
  keyOf?: (path: string) => string
  /** The service whose page it is, if another integration reads the same ones. Default: `name`. */
  publisher?: string
  /** People other than the page's owner can answer a review, too. */
  isAnsweredByAnyone?: boolean
  /** Hours that its terms allow to show a review without reading it again. Default: those of 30 days. */
  keptHours?: number
}

/** The same with and without "www.", so that a page is read once, however it was entered. */
const shortAddress = (page: string) => page.replace(/^https:\/\/(?:www\.)?/, '')

const atAddress = (url: string): ReviewedPage => ({ url })

export function reviewPage(service: ReviewPage): AnyIntegration {
  const { name, summary, step, scale, page, pageOf = atAddress, keptHours } = service
  const { addressOf = (address: string) => address, keyOf = (path: string) => path } = service
  const { publisher = name } = service
  const listOf = (at: string) => {
    const url = parseWebAddress(at)
    return url ? keyOf(url.pathname) : at
  }
  const isSamePage = (ours: string, link: URL) => {
    const { data } = page.safeParse(link.href)
    return data !== undefined && keyOf(new URL(data).pathname) === keyOf(new URL(ours).pathname)
  }
  const { isLink = isSamePage } = service
  return defineIntegration({
    name,
    category: 'reviews',
    summary,
    brings: ['review'],
    ways: ['keys'],
    settings: z.object({ page }),
    steps: {
      keys: [
        step,
        'Enter it below. Only what everyone can read there is read, so no password is needed.',
        'The first reviews arrive within hours, and new ones once a day.',
      ],
    },
    isAggregated: true,
    budget: aggregatorBudget,
    accountOf: (settings) => shortAddress(settings.page),
    reviews: {
      ...(keptHours === undefined ? {} : { keptHours }),
      page: {
        addressOf: (settings) => addressOf(settings.page),
        isLink: (settings, link) => isLink(settings.page, link),
        listOf: (settings) => `${publisher} ${listOf(settings.page)}`,
        hasAnswers: !service.isAnsweredByAnyone,
      },
    },
    async test(caller) {
      await checkAggregator(caller)
      return { label: shortAddress(caller.settings.page) }
    },
    pull: pullPage<{ page: string }>({
      pageOf: (settings) => pageOf(settings.page),
      scale,
      // Early enough for the next job to end before reviews may no longer be shown.
      everyHours: keptHours === undefined ? 20 : keptHours * 0.75,
      readRows: (rows, { now, settings }) =>
        recordRows(pageReview, newestFirst(rows), (row) =>
          pageReviewRecord(row, { name, scale, now, page: addressOf(settings.page) }),
        ),
    }),
  })
}

const dated = z.object({ date: z.string() })

/** The aggregator doesn't say in which order it lists them. */
function newestFirst(rows: readonly unknown[]): unknown[] {
  const dayOf = (row: unknown) => dated.safeParse(row).data?.date ?? ''
  return [...rows].sort((one, other) => dayOf(other).localeCompare(dayOf(one)))
}

type PageAddress = {
  /** Description of the page, for example "your hotel’s page on Agoda". */
  what: string
  /** Whether a host fits, without "www.". */
  host: (host: string) => boolean
  /** Matches paths, without a slash at the end. */
  path: RegExp
  example: string
}

/** The page's address without what varies: no parameters, no fragment. */
export function pageAddress({ what, host, path, example }: PageAddress): z.ZodType<string> {
  const sentence = `Enter the address of ${what}, like ${example}.`
  return z
    .string(sentence)
    .trim()
    .max(500, 'Use 500 characters or fewer.')
    .transform((typed, context) => {
      const url = parseTypedAddress(typed)
      const plainPath = url?.pathname.replace(/\/$/, '') ?? ''
      const isThere = url && host(url.hostname.replace(/^www\./, '')) && path.test(plainPath)
      if (!isThere || url.port) {
        context.addIssue({ code: 'custom', message: sentence })
        return z.NEVER
      }
      return `https://${url.hostname}${plainPath}`
    })
    .meta({ label: 'Address of the page', placeholder: example })
}
