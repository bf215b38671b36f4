import { expect, test } from 'vitest'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { defaultSiteOptions, languages } from '#app/contract/site-options.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { applyTemplate } from './apply-template.ts'
import { findReadyMessage } from './ready-message.ts'
import { sampleContent, sampleData } from './types/kit/sample-data.ts'
import { fullQuery, nudgeDefinitions } from './types/registry.ts'

const at = new Date('2026-11-23T10:00Z')
const asked = nudgeTypes
  .filter((type) => nudgeDefinitions[type].message !== null)
  .flatMap((type) => languages.map((language) => ({ type, language })))

test.each(asked)('$type in $language: the template says what the type says', async (one) => {
  const definition = nudgeDefinitions[one.type]
  const options = { ...defaultSiteOptions, language: one.language }
  const words = wordsOf(one.language)
  const compiled = await definition.compile({
    data: sampleData(at),
    siteName: 'shop.example',
    query: fullQuery(one.type, {}),
    content: sampleContent(definition, at),
    options,
    words,
    at,
    withdrawals: 0,
    cartedProducts: [],
  })
  if (compiled === 'below_minimum') throw new Error('The sample is below the minimum.')

  const ready = await findReadyMessage(one.type, { query: {}, options, at })

  expect(ready?.text).toMatch(/\{\w+\}/)
  const [applied] = applyTemplate(compiled, ready, words)
  expect(applied?.sentence).toBe(compiled[0]?.sentence)
})

test.each(languages)(
  'in %s the template of a review quotes it, and no sample',
  async (language) => {
    const options = { ...defaultSiteOptions, language }

    expect(await findReadyMessage('review', { query: {}, options, at })).toMatchObject({
      text: '{excerpt} · {product}',
    })
  },
)

test('types without their own template have no ready one', async () => {
  const options = { ...defaultSiteOptions }

  expect(await findReadyMessage('custom', { query: {}, options, at })).toBeNull()
})
