/** Tests of single review services. Tests that all integrations share are in battery.test.ts. */
import { describe, expect, test } from 'vitest'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { TrustedShopsServer } from '#workshop/doubles/shops/review-services.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect, pullAll } from '#tests/integrations/callers.ts'
import { reviewsIo as reviewsIoCase } from '#tests/integrations/cases/reviews-io.ts'
import { trustedShops as trustedShopsCase } from '#tests/integrations/cases/trusted-shops.ts'
import { trustpilot as trustpilotCase } from '#tests/integrations/cases/trustpilot.ts'
import reviewsIoPayload from '#tests/payloads/services/reviews_io.json' with { type: 'json' }
import trustedShopsPayload from '#tests/payloads/services/trusted_shops.json' with { type: 'json' }
import trustpilotPayload from '#tests/payloads/services/trustpilot.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import type { AnyIntegration } from '../integration.ts'
import { reviewsIo } from './reviews-io.ts'
import { trustedShops } from './trusted-shops.ts'
import { trustpilot } from './trustpilot.ts'

const services: readonly {
  integration: AnyIntegration
  one: BatteryCase
  /** Where it lists reviews. */
  path: string
  /** Its answer with one review, of so many stars, written then. */
  listOf: (stars: unknown, at: Date) => unknown
}[] = [
  {
    integration: trustpilot,
    one: trustpilotCase,
    path: `GET /v1/business-units/${trustpilotPayload.unit.id}/reviews`,
    listOf: (stars, at) => ({
      reviews: [{ ...trustpilotPayload.review, stars, createdAt: at.toISOString() }],
    }),
  },
  {
    integration: reviewsIo,
    one: reviewsIoCase,
    path: 'GET /merchant/reviews',
    listOf: (rating, at) => ({
      reviews: [
        {
          ...reviewsIoPayload.review,
          rating,
          date_created: at.toISOString().slice(0, 19).replace('T', ' '),
        },
      ],
    }),
  },
  {
    integration: trustedShops,
    one: trustedShopsCase,
    path: 'GET /reviews',
    listOf: (rating, at) => ({
      paging: { count: 1 },
      items: [{ ...trustedShopsPayload.review, rating, submittedAt: at.toISOString() }],
    }),
  },
]

describe.each(services.map((each) => [each.integration.name, each] as const))(
  '%s',
  (_name, { integration, one, path, listOf }) => {
    test('all pages are read', async () => {
      const clock = createClock()
      const { world, caller } = await connect(integration, one, { clock })
      for (let written = 0; written < 205; written += 1) {
        await world.placeOrder()
        clock.advance(1000)
      }

      const { records, pages } = await pullAll(integration, caller, null)

      expect(records).toHaveLength(205)
      expect(new Set(records.map((record) => 'id' in record && record.id)).size).toBe(205)
      expect(pages).toBe(3)
    })

    test.each([0, 6, 4.5, -1, '4.5', '5.0', '', '05', true, null])(
      '%j stars are no rating',
      async (stars) => {
        const clock = createClock()
        const { world, caller } = await connect(integration, one, { clock })
        world.double.ignorePublished()
        world.double.answers.set(path, listOf(stars, clock.now()))

        const { records } = await pullAll(integration, caller, null)

        expect(records).toEqual([
          { kind: 'unreadable', problem: expect.stringMatching(/can’t be read: \w+\.$/) as string },
        ])
      },
    )

    test('a review that appears days after it was written is read', async () => {
      const clock = createClock()
      const { world, caller } = await connect(integration, one, { clock })
      const written = clock.now()
      clock.advance(3 * dayMillis)
      const first = await pullAll(integration, caller, null)
      clock.advance(2 * hourMillis)
      world.double.answers.set(path, listOf(4, written))

      const second = await pullAll(integration, caller, first.cursor)

      expect(second.records).toMatchObject([{ stars: 4, occurred_at: written.toISOString() }])
    })

    test('a row that can’t be read is counted once', async () => {
      const clock = createClock()
      const { world, caller } = await connect(integration, one, { clock })
      world.double.ignorePublished()
      world.double.answers.set(path, listOf('five', clock.now()))
      clock.advance(hourMillis)
      const first = await pullAll(integration, caller, null)
      clock.advance(2 * hourMillis)

      const second = await pullAll(integration, caller, first.cursor)

      expect(first.records).toHaveLength(1)
      expect(second.records).toEqual([])
    })
  },
)

test.each([
  'oak-pottery.example',
  ' Oak-Pottery.example ',
  'www.oak-pottery.example',
  'https://www.oak-pottery.example/collections/all?page=2',
  'http://oak-pottery.example:8080',
  'https://www.trustpilot.com/review/oak-pottery.example',
  'https://www.trustpilot.com/review/www.oak-pottery.example?languages=all',
  'de.trustpilot.com/review/oak-pottery.example',
])('Trustpilot’s domain is read from %j', (domain) => {
  const { key } = { key: 'a'.repeat(32) }

  expect(trustpilot.settings.parse({ domain, key })).toEqual({ domain: 'oak-pottery.example', key })
})

test.each([
  'oak-pottery',
  '127.0.0.1',
  '[::1]',
  'user@oak-pottery.example',
  'ftp://oak-pottery.example',
  'oak pottery.example',
  'https://www.trustpilot.com/review/oak%20pottery',
  'oak_pottery.example',
])('Trustpilot’s domain isn’t %j', (domain) => {
  expect(trustpilot.settings.safeParse({ domain, key: 'a'.repeat(32) }).success).toBe(false)
})

test('a domain that Trustpilot doesn’t know is explained beside its field', async () => {
  const { world, caller } = await connect(trustpilot, trustpilotCase, { clock: createClock() })
  world.settings['domain'] = 'elsewhere.example'

  await expect(trustpilot.test?.(caller())).rejects.toMatchObject({
    field: 'domain',
    sentence: expect.stringMatching(/no page for this domain/) as string,
  })
})

test.each([
  'oak-pottery',
  ' oak-pottery ',
  'https://www.reviews.io/company-reviews/store/oak-pottery',
  'www.reviews.co.uk/company-reviews/store/oak-pottery?page=2',
])('REVIEWS.io’s store ID is read from %j', (store) => {
  expect(reviewsIo.settings.parse({ store })).toEqual({ store: 'oak-pottery' })
})

test('a store that REVIEWS.io doesn’t know is explained beside its field', async () => {
  const { world, caller } = await connect(reviewsIo, reviewsIoCase, { clock: createClock() })
  world.settings['store'] = 'elsewhere'

  await expect(reviewsIo.test?.(caller())).rejects.toMatchObject({
    field: 'store',
    sentence: expect.stringMatching(/no reviews for this store ID/) as string,
  })
})

const { id: channel } = trustedShopsPayload.channel
const another = { id: 'chl-ffffffff-1111-4222-8333-444455556666', name: 'Another shop' }

test('one of several channels at Trusted Shops is read by its ID', async () => {
  const { world, caller } = await connect(trustedShops, trustedShopsCase, { clock: createClock() })
  const double = world.double as TrustedShopsServer
  double.channels.push({ ...double.channels[0], ...another })
  world.settings['channel'] = channel.toUpperCase()
  const id = await world.placeOrder()

  expect(await trustedShops.test?.(caller())).toEqual({ label: 'Oak Pottery' })
  expect((await pullAll(trustedShops, caller, null)).records).toMatchObject([{ id }])

  world.settings['channel'] = another.id
  expect(await trustedShops.test?.(caller())).toEqual({ label: 'Another shop' })
  expect((await pullAll(trustedShops, caller, null)).records).toEqual([])
})

test('without an ID, several channels are refused, also those that are added later', async () => {
  const { world, caller } = await connect(trustedShops, trustedShopsCase, { clock: createClock() })
  const double = world.double as TrustedShopsServer
  await world.placeOrder()
  double.channels.push({ ...double.channels[0], ...another })
  const refusal = {
    field: 'channel',
    sentence: expect.stringMatching(/several channels/) as string,
  }

  await expect(trustedShops.test?.(caller())).rejects.toMatchObject(refusal)
  await expect(pullAll(trustedShops, caller, null)).rejects.toMatchObject(refusal)
})

test.each([
  ['an ID of none', { channel: another.id }, /no channel with this ID/],
  ['no channel', {}, /no channel yet/],
])('%s at Trusted Shops is explained beside its field', async (name, settings, sentence) => {
  const { world, caller } = await connect(trustedShops, trustedShopsCase, { clock: createClock() })
  Object.assign(world.settings, settings)
  if (name === 'no channel') world.double.answers.set('GET /channels', [])

  await expect(trustedShops.test?.(caller())).rejects.toMatchObject({
    field: 'channel',
    sentence: expect.stringMatching(sentence) as string,
  })
})

test('Trusted Shops: pages are read until one names no next place, however short they are', async () => {
  const { world, caller } = await connect(trustedShops, trustedShopsCase, { clock: createClock() })
  const { review } = trustedShopsPayload
  const pages = [['rev-6', 'rev-5'], ['rev-4'], ['rev-3', 'rev-2'], []]
  const numbers: number[] = []
  world.double.failBy(({ path, query }) => {
    if (path !== '/reviews') return undefined
    const place = query.get('after')
    const nth = place === null ? 0 : pages.findIndex((ids) => ids.at(-1) === place) + 1
    numbers.push(nth)
    const items = (pages[nth] ?? []).map((id) => ({ ...review, id }))
    const after = nth < 2 ? { after: items.at(-1)?.id } : {}
    const cursor = { before: items[0]?.id, ...after }
    return { json: { paging: { count: items.length, cursor }, items } }
  })

  const { records } = await pullAll(trustedShops, caller, null)

  expect(records).toHaveLength(5)
  expect(numbers).toEqual([0, 1, 2])
})

test('a wrong secret at Trusted Shops is refused access', async () => {
  const { world, caller } = await connect(trustedShops, trustedShopsCase, { clock: createClock() })
  world.settings['clientSecret'] = 'another-secret'

  await expect(trustedShops.test?.(caller())).rejects.toBeInstanceOf(ConnectionLost)
})
