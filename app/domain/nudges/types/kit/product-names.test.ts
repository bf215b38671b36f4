import { expect, test } from 'vitest'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { namesOf, titlesByPath } from './product-names.ts'

const kettle = { url: 'https://shop.example/kettle?variant=1', title: 'Kettle' }
const titles = (...found: (typeof kettle)[]) => titlesByPath(found, 'shop.example')

test('a page has the title that all of its variants share, and else none', () => {
  const blue = { ...kettle, title: 'Blue kettle' }

  expect(titles(kettle, kettle)).toEqual({ '/kettle': 'Kettle' })
  expect(titles(kettle, blue)).toEqual({})
  expect(titles(kettle, blue, kettle)).toEqual({})
  expect(titles({ ...kettle, url: 'https://elsewhere.example/kettle' })).toEqual({})
})

test('names are safe to show, and absent unless they are wanted', () => {
  const found = { '/kettle': 'Kettle\u202e\n', '/none': '\u200b' }
  const words = wordsOf('en')

  expect(namesOf(found, { query: { showProductName: true }, words })).toEqual({
    names: { '/kettle': 'Kettle' },
  })
  expect(namesOf(found, { query: { showProductName: false }, words })).toEqual({})
  expect(namesOf({}, { query: { showProductName: true }, words })).toEqual({})
})
