import { expect, test } from 'vitest'
import type { Visitor } from '../core.ts'
import { noteClosed, readAllowance } from './play-nudges.ts'

const visitorOf = (about: Partial<Visitor> = {}): Visitor => ({
  isReturning: null,
  seen: [],
  shown: 0,
  closed: 0,
  isOff: false,
  save: () => {},
  ...about,
})

test('a visit has an end of nudges', () => {
  expect(readAllowance({ shown: 49, closed: 0 })).toBe(1)
  expect(readAllowance({ shown: 50, closed: 0 })).toBe(0)
  expect(readAllowance({ shown: 51, closed: 0 })).toBeLessThan(1)
})

test('who has closed two has answered', () => {
  const visitor = visitorOf()

  noteClosed(visitor, 'nudge')
  expect(readAllowance(visitor)).toBe(50)
  noteClosed(visitor, 'nudge')
  expect(readAllowance(visitor)).toBe(0)
})

test('a site may take one closing for this page or for the whole visit', () => {
  const [onPage, onVisit] = [visitorOf(), visitorOf()]

  noteClosed(onPage, 'page')
  noteClosed(onVisit, undefined)

  expect([onPage, onVisit].map(readAllowance)).toEqual([50, 0])
})
