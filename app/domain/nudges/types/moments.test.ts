/** Texts of the types that need no database, in English and in another language. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import { defaultSiteOptions, languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { readNudgeData } from '#app/domain/serving/data/nudge-data.server.ts'
import type { CompileContext } from './kit/nudge-definition.ts'
import { nudgeDefinitions } from './registry.ts'
import { fullQuery } from './registry.ts'

/** Monday, 11:00 in Amsterdam. */
const monday = new Date('2026-11-23T10:00Z')
const seconds = monday.getTime() / 1000

const site = provenSite(provenTeam(1), {
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  timeZone: 'UTC',
})

type Wanted = {
  language?: NudgeLanguage
  content?: unknown
  query?: Partial<NudgeQuery>
  useGeoLocation?: boolean
  at?: Date
}

/** With a database that can't be queried, and no product feeds: none of these types needs others. */
function contextOf(type: NudgeType, wanted: Wanted): CompileContext {
  const { language = 'en', content = null, query = {}, useGeoLocation = true, at = monday } = wanted
  return {
    data: {
      ...readNudgeData(drizzle.mock(), site),
      stockByPath: () => Promise.resolve({ totals: {}, readAt: null }),
    },
    siteName: 'shop.example',
    query: fullQuery(type, query),
    content,
    options: { ...defaultSiteOptions, useGeoLocation },
    words: wordsOf(language),
    at,
    withdrawals: 0,
    cartedProducts: [],
  }
}

async function compileItems(type: NudgeType, wanted: Wanted = {}) {
  const items = await nudgeDefinitions[type].compile(contextOf(type, wanted))
  if (typeof items === 'string') throw new Error(`${type} told ${items}.`)
  return items.map(({ item }) => item)
}

const why = (type: NudgeType, wanted: Wanted = {}) =>
  nudgeDefinitions[type].why(contextOf(type, wanted))

test('a message shows the owner’s words, and its label says who wrote them', async () => {
  const content = {
    title: 'Hi {first_name|there}',
    text: 'Samples are free today',
    url: 'https://shop.example/samples',
  }
  const image = 'https://user:secret@shop.example/x.png'

  expect(nudgeDefinitions.custom.content?.safeParse({ ...content, image }).success).toBe(false)
  expect(await compileItems('custom', { content })).toEqual([
    {
      title: 'Hi {first_name|there}',
      text: 'Samples are free today',
      url: 'https://shop.example/samples',
      hasVariables: true,
    },
  ])
  expect(why('custom', { content })[0]).toBe('This message was written by shop.example.')
  expect(why('custom', { content: { text: 'Hallo' }, language: 'de' })).toEqual([
    'Diese Nachricht hat shop.example verfasst.',
  ])
})

test('a message without the fact that it is about is nothing, where the owner wants it so', async () => {
  const content = { text: 'Welcome back, {first_name|friend}' }

  const [item] = await compileItems('custom', { content, query: { hideEmpty: true } })

  expect(item?.text).toBe('Welcome back, {first_name}')
  expect(await compileItems('custom', { content, query: { javascript: false } })).toEqual([])
})

test('a message ends at its deadline and may count down to it', async () => {
  const content = { text: 'Shipping is free for {left}' }

  expect(await compileItems('custom', { content, query: { deadline: seconds + 3600 } })).toEqual([
    { title: '', text: 'Shipping is free for {left}', until: seconds + 3600, countsDown: true },
  ])
  expect(await compileItems('custom', { content, query: { deadline: seconds } })).toEqual([])
  expect(await compileItems('custom', { content })).toEqual([])
})

test('a message with an unprovable claim does not show', async () => {
  expect(
    await compileItems('custom', { content: { text: '12 people are looking at this' } }),
  ).toEqual([])
  expect(
    await compileItems('custom', { content: { title: 'Only 3 left', text: 'Hello' } }),
  ).toEqual([])
})

test('an offer names what it is for, its code and its end', async () => {
  const content = {
    amount: '10 %',
    scope: 'all mugs',
    code: 'MUGS10',
    conditions: 'From € 50.',
    startsAt: seconds - 60,
  }
  const query = { deadline: seconds + 86_400 }

  expect(await compileItems('discount', { content, query })).toEqual([
    {
      title: '10 % off all mugs',
      text: 'ends in {left}',
      code: 'MUGS10',
      conditions: 'From € 50.',
      from: seconds - 60,
      until: seconds + 86_400,
      countsDown: true,
    },
  ])
  expect(why('discount', { content, query })[1]).toBe(
    'It ends at the same time for everyone: 24 November, 10:00 UTC.',
  )
  expect(await compileItems('discount', { content: { amount: '5 €' }, language: 'fr' })).toEqual([
    { title: '5 € de remise', text: 'En ce moment' },
  ])
})

test.each<[string, Partial<NudgeQuery>, number | null, number | null]>([
  ['a deadline', { deadline: seconds + 60 }, null, seconds + 60],
  ['a length after its start', { duration: 3600 }, seconds - 60, seconds + 3540],
  ['both: the deadline', { deadline: seconds + 60, duration: 3600 }, seconds - 60, seconds + 60],
  ['a length without a start: none', { duration: 3600 }, null, null],
])(
  'an offer with %s ends at the same instant for everyone',
  async (_case, query, startsAt, end) => {
    const [item] = await compileItems('discount', { content: { amount: '10 %', startsAt }, query })

    expect(item?.until ?? null).toBe(end)
    expect(item?.countsDown ?? false).toBe(end !== null)
  },
)

test('an ended offer, or one whose words claim something, does not show', async () => {
  const amount = '10 %'

  expect(
    await compileItems('discount', { content: { amount }, query: { deadline: seconds } }),
  ).toEqual([])
  const over = { amount, startsAt: seconds - 7200 }
  expect(await compileItems('discount', { content: over, query: { duration: 3600 } })).toEqual([])
  for (const claim of [
    { scope: 'the only 3 left' },
    { amount: '12,000+', scope: 'customers trust us' },
    { code: '500 SOLD' },
    { conditions: 'Only 3 left, 500 sold today' },
  ]) {
    expect(await compileItems('discount', { content: { amount, ...claim } })).toEqual([])
  }
})

const delivery = {
  timeZone: 'Europe/Amsterdam',
  cutOffs: ['15:30', '15:30', '15:30', '15:30', '15:30', null, null],
  deliversOn: [true, true, true, true, true, true, false],
  transit: { '*': { min: 1, max: 1 } } as Record<string, { min: number; max: number }>,
  holidays: [],
  holidaysUntil: '2027-12-31',
}
const cutOff = Date.parse('2026-11-23T14:30Z') / 1000
const midnight = Date.parse('2026-11-23T23:00Z') / 1000

test('a delivery day counts down to the cut-off, and includes the next promise', async () => {
  expect(await compileItems('delivery_date', { content: delivery })).toEqual([
    {
      title: 'Estimated delivery',
      text: 'Order within {left} to get it by Tuesday, 24 November',
      until: cutOff,
      countsDown: true,
    },
    {
      title: 'Estimated delivery',
      text: 'Order today, arrives Wednesday, 25 November',
      from: cutOff,
      until: midnight,
    },
  ])
})

test.each<[NudgeLanguage, string]>([
  ['en', 'Order today, arrives Thursday 26 – Saturday 28 November'],
  ['de', 'Heute bestellen, voraussichtlich geliefert: Donnerstag, 26. – Samstag, 28. November'],
  ['fr', 'Commandez aujourd’hui, livraison prévue : jeudi 26 – samedi 28 novembre'],
  ['nl', 'Bestel vandaag, verwachte bezorging: donderdag 26 – zaterdag 28 november'],
  ['es', 'Pide hoy, entrega prevista: jueves 26 – sábado 28 de noviembre'],
  ['ar', 'اطلب اليوم، التوصيل المتوقع: الخميس 26 – السبت 28 نوفمبر'],
])('a span of days in %s', async (language, text) => {
  const content = { ...delivery, transit: { '*': { min: 2, max: 4 } } }

  const [, after] = await compileItems('delivery_date', { content, language })

  expect(after?.text).toBe(text)
})

test('a span over the end of a month names both', async () => {
  const content = { ...delivery, transit: { '*': { min: 1, max: 3 } } }
  const at = new Date('2026-11-27T16:00Z')

  const [after] = await compileItems('delivery_date', { content, at })

  expect(after?.text).toBe('Order today, arrives Tuesday 1 – Thursday 3 December')
  const over = await compileItems('delivery_date', { content, at: new Date('2026-11-26T16:00Z') })
  expect(over[0]?.text).toBe('Order today, arrives Saturday 28 November – Tuesday 1 December')
})

test('countries are named only where they differ and visitors’ countries are used', async () => {
  const transit = { NL: { min: 1, max: 1 }, BE: { min: 1, max: 1 }, DE: { min: 2, max: 2 } }
  const countriesOf = async (wanted: Wanted) =>
    (await compileItems('delivery_date', wanted)).map(({ country }) => country)
  const all = { ...delivery, transit: { ...transit, '*': { min: 1, max: 1 } } }

  expect(await countriesOf({ content: { ...delivery, transit } })).toEqual([
    'NL',
    'NL',
    'BE',
    'BE',
    'DE',
    'DE',
  ])
  expect(await countriesOf({ content: all })).toEqual(['DE', 'DE', '*', '*'])
  expect(await countriesOf({ content: all, useGeoLocation: false })).toEqual([])
  const same = { ...delivery, transit: { NL: { min: 1, max: 1 }, '*': { min: 1, max: 1 } } }
  expect(await countriesOf({ content: same, useGeoLocation: false })).toEqual([
    undefined,
    undefined,
  ])
})

test('a country without a promise doesn’t get the one for other countries', async () => {
  const transit = { AU: { min: 20, max: 30 }, '*': { min: 1, max: 1 }, DE: { min: 2, max: 2 } }
  const content = { ...delivery, transit, holidaysUntil: '2026-12-05' }

  const countries = (await compileItems('delivery_date', { content })).map(({ country }) => country)

  expect(countries).toEqual(['DE', 'DE'])
})

test('free delivery says what is missing, in the money of the shop', async () => {
  const content = {
    currency: 'EUR',
    thresholds: { NL: 50, '*': 80.5 },
    restrictions: 'Mainland only',
  }

  expect(await compileItems('free_delivery', { content })).toEqual([
    {
      title: '',
      text: 'Spend {missing} more for free delivery. Mainland only',
      threshold: {
        amount: 50,
        currency: 'EUR',
        format: { text: '€#', decimal: '.', group: ',', digits: 2 },
        reached: 'You get free delivery. Mainland only',
      },
      country: 'NL',
    },
    expect.objectContaining({ country: '*' }),
  ])
  const [item] = await compileItems('free_delivery', {
    content: { currency: 'EUR', thresholds: { '*': 80.5 } },
    query: { hideEmpty: false },
    language: 'de',
  })
  expect(item).toMatchObject({
    text: 'Noch {missing} bis zur kostenlosen Lieferung',
    threshold: {
      format: { text: '#\u00a0€', decimal: ',', group: '.', digits: 2 },
      empty: 'Kostenlose Lieferung ab 80,50\u00a0€',
    },
  })
  expect(await compileItems('free_delivery', { content, query: { javascript: false } })).toEqual([])
})

test('the free delivery claim contains every text that can show', async () => {
  const content = { currency: 'EUR', thresholds: { '*': 50 } }
  const sentencesOf = async (query: Partial<NudgeQuery>) => {
    const items = await nudgeDefinitions.free_delivery.compile(
      contextOf('free_delivery', { content, query }),
    )
    return typeof items === 'string' ? items : items.map(({ sentence }) => sentence)
  }
  const both = 'Spend {missing} more for free delivery / You get free delivery'

  expect(await sentencesOf({ hideEmpty: true })).toEqual([both])
  expect(await sentencesOf({ hideEmpty: false })).toEqual([
    `${both} / Free delivery on orders from €50`,
  ])
})

test('free delivery does not show with restrictions that claim something', async () => {
  const content = { currency: 'EUR', thresholds: { '*': 50 }, restrictions: 'Already 500 sold' }

  expect(await compileItems('free_delivery', { content })).toEqual([])
})

test('in Arabic two stars have a separate form', () => {
  const whyOf = (minimum: number) => why('review', { language: 'ar', query: { minimum } })[1]

  expect(whyOf(2)).toContain('لا تقل عن نجمتين')
  expect(whyOf(4)).toContain('لا تقل عن 4 نجوم')
})

test('a currency without decimals has none', async () => {
  const content = { currency: 'JPY', thresholds: { '*': 5000 } }

  const [item] = await compileItems('free_delivery', { content })

  expect(item?.threshold?.format).toEqual({ text: '¥#', decimal: '', group: ',', digits: 0 })
})

test('stock is scarce only as long as the shop expects none for a week', async () => {
  const formsOf = async (wanted: Wanted) => (await compileItems('stock_level', wanted))[0]?.count
  const early = { noRestockBefore: '2026-11-29' }
  const late = { noRestockBefore: '2026-12-01' }

  expect(await formsOf({})).toEqual({
    of: 'stock',
    minimum: 1,
    maximum: 5,
    forms: ['# in stock', '# in stock'],
  })
  expect((await formsOf({ content: early }))?.forms[1]).toBe('# in stock')
  expect((await formsOf({ content: late }))?.forms).toEqual(['Last one', 'Only # left'])
  expect((await formsOf({ content: late, language: 'nl' }))?.forms).toEqual([
    'Laatste exemplaar',
    'Nog maar # over',
  ])
  expect((await formsOf({ content: late, query: { maximum: 50 } }))?.forms[1]).toBe('# in stock')
  expect(await formsOf({ content: late, query: { hideHighStockNudge: false } })).toEqual({
    of: 'stock',
    minimum: 1,
    forms: ['# in stock', '# in stock'],
  })
  expect(await formsOf({ query: { javascript: false } })).toBeUndefined()
})

test('counts known only to the page come with every plural form', async () => {
  const countOf = async (type: NudgeType, wanted: Wanted = {}) =>
    (await compileItems(type, wanted))[0]?.count

  expect(await countOf('visitor', { query: { maximum: 99 } })).toEqual({
    of: 'page',
    minimum: 3,
    maximum: 99,
    forms: ['# other person is looking at this now', '# other people are looking at this now'],
  })
  expect(await countOf('visitors', { language: 'de' })).toEqual({
    of: 'visitors',
    minimum: 5,
    forms: [
      '# weitere Person ist gerade bei shop.example',
      '# weitere Personen sind gerade bei shop.example',
    ],
  })
  expect(await countOf('cart_counter')).toEqual({
    of: 'carts',
    minimum: 3,
    forms: [
      'Added to # other cart in the last 24 hours',
      'Added to # other carts in the last 24 hours',
    ],
  })
  expect((await countOf('cart_counter', { language: 'ar' }))?.forms).toHaveLength(6)
  expect((await countOf('visitor', { query: { minimum: 0 } }))?.minimum).toBe(1)
})

const contents: Partial<Record<NudgeType, unknown>> = {
  custom: { text: 'Hello' },
  discount: { amount: '10 %', scope: 'all mugs', code: 'MUGS10' },
  delivery_date: delivery,
  free_delivery: { currency: 'EUR', thresholds: { '*': 50 } },
  stock_level: { noRestockBefore: '2027-01-01' },
}

test.each(languages)('in %s nothing of ours is left to be filled in', async (language) => {
  for (const type of [
    ...(['custom', 'discount', 'delivery_date', 'free_delivery'] as const),
    ...(['stock_level', 'visitor', 'visitors', 'cart_counter'] as const),
  ]) {
    const wanted = { language, content: contents[type] }
    const words = (await compileItems(type, wanted)).flatMap(({ title, text, count }) => [
      title,
      ...(count?.forms ?? [text]),
    ])
    const sentences = why(type, wanted)

    expect(sentences.length).toBeGreaterThan(0)
    expect([...words, ...sentences].join(' ').replace(/\{(?:left|missing)\}/g, '')).not.toMatch(
      /[{}]|undefined|NaN/,
    )
  }
})
