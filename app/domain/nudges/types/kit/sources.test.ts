/** Every source of activities has its words, and screens offer only those that a site can have. */
import { expect, test } from 'vitest'
import { activitySources, querySources } from '#app/contract/activity-sources.ts'
import { nudgeQuery } from '#app/contract/nudges.ts'
import { fullQuery } from '../registry.ts'
import { defaultSiteOptions, languages } from '#app/contract/site-options.ts'
import {
  isFrom,
  offeredSources,
  querySourceLabel,
  sources,
} from '#app/domain/activities/sources.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { readFormFields } from '../../editing/form-fields.ts'
import { readQuery } from '../../editing/read-settings.ts'
import type { RuleContext } from './nudge-definition.ts'
import { describeSource, explainSource } from './why.ts'

const context: RuleContext = {
  siteName: 'shop.example',
  query: fullQuery('purchase', {}),
  content: null,
  options: defaultSiteOptions,
  words: wordsOf('en'),
  at: new Date('2026-11-23T10:00Z'),
}

/** A nudge that shows this source's data: limited to it where a query can name it. */
function contextsOf(language: (typeof languages)[number]) {
  const words = wordsOf(language)
  return activitySources.map((name): RuleContext => {
    const integration = querySources.find((known) => known === name) ?? null
    const query = fullQuery('purchase', { integration })
    return { ...context, words, query, isFromFile: sources[name].isFromFile }
  })
}

test.each(['label', 'senderLabel', 'originLabel'] as const)(
  'each source has its own %s',
  (label) => {
    const labels = activitySources.map((name) => sources[name][label].trim())

    expect(labels).not.toContain('')
    expect(new Set(labels).size).toBe(activitySources.length)
  },
)

test.each(languages)('in %s visitors read of each source where its data come from', (language) => {
  const sentences = contextsOf(language).map(explainSource)
  const fromAnywhere = explainSource({ ...context, words: wordsOf(language) })

  expect(sentences).toSatisfy((all: string[]) =>
    all.every((sentence) => /\p{L}.*[.。]$/u.test(sentence)),
  )
  expect(new Set([...sentences, fromAnywhere]).size).toBe(activitySources.length + 1)
})

test('the rule of a claim describes each source differently', () => {
  const rules = contextsOf('en').map(describeSource)

  expect(new Set([...rules, describeSource(context)]).size).toBe(activitySources.length + 1)
})

test('every site is offered the sources that need no connection', () => {
  expect(offeredSources).toEqual(['rest_api', 'pixel', 'import'])
})

test.each([
  ['rest_api', { integration: 'rest_api' }],
  ['pixel', { integration: 'pixel' }],
  ['import', { integration: 'import' }],
  ['integration', { integration: 'integration' }],
  ['wordpress', { integration: 'wordpress' }],
  ['carrier_pigeon', {}],
])('the editor reads the source %s as %o', (name, stored) => {
  const fields = readFormFields([['query.integration', name]], 'UTC')

  expect(readQuery(fields, 'purchase', ['integration'])).toEqual(stored)
})

test.each([
  ['rest_api', true],
  ['pixel', true],
  [null, true],
  ['import', true],
  ['shopify', true],
  ['carrier_pigeon', false],
])('that a stored query can name %o is %s', (integration, isValid) => {
  expect(nudgeQuery.partial().safeParse({ integration }).success).toBe(isValid)
})

test('each source that a query can name has a unique label', () => {
  const labels = querySources.map(querySourceLabel)

  expect(new Set(labels).size).toBe(querySources.length)
})

const wooOrder = { source: 'integration', service: 'wordpress' } as const
const sentOrder = { source: 'rest_api', service: null } as const
const pageOrder = { source: 'pixel', service: null } as const

test.each([
  [null, wooOrder, true],
  ['integration', wooOrder, true],
  ['wordpress', wooOrder, true],
  ['stripe', wooOrder, false],
  ['rest_api', wooOrder, false],
  ['zapier', sentOrder, true],
  ['wordpress', sentOrder, false],
  ['form_submissions', pageOrder, true],
  ['javascript', sentOrder, false],
] as const)('a nudge limited to %o shows %o: %o', (name, activity, isShown) => {
  expect(isFrom(name, activity)).toBe(isShown)
})
