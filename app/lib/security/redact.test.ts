import { expect, test } from 'vitest'
import { growthOf } from '#tests/support/growth.ts'
import { describeError, redactTokens } from './redact.ts'

const token = 'q'.repeat(43)

test.each([
  ['/auth/reset/' + token, '/auth/reset/:hidden'],
  [`/invitations/${token}/`, '/invitations/:hidden/'],
  [`/hooks/mailchimp/${token}`, '/hooks/mailchimp/:hidden'],
  [`/\r\n${token}`, '/\r\n:hidden'],
  ['/settings/members/ann@shop.example', '/settings/members/:address'],
  ['/settings/members/ann%40shop.example', '/settings/members/:address'],
  ['/api/v1/sites/3f2b8c1e-7a5d-4e9f-8b6a-1c2d3e4f5a6b/activities', null],
  ['/integrations/google_my_business_reviews/callback', null],
  ['/assets/entry.client-BxY7hQ2k.js', null],
  ['/', null],
])('%s is logged as %s', (path, logged) => {
  expect(redactTokens(path)).toBe(logged ?? path)
})

test('a failed query is reported without its values', () => {
  const cause = Object.assign(
    new Error('duplicate key value violates unique constraint "users_email_key"'),
    {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(ann@shop.example) already exists.',
    },
  )
  const error = new Error(
    'Failed query: insert into "users" values ($1)\nparams: ann@shop.example',
    {
      cause,
    },
  )

  const described = describeError(error)

  expect(described).toMatchObject({
    message: 'Failed query: insert into "users" values ($1)',
    cause: { code: '23505', constraint: 'users_email_key' },
  })
  expect(JSON.stringify(described)).not.toContain('ann@')
  expect(described.stack).toMatch(/^\s+at /)
})

test.each([
  ['22P02', 'invalid input syntax for type uuid: "my secret"'],
  ['22007', 'invalid input syntax for type date: "my secret"'],
])('a value that the database refuses (%s) is not reported', (code, message) => {
  const described = describeError(Object.assign(new Error(message), { code }))

  expect(described.message).toMatch(/^invalid input syntax for type \w+$/)
})

test('text that is no JSON is not reported', () => {
  for (const text of ['my secret', '{"password": my secret}', '{"a":"my secret']) {
    let described = ''
    try {
      JSON.parse(text)
    } catch (error) {
      described = JSON.stringify(describeError(error))
    }
    expect(described).toContain('JSON')
    expect(described).not.toContain('secret')
  }
})

test('tokens and addresses in a message are hidden, its words are not', () => {
  const described = describeError(new Error(`no session for ${token} of ann@shop.example at all`))

  expect(described.message).toBe('no session for :hidden of :address at all')
})

test('an error within itself ends', () => {
  const error: Error & { cause?: unknown } = new Error('round')
  error.cause = error

  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000)
})

test('a thrown value that is no error says nothing', () => {
  expect(describeError({ password: 'my secret' })).toEqual({
    type: 'object',
    message: 'not an error',
  })
})

test.each(['a', '-', '%4', 'a.'])('the cost of hiding in %s repeated is linear', async (piece) => {
  const repeated = (length: number) => piece.repeat(length / piece.length)

  expect(await growthOf(redactTokens, repeated, 200_000)).toBeLessThan(9)
})

test.each(['Unexpected ', 'Unexpected "', ', '])(
  'the cost of a message of %s repeated is linear',
  async (piece) => {
    const describe = (text: string) => describeError(new Error(text))
    const repeated = (length: number) => piece.repeat(length / piece.length)

    expect(await growthOf(describe, repeated, 200_000)).toBeLessThan(9)
  },
)
