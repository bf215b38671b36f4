import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import {
  readSubmittedValues,
  refusedFormResponse,
  invalidFormResponse,
} from './form-responses.server.ts'

test('wrong input is answered with 422, the sentences and what was typed', () => {
  const answer = invalidFormResponse({ email: ['Enter an email address.'] }, { email: 'ann' })

  expect(answer.init?.status).toBe(422)
  expect(answer.data).toEqual({
    errors: { email: ['Enter an email address.'] },
    message: null,
    values: { email: 'ann' },
  })
})

test('a refusal with field errors reads like wrong input', () => {
  const taken = new Refusal('invalid', 'Taken.', { errors: { email: ['Taken.'] } })

  const answer = refusedFormResponse(taken)

  expect(answer.init?.status).toBe(422)
  expect(answer.data.errors).toEqual({ email: ['Taken.'] })
})

test('too many tries are answered with the sentence and the time to wait', () => {
  const answer = refusedFormResponse(
    new Refusal('too_many', 'Try later.', { retryAfterSeconds: 90 }),
  )

  expect(answer.init?.status).toBe(429)
  expect(new Headers(answer.init?.headers).get('retry-after')).toBe('90')
  expect(answer.data).toMatchObject({ errors: {}, message: 'Try later.' })
})

test('anything else is thrown on', () => {
  const missing = new Refusal('not_found', 'Page Not Found: /x')
  const bug = new Error('a bug')

  expect(() => refusedFormResponse(missing)).toThrow(missing)
  expect(() => refusedFormResponse(bug)).toThrow(bug)
})

test('typed values are read without using the body up, and only by name', async () => {
  const request = new Request('http://shop.test/', {
    method: 'POST',
    body: new URLSearchParams({ email: 'ann@shop.test', password: 'secret' }),
  })

  const typed = await readSubmittedValues(request, ['email', 'name'])

  expect(typed).toEqual({ email: 'ann@shop.test' })
  expect((await request.formData()).get('password')).toBe('secret')
})
