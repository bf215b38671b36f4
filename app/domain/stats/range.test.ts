import { expect, test } from 'vitest'
import { comparedDays, countDays, daysBefore, presetsOn, readRange } from './range.ts'

const today = '2026-03-10'
const read = (query: string) => readRange(new URLSearchParams(query), today)

test('without a word about days they are the last 30, compared', () => {
  expect(read('')).toEqual({ from: '2026-02-09', to: '2026-03-10', isCompared: true, note: null })
})

test('the days of the address count, with both ends', () => {
  const range = read('from=2026-02-01&to=2026-02-28&compare=none')

  expect(range).toEqual({ from: '2026-02-01', to: '2026-02-28', isCompared: false, note: null })
  expect(countDays(range)).toBe(28)
  expect(daysBefore(range)).toEqual({ from: '2026-01-04', to: '2026-01-31' })
})

test.each([
  ['from=2026-03-05&to=2026-03-01', { from: '2026-03-01', to: '2026-03-05', note: null }],
  [
    'from=2026-03-05&to=2027-01-01',
    { from: '2026-03-05', to: '2026-03-10', note: 'Future dates have no data yet.' },
  ],
  [
    'from=2026-04-05&to=2026-04-06',
    { from: '2026-03-10', to: '2026-03-10', note: 'Future dates have no data yet.' },
  ],
  [
    'from=2020-01-01&to=2026-03-10',
    { from: '2025-02-04', to: '2026-03-10', note: expect.stringContaining('400 days') as string },
  ],
])('%s is put right', (query, expected) => {
  expect(read(query)).toMatchObject(expected)
})

test.each(['from=2026-02-30&to=2026-03-01', 'from=yesterday&to=2026-03-01', 'from=2026-03-01'])(
  '%s names no days, and the screen says so',
  (query) => {
    expect(read(query)).toMatchObject({
      from: '2026-02-09',
      to: '2026-03-10',
      note: expect.stringContaining('the last 30') as string,
    })
  },
)

test('the presets end today', () => {
  expect(presetsOn(today)).toEqual([
    { name: 'Last 7 days', from: '2026-03-04', to: '2026-03-10' },
    { name: 'Last 30 days', from: '2026-02-09', to: '2026-03-10' },
    { name: 'Last 90 days', from: '2025-12-11', to: '2026-03-10' },
    { name: 'This month', from: '2026-03-01', to: '2026-03-10' },
  ])
})

test('a change compares the days that are over with as many of the previous period', () => {
  const running = { from: '2026-03-08', to: '2026-03-10' }
  const over = { from: '2026-03-08', to: '2026-03-09' }

  expect(comparedDays(running, today)).toEqual({
    current: over,
    before: { from: '2026-03-05', to: '2026-03-06' },
  })
  expect(comparedDays(over, today)).toEqual({
    current: over,
    before: { from: '2026-03-06', to: '2026-03-07' },
  })
  expect(comparedDays({ from: '2026-03-10', to: '2026-03-10' }, today)).toBeNull()
})
