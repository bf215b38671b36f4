/** Nudges for some countries only: visitors are sent the country that the proxy reports. */
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { storeNudge } from '../../support/nudges.ts'
import { browser, serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

type Wanted = { trustsProxy?: boolean; options?: Partial<SiteOptions> }

async function openShop({ trustsProxy = true, options = {} }: Wanted = {}) {
  const world = await createWorld()
  const site = await world.site({ options })
  const config = { ...world.services.config, trustsProxy }
  const edge = await serveEdge({ ...world.services, config })
  return {
    publish: (wanted: Partial<Parameters<typeof storeNudge>[2]> = {}) =>
      storeNudge(world.services, site, { type: 'custom', content: { text: 'Hello' }, ...wanted }),
    ask: async (headers: Record<string, string> = {}, query = '') => {
      const address = `${edge.baseUrl}/api/pixel/${site.uuid}${query}`
      const response = await fetch(address, { headers: { 'User-Agent': browser, ...headers } })
      const text = await response.text()
      return {
        status: response.status,
        country: response.headers.get('footfall-country'),
        cache: response.headers.get('cache-control'),
        exposed: response.headers.get('access-control-expose-headers'),
        tag: response.headers.get('etag') ?? '',
        payload: (text === '' ? null : JSON.parse(text)) as PixelPayload | null,
      }
    },
  }
}

const fromDutch = { 'CF-IPCountry': 'NL' }
const thresholds = { currency: 'EUR', thresholds: { NL: 50, '*': 80 } }

test('with a nudge for some countries, visitors get their country, and only their browser caches it', async () => {
  const { publish, ask } = await openShop()
  await publish({ query: { countries: ['NL', 'BE'] } })

  const dutch = await ask(fromDutch)
  const japanese = await ask({ 'CloudFront-Viewer-Country': 'JP' })

  expect(dutch).toMatchObject({
    country: 'NL',
    cache: 'private, max-age=10',
    exposed: 'Date, Retry-After, Footfall-Country',
    payload: { nudges: [{ countries: ['NL', 'BE'] }] },
  })
  expect(japanese).toMatchObject({ country: 'JP', payload: dutch.payload, tag: dutch.tag })
})

test('an item for some countries is enough', async () => {
  const { publish, ask } = await openShop()
  await publish({ type: 'free_delivery', content: thresholds })

  const { country, cache, payload } = await ask(fromDutch)

  expect([country, cache]).toEqual(['NL', 'private, max-age=10'])
  expect(payload?.nudges[0]?.items.map((item) => item.country)).toEqual(['NL', '*'])
})

test('other payloads are the same for everyone, and name no country', async () => {
  const { publish, ask } = await openShop()
  await publish()
  await publish({ type: 'free_delivery', content: { ...thresholds, thresholds: { '*': 50 } } })

  const { country, cache, exposed, payload } = await ask(fromDutch)

  expect([country, exposed]).toEqual([null, 'Date, Retry-After'])
  expect(cache).toMatch(/^public, max-age=10, /)
  expect(payload?.nudges).toHaveLength(2)
})

test('an unknown country isn’t named, and the response still isn’t shared', async () => {
  const { publish, ask } = await openShop()
  await publish({ query: { countries: ['NL'] } })

  for (const headers of [{}, { 'CF-IPCountry': 'XX' }, { 'CF-IPCountry': 'T1' }]) {
    expect(await ask(headers)).toMatchObject({
      country: null,
      cache: 'private, max-age=10',
      exposed: 'Date, Retry-After, Footfall-Country',
    })
  }
})

test('without a proxy of ours the sender does not choose his country', async () => {
  const { publish, ask } = await openShop({ trustsProxy: false })
  await publish({ query: { countries: ['NL'] } })

  expect(await ask(fromDutch)).toMatchObject({ country: null, cache: 'private, max-age=10' })
})

test('an answer that has not changed names the country again', async () => {
  const { publish, ask } = await openShop()
  await publish({ query: { countries: ['NL'] } })
  const { tag } = await ask(fromDutch)

  const again = await ask({ 'CF-IPCountry': 'DE', 'If-None-Match': tag })

  expect(again).toMatchObject({ status: 304, country: 'DE', cache: 'private, max-age=10' })
})

test('a site that doesn’t ask for countries sends nothing that depends on them', async () => {
  const { publish, ask } = await openShop({ options: { useGeoLocation: false } })
  const bound = await publish({ query: { countries: ['NL'] } })
  const byItem = await publish({ type: 'free_delivery', content: thresholds, position: 2 })
  const free = await publish({ position: 3 })

  const { country, cache, payload } = await ask(fromDutch)

  expect(country).toBeNull()
  expect(cache).toMatch(/^public, /)
  expect(payload?.nudges.map(({ id }) => id)).toEqual([shortIdOf(free)])
  expect(payload?.unshown).toEqual([
    { nudge: shortIdOf(bound), reason: 'page_rule' },
    { nudge: shortIdOf(byItem), reason: 'no_data' },
  ])
})

test('with a holdout group, visitors get their country only with nudges', async () => {
  const { publish, ask } = await openShop({ options: { holdout: 50 } })
  await publish({ query: { countries: ['NL'] } })
  const names = Array.from(
    { length: 40 },
    (_value, at) => `visitor-${String(at).padStart(20, '0')}`,
  )

  const answers = await Promise.all(names.map((name) => ask(fromDutch, `?visitor=${name}`)))

  const summaries = answers.map(({ country, payload }) => [payload?.withheld, country].join(' '))
  expect(new Set(summaries)).toEqual(new Set([' NL', 'holdout ']))
  expect(new Set(answers.map(({ cache }) => cache))).toEqual(new Set(['private, max-age=10']))
})
