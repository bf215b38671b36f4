/** Every type shows something with sample data, in every language and in ten years. */
import { expect, test } from 'vitest'
import { defaultSiteOptions, languages } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { allDefinitions, contentErrors, fullQuery } from '../registry.ts'
import { sampleContent, sampleData } from './sample-data.ts'

const moments = ['2026-11-23T10:00Z', '2036-02-29T23:59Z']
const cases = allDefinitions.flatMap((definition) =>
  moments.flatMap((at) =>
    languages.map((language) => [definition.type, language, at, definition] as const),
  ),
)

test.each(cases)('%s in %s at %s', async (type, language, moment, definition) => {
  const at = new Date(moment)
  const content = sampleContent(definition, at)
  expect(contentErrors(type, content)).toEqual({})

  const items = await definition.compile({
    data: sampleData(at),
    siteName: 'shop.example',
    query: fullQuery(type, {}),
    content,
    options: defaultSiteOptions,
    words: wordsOf(language),
    at,
    withdrawals: 0,
    cartedProducts: [],
  })

  expect(items).not.toBe('below_minimum')
  expect(items.length).toBeGreaterThan(0)
  for (const { item } of items as Exclude<typeof items, string>) {
    expect(item.image).toBeUndefined()
    expect(item.url).toBeUndefined()
  }
})

test('an order has the example shop’s picture where it can be loaded', async () => {
  const picture = 'https://footfall.example/example-shop/mug.svg'
  const at = new Date('2026-11-23T10:00Z')
  const [order] = await sampleData(at, picture).listRecentActivities({
    kind: 'purchase',
    query: fullQuery('purchase', {}),
    options: defaultSiteOptions,
    at,
  })
  expect(order).toMatchObject({ firstName: 'Mia', productImage: picture })
})
