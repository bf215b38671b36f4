/**
 * REVIEWS.io: public company reviews of one store.
 *
 * Sources: REVIEWS.io API documentation (company reviews), and what its public address answers to others.
 */
import { z } from 'zod'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller, type PublishedPage } from '../integration.ts'
import { pullInPhases } from '../kit/phases.ts'
import { reviewRows } from '../kit/reviews.ts'
import { loose } from '../kit/shapes.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { review, reviewRecord, writtenAt } from '../records/reviews-io.ts'

const settings = z.object({
  store: z
    .string()
    .trim()
    .max(300, 'Use 300 characters or fewer.')
    .transform((typed) => /\/store\/([^/?#]+)/.exec(typed)?.[1] ?? typed)
    .pipe(z.string().regex(/^[\w.-]{2,100}$/, 'Copy the whole store ID, for example shop-example.'))
    .meta({
      label: 'Store ID',
      help: 'The last part of your page’s address on REVIEWS.io.',
      placeholder: 'shop-example',
    }),
})
type ReviewsIo = Caller<z.output<typeof settings>>

const pageSize = 100

export const reviewsIo = defineIntegration({
  name: 'reviews_io',
  category: 'reviews',
  summary: 'Company reviews of your business on REVIEWS.io.',
  brings: ['review'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'Open your company’s page on REVIEWS.io.',
      'Copy its address here, or only the store ID at its end.',
      'Company reviews arrive within minutes. They are public, so no key is needed.',
    ],
  },
  budget: { requests: 30, seconds: 60 },
  accountOf: ({ store }) => store,
  reviews: {
    page: {
      addressOf: ({ store }) => pageOf(store),
      isLink: ({ store }, { hostname, pathname }) =>
        /(?:^|\.)reviews\.(?:io|co\.uk)$/.test(hostname) &&
        /\/store\/([^/]+)/.exec(pathname)?.[1]?.toLowerCase() === store.toLowerCase(),
      hasAnswers: true,
    },
  },

  async test(caller) {
    try {
      await listReviews(caller, { page: 0, perPage: 1 })
      return { label: caller.settings.store }
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error
      throw new WrongSetting(
        'store',
        'REVIEWS.io lists no reviews for this store ID. Copy the address of your page there.',
      )
    }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'reviews',
      isReviews: true,
      everyMinutes: 60,
      async read(caller, { position, since }) {
        const page = typeof position === 'number' ? position : 0
        const { rows, published } = await listReviews(caller, { page, perPage: pageSize })
        const { records, isEnd } = await reviewRows(
          { shape: review, rows, writtenAt, since },
          (row) => reviewRecord(row, pageOf(caller.settings.store)),
        )
        return { records, next: isEnd || rows.length < pageSize ? null : page + 1, published }
      },
    },
  ]),
})

/** @param page from 0 */
async function listReviews(
  caller: ReviewsIo,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: unknown[]; published: PublishedPage }> {
  const reply = await caller.http.request({
    url: `${caller.origin('https://api.reviews.io')}/merchant/reviews`,
    query: {
      store: caller.settings.store,
      page: String(page),
      per_page: String(perPage),
      order: 'desc',
    },
  })
  const { reviews: rows, stats } = reply.read(
    z.object({ reviews: z.array(z.unknown()), stats: loose(statsShape) }),
  )
  const { total_reviews: total = 0, average_rating: average = 0 } = stats ?? {}
  const rating = total > 0 && average > 0 && average <= 5 ? { average, total } : null
  return { rows, published: { website: null, rating } }
}

/** Numbers as text. */
const statsShape = z.object({ average_rating: z.coerce.number(), total_reviews: z.coerce.number() })

const pageOf = (store: string) => `https://www.reviews.io/company-reviews/store/${store}`
