import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a table is a file that begins with the mark of UTF-8 and ends each line as RFC 4180 says', () => {
  expect(
    csvOf([
      ['Nudge', 'Clicks'],
      ['Größe', 3],
      ['None', null],
    ]),
  ).toBe('\uFEFFNudge,Clicks\r\nGröße,3\r\nNone,\r\n')
})

test('commas, quotes and line ends stay inside of their cell', () => {
  expect(csvOf([['a,b', 'say "hi"', 'one\r\ntwo']])).toBe(
    '\uFEFF"a,b","say ""hi""","one\r\ntwo"\r\n',
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
])('%j is no formula any more', (text, cell) => {
  expect(csvOf([[text]])).toBe(`\uFEFF${cell}\r\n`)
})

test('a number below zero stays a number', () => {
  expect(csvOf([[-0.25]])).toBe('\uFEFF-0.25\r\n')
})
