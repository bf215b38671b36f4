import { expect, test } from 'vitest'
import { formatKilobytes, formatUnits } from './format-number.ts'

test('one of a unit is one, none and two are several', () => {
  expect(formatUnits(1, 'visitors')).toBe('1 visitor')
  expect(formatUnits(2, 'visitors')).toBe('2 visitors')
  expect(formatUnits(0, 'impressions')).toBe('0 impressions')
  expect(formatUnits(12_000, 'impressions')).toBe('12,000 impressions')
})

test('kilobytes have one digit after the point', () => {
  expect(formatKilobytes(3161)).toBe('3.2 KB')
  expect(formatKilobytes(9000)).toBe('9.0 KB')
})
