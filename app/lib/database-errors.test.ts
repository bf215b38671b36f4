import { expect, test } from 'vitest'
import { isDatabaseAway, isUniqueViolation } from './database-errors.ts'

const driver = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)
const wrapped = (cause: Error) => new Error('Failed query', { cause })

test.each([
  ['refused', driver({ code: 'ECONNREFUSED' })],
  ['no socket file', driver({ code: 'ENOENT' })],
  ['shutting down', driver({ code: '57P01' })],
  ['starting', driver({ code: '57P03' })],
  ['broken connection', driver({ code: '08006' })],
  ['no slot left', driver({ code: '53300' })],
  ['disk full', driver({ code: '53100' })],
  ['statement too slow', driver({ code: '57014' })],
  ['cut off', driver({}, 'Connection terminated unexpectedly')],
  ['pool exhausted', driver({}, 'timeout exceeded when trying to connect')],
  ['hung', driver({}, 'Query read timeout')],
  ['refused on both families', new AggregateError([driver({ code: 'ECONNREFUSED' })])],
])('%s means: try again in a moment, also under a library', (_case, error) => {
  expect(isDatabaseAway(error)).toBe(true)
  expect(isDatabaseAway(wrapped(error))).toBe(true)
})

test.each([
  ['a wrong statement', driver({ code: '42601' })],
  ['a duplicate', driver({ code: '23505' })],
  ['a bug', new TypeError('x is not a function')],
  ['no error at all', 'ECONNREFUSED'],
])('%s is no outage', (_case, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

test('a duplicate is recognised by its constraint and no other', () => {
  const error = wrapped(driver({ code: '23505', constraint: 'users_email_key' }))

  expect(isUniqueViolation(error, 'users_email_key')).toBe(true)
  expect(isUniqueViolation(error, 'teams_slug_key')).toBe(false)
})
