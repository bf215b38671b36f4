/** Requirements of every nudge type. A new one that lacks something fails here, with a sentence. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countedTypes } from '#app/contract/counted-types.ts'
import { nudgeQuery, nudgeTypes, queryDefaults, type NudgeQuery } from '#app/contract/nudges.ts'
import { defaultSiteOptions, languages, type NudgeLanguage } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { applyTemplate } from '../apply-template.ts'
import { readFormFields } from '../editing/form-fields.ts'
import { readContent } from '../editing/read-settings.ts'
import { showContent } from '../editing/show-settings.ts'
import * as definitions from './definitions.ts'
import type { CompileContext, CompiledItem, NudgeDefinition } from './kit/nudge-definition.ts'
import type { NudgeData } from './kit/nudge-data.ts'
import { everyRead } from './kit/query-options.ts'
import type { ReadinessData } from './kit/readiness.ts'
import { purchase } from './purchase.ts'
import { allDefinitions, nudgeDefinitions } from './registry.ts'

const at = new Date('2026-11-23T10:00Z')
const until = new Date('2026-11-23T10:05Z')

/** A shop of which everything is known. */
const richData: NudgeData = {
  listRecentActivities: () =>
    Promise.resolve([
      {
        id: 1,
        source: 'rest_api',
        firstName: 'Anna',
        lastName: 'Bos',
        occurredAt: at,
        city: 'Utrecht',
        country: 'NL',
        sameCity: 99,
        stars: 5,
        body: 'Boils fast.',
        productTitle: 'Kettle',
        productUrl: 'https://shop.example/kettle',
        productImage: 'https://shop.example/kettle.png',
      },
    ]),
  countDistinctly: () => Promise.resolve(50),
  countByPath: () =>
    Promise.resolve({
      totals: { '/kettle': 50 },
      titles: { '/kettle': 'Kettle' },
      isFromFile: false,
    }),
  isCovered: () => Promise.resolve(true),
  restsOnFile: () => Promise.resolve(false),
  readPublishedRating: () => Promise.resolve(null),
  rate: () => Promise.resolve({ average: 4.5, total: 50, isFromFile: false }),
  countWindow: () => Promise.resolve({ visitors: 50, pages: { '/kettle': 50 }, until }),
  titlesByPath: () => Promise.resolve({ '/kettle': 'Kettle' }),
  stockByPath: () => Promise.resolve({ totals: { '/kettle': 3 }, readAt: at }),
  listShownMessages: () => Promise.resolve([{ text: 'Hello', url: null, image: null }]),
}

const emptyData: NudgeData = {
  listRecentActivities: () => Promise.resolve([]),
  countDistinctly: () => Promise.resolve(0),
  countByPath: () => Promise.resolve({ totals: {}, titles: {}, isFromFile: false }),
  isCovered: () => Promise.resolve(false),
  restsOnFile: () => Promise.resolve(false),
  readPublishedRating: () => Promise.resolve(null),
  rate: () => Promise.resolve(null),
  countWindow: () => Promise.resolve({ visitors: 0, pages: {}, until }),
  titlesByPath: () => Promise.resolve({}),
  stockByPath: () => Promise.resolve({ totals: {}, readAt: null }),
  listShownMessages: () => Promise.resolve([]),
}

const options = {
  ...defaultSiteOptions,
  conversion: { avatar: true, firstname: true, lastname: true, location: true },
}

function contextOf(
  definition: NudgeDefinition,
  { language = 'en', data = richData, query = {} }: Variation = {},
): CompileContext {
  return {
    data,
    at,
    options,
    siteName: 'shop.example',
    withdrawals: 0,
    cartedProducts: ['kettle'],
    query: { ...queryDefaults, ...definition.defaults, ...query },
    content: definition.example ?? null,
    words: wordsOf(language),
  }
}

type Variation = { language?: NudgeLanguage; data?: NudgeData; query?: Partial<NudgeQuery> }

const itemsOf = async (definition: NudgeDefinition, variation?: Variation) => {
  const compiled = await definition.compile(contextOf(definition, variation))
  return compiled === 'below_minimum' ? [] : compiled
}

test.each([nudgeDefinitions.purchase, nudgeDefinitions.review])(
  'a nudge of the type $type without product names asks no product’s page for a picture',
  async (definition) => {
    const pagesOf = async (showProductName: boolean) =>
      (await itemsOf(definition, { query: { showProductName } })).map(
        ({ productUrl }) => productUrl,
      )

    expect(await pagesOf(true)).toEqual(['https://shop.example/kettle'])
    expect(await pagesOf(false)).toEqual([null])
  },
)

/** Placeholders that the pixel fills in. */
const pixelPlaceholders = ['{left}', '{missing}', '{stock}']

const leftOver = (text: string) =>
  (text.match(/\{[^{}]*\}/g) ?? []).filter((one) => !pixelPlaceholders.includes(one))

/** Returns what is missing or wrong, in sentences. */
async function findGaps(definition: NudgeDefinition): Promise<string[]> {
  return [
    ...findPlainGaps(definition),
    ...findContentGaps(definition),
    ...findReadinessGaps(definition),
    ...(await findWordGaps(definition)),
    ...(await findTemplateGaps(definition)),
    ...(await findDataGaps(definition)),
  ]
}

const gap = (isGap: boolean, sentence: string) => (isGap ? [sentence] : [])

function findPlainGaps(definition: NudgeDefinition): string[] {
  const { surfaces, labels, drawing, about, reads, defaults, basis, windowSeconds } = definition
  const texts = [labels.name, labels.about, labels.one, labels.many, about.data, about.hidesWhen]
  const query = { ...queryDefaults, ...defaults }
  const restsOnActivities = basis === 'activity' || basis === 'activities'
  const unread = Object.keys(defaults).filter((name) => !reads.some((read) => read === name))
  return [
    ...gap(!surfaces.includes('popup'), 'It can’t be a popup.'),
    ...gap(
      texts.some((text) => text.trim() === ''),
      'A label or a sentence for the docs is empty.',
    ),
    ...gap(!/^M[\d\s.,A-Za-z-]{5,}$/.test(drawing), 'It has no drawing.'),
    ...gap(!nudgeQuery.safeParse(query).success, 'Its defaults are not valid.'),
    ...gap(
      unread.length > 0,
      `It has defaults for options that it doesn’t read: ${unread.join()}.`,
    ),
    ...gap(
      everyRead.some((name) => !reads.includes(name)),
      'It leaves out an option that every type reads.',
    ),
    ...gap(
      restsOnActivities !== (definition.activityKind !== undefined),
      'Its basis and its kind of activity contradict each other.',
    ),
    ...gap(
      (restsOnActivities || basis === 'presence') && windowSeconds(query) <= 0,
      'What it shows has no window.',
    ),
    ...gap(
      definition.pageFact !== undefined && !reads.includes('javascript'),
      'It needs facts of the page and has no switch for them.',
    ),
  ]
}

function findContentGaps({ content, example, fields }: NudgeDefinition): string[] {
  if (content === null) {
    return gap(fields !== null || example !== undefined, 'It has fields for no content.')
  }
  return [
    ...gap(fields === null, 'It has content and no fields for it.'),
    ...gap(!content.safeParse(example).success, 'Its example is not valid.'),
  ]
}

function findReadinessGaps(definition: NudgeDefinition): string[] {
  const none: ReadinessData = {
    total: 0,
    missingData: null,
    pixelSeenAt: null,
    at,
    stocked: 0,
    pages: { carts: 0, views: 0 },
  }
  const all = { ...none, total: 50, pixelSeenAt: at, stocked: 5, pages: { carts: 5, views: 5 } }
  const [poor, rich] = [definition.needs(none, definition), definition.needs(all, definition)]
  return [
    ...gap(poor.sentence.trim() === '' || rich.sentence.trim() === '', 'Its readiness is silent.'),
    ...gap(rich.state === 'needs', 'It is never ready.'),
    ...gap(
      poor.state !== 'needs' && definition.basis !== 'owner' && definition.content === null,
      'It claims to be ready without any data.',
    ),
  ]
}

async function findWordGaps(definition: NudgeDefinition): Promise<string[]> {
  const gaps: string[] = []
  const seen = new Map<string, NudgeLanguage>()
  for (const language of languages) {
    const items = await itemsOf(definition, { language })
    const context = contextOf(definition, { language })
    const why = definition.why(context)
    const texts = [...items.map(({ sentence }) => sentence), ...why, definition.rule(context)]
    gaps.push(
      ...gap(items.length === 0, `It shows nothing in ${language}.`),
      ...gap(why.length === 0, `It doesn’t say why it is shown in ${language}.`),
      ...gap(
        texts.some((text) => text.trim() === ''),
        `It has an empty sentence in ${language}.`,
      ),
      ...texts.flatMap(leftOver).map((name) => `Nothing fills ${name} in ${language}.`),
    )
    const same = seen.get(why.join(' '))
    gaps.push(...gap(same !== undefined, `It says the same in ${language} and ${String(same)}.`))
    seen.set(why.join(' '), language)
  }
  return gaps
}

/** Each placeholder has to be filled by what some query compiles, and each value has to be offered. */
async function findTemplateGaps(definition: NudgeDefinition): Promise<string[]> {
  const lasting = definition.reads.includes('duration') ? { duration: 3600 } : {}
  const compiled: CompiledItem[] = [
    ...(await itemsOf(definition)),
    ...(await itemsOf(definition, { query: lasting })),
  ]
  const { message } = definition
  const offered = compiled.flatMap(({ templateData }) => Object.keys(templateData?.values ?? {}))
  if (message === null) return gap(offered.length > 0, 'It has values and takes no message.')

  const isRendered = (name: string) =>
    compiled
      .filter(({ templateData }) => templateData !== undefined)
      .flatMap((one) =>
        applyTemplate([one], { title: '', text: `[{${name}}]`, one: '' }, wordsOf('en')),
      )
      .some(({ sentence }) => /\[.+\]/.test(sentence) && leftOver(sentence).length === 0)
  const names: readonly string[] = message.placeholders
  return [
    ...names
      .filter((name) => !isRendered(name))
      .map((name) => `The placeholder {${name}} is never filled.`),
    ...offered
      .filter((name) => !names.includes(name))
      .map((name) => `The value ${name} is not offered as a placeholder.`),
    ...gap(
      message.number !== undefined &&
        (!names.includes(message.number) || definition.counts === undefined),
      'Its number is no placeholder, or it doesn’t say what it counts.',
    ),
  ]
}

async function findDataGaps(definition: NudgeDefinition): Promise<string[]> {
  if (definition.activityKind === undefined) return []
  const items = await itemsOf(definition, { data: emptyData })
  return gap(items.length > 0, 'It shows something without any data.')
}

test.each(allDefinitions)('$type is complete', async (definition) => {
  expect(await findGaps(definition)).toEqual([])
})

test('the contract names the types that are defined', () => {
  const defined = Object.values<NudgeDefinition>(definitions).map(({ type }) => type)

  expect(defined.toSorted()).toEqual([...nudgeTypes].toSorted())
  expect(new Set(allDefinitions.map(({ labels }) => labels.name)).size).toBe(nudgeTypes.length)
  const ranks = allDefinitions.flatMap(({ rank }) => rank ?? [])
  expect(new Set(ranks).size).toBe(ranks.length)
})

test('presence is kept for the types that count visitors or carts', () => {
  const counted = allDefinitions.filter(({ counts }) => counts === 'visitors' || counts === 'carts')

  expect([...countedTypes].toSorted()).toEqual(counted.map(({ type }) => type).toSorted())
})

test('each kind of activity has one type that shows it', () => {
  for (const kind of ['purchase', 'signup', 'review'] as const) {
    const single = allDefinitions.filter(
      ({ activityKind, basis }) => activityKind === kind && basis === 'activity',
    )
    expect(single).toHaveLength(1)
  }
})

test.each(allDefinitions.filter(({ fields }) => fields !== null))(
  'the form of $type shows and reads all of its content',
  ({ type, example }) => {
    const shown = showContent(type, example, 'UTC')
    const fields = readFormFields(Object.entries(shown), 'UTC')

    expect(readContent(fields, type)).toEqual(example)
    expect(fields.errors).toEqual({})
  },
)

test.each(nudgeTypes)('docs/nudges.md has a line for %s', (type) => {
  const page = readFileSync(new URL('../../../../docs/nudges.md', import.meta.url), 'utf8')

  expect(page).toContain(`| \`${type}\` |`)
})

const incomplete: [string, Partial<NudgeDefinition>, RegExp][] = [
  ['a label', { labels: { ...purchase.labels, about: ' ' } }, /label .* empty/],
  ['a drawing', { drawing: '' }, /no drawing/],
  ['a line for the docs', { about: { data: '', hidesWhen: 'Never.' } }, /for the docs is empty/],
  ['its readiness', { needs: () => ({ state: 'yours', sentence: '' }) }, /readiness is silent/],
  [
    'honest readiness',
    { needs: () => ({ state: 'yours', sentence: 'Always' }) },
    /without any data/,
  ],
  ['a reason', { why: () => [] }, /why it is shown in ar/],
  ['a translation', { why: () => ['Because.'] }, /the same in de and en/],
  ['a rule', { rule: () => '' }, /empty sentence/],
  ['a window', { windowSeconds: () => 0 }, /no window/],
  ['items', { compile: () => Promise.resolve([]) }, /shows nothing in en/],
  ['a value', { message: { placeholders: ['first_name', 'stars'] } }, /\{stars\} is never filled/],
  ['a placeholder', { message: { placeholders: ['first_name'] } }, /value place is not offered/],
  ['its kind of activity', { basis: 'page' }, /contradict/],
  ['a valid default', { defaults: { ago: 1 } }, /defaults are not valid/],
  ['an option', { reads: ['ago'] }, /every type reads/],
  ['fields', { content: nudgeDefinitions.discount.content }, /no fields for it/],
]

test.each(incomplete)('a definition without %s is found', async (_what, change, sentence) => {
  const gaps = await findGaps({ ...purchase, ...change })

  expect(gaps.join('\n')).toMatch(sentence)
})
