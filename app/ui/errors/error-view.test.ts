import { expect, test } from 'vitest'
import { describeError, turnAwayOf } from './error-view.ts'

/** A thrown response, as the router passes it on. */
const thrown = (status: number, data: unknown, statusText = '') => ({
  status,
  statusText,
  data,
  internal: false,
})

test('a refusal shows its status and its own sentence', () => {
  const problem = describeError(
    thrown(404, { message: 'Page Not Found: /nowhere', errors: {} }),
    false,
  )

  expect(problem).toEqual({
    status: 404,
    message: 'Page Not Found: /nowhere',
    reference: null,
    stack: null,
  })
})

test('an outage shows the reference under which the log has it', () => {
  const problem = describeError(thrown(503, { message: 'Busy.', request_id: 'r-1' }), false)

  expect(problem).toMatchObject({ status: 503, message: 'Busy.', reference: 'r-1' })
})

test('a refusal below 500 shows no reference', () => {
  const problem = describeError(thrown(404, { message: 'Gone.', request_id: 'r-1' }), false)

  expect(problem.reference).toBeNull()
})

test('an answer without a sentence falls back to the status text, then to the catalogue', () => {
  expect(describeError(thrown(405, null, 'Method Not Allowed'), false).message).toBe(
    'Method Not Allowed',
  )
  expect(describeError(thrown(405, 'raw'), false).message).toBe('Something went wrong!')
})

test('a bug shows no detail in production and its stack in development', () => {
  const bug = new Error('column "x" does not exist')

  expect(describeError(bug, false)).toMatchObject({
    status: 500,
    message: 'Something went wrong. Please try again or contact customer support.',
    stack: null,
  })
  expect(describeError(bug, true).stack).toContain('column "x" does not exist')
})

test('a guard that turned a data request away names where to go', () => {
  const turned = turnAwayOf(
    thrown(401, { message: 'Please log in to continue', goTo: '/auth/login' }),
  )

  expect(turned).toEqual({ status: 401, message: 'Please log in to continue', goTo: '/auth/login' })
})

test('only local paths are followed, and an ordinary refusal names none', () => {
  expect(turnAwayOf(thrown(401, { message: 'x', goTo: 'https://elsewhere.test' }))).toBeNull()
  expect(turnAwayOf(thrown(401, { message: 'x', goTo: '//elsewhere.test' }))).toBeNull()
  expect(turnAwayOf(thrown(404, { message: 'x' }))).toBeNull()
  expect(turnAwayOf(new Error('x'))).toBeNull()
})
