import { expect, test } from 'vitest'
import { languages } from '#app/contract/site-options.ts'
import { languageOfTag } from './language-of-tag.ts'

test.each(languages)('%s is the language that it names', (language) => {
  expect(languageOfTag(language)).toBe(language)
})

test.each([
  ['de-AT', 'de'],
  ['DE', 'de'],
  ['pt-BR', 'pt'],
  ['pt_BR', 'pt'],
  ['es-419', 'es'],
  ['fr-CA,fr;q=0.8,en;q=0.5', 'fr'],
  ['sr-Latn, de', null],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['cmn-Hans-CN', 'zh-Hans'],
  ['zh-Hant', null],
  ['zh-TW', null],
  ['zh_HK', null],
  ['zh-hant-cn', null],
  ['yue', null],
  ['', null],
  ['*', null],
  ['null', null],
  ['german', null],
  ['d', null],
  ['{{ lang }}', null],
  ['de{{ lang }}', 'de'],
  [`de-${'a'.repeat(4000)}`, 'de'],
])('the tag “%s” means %s', (tag, expected) => {
  expect(languageOfTag(tag)).toBe(expected)
})
