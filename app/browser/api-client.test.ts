/** The browser's API calls: requests, responses and error messages. */
import { expect, test } from 'vitest'
import { ApiError, createApiClient } from './api-client.ts'

type Sent = { address: string; init: RequestInit }

/** A client whose calls all get one response, and a record of its requests and reports. */
function createClient(answer: () => Response | Promise<Response>, bearer: string | null = null) {
  const sent: Sent[] = []
  const toasts: [string, string][] = []
  let left = 0
  const client = createApiClient({
    fetch: async (address, init) => {
      sent.push({ address: address as string, init: init ?? {} })
      return answer()
    },
    base: '',
    token: () => bearer,
    toast: (tone, message) => toasts.push([tone, message]),
    leave: () => {
      left += 1
    },
  })
  return { client, sent, toasts, left: () => left }
}

const json =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init)
const failing = (error: Error) => (): never => {
  throw error
}
const errorOf = async (attempt: Promise<unknown>) => {
  const thrown: unknown = await attempt.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  return thrown
}
const headersOf = ({ init }: Sent) => new Headers(init.headers)

test('every call goes below /api, asks for JSON and sends cookies along', async () => {
  const { client, sent } = createClient(json({ user: { id: 1 } }))

  expect(await client.send('GET', 'user')).toEqual({ user: { id: 1 } })

  const [call] = sent
  if (!call) throw new Error('Nothing was sent.')
  expect(call).toMatchObject({ address: '/api/user', init: { credentials: 'include' } })
  expect(headersOf(call).get('accept')).toBe('application/json')
  expect(headersOf(call).has('authorization')).toBe(false)
})

test('a token that can be read is sent as Bearer', async () => {
  const { client, sent } = createClient(json({}), 'abc')

  await client.send('GET', 'user')

  expect(sent.map((call) => headersOf(call).get('authorization'))).toEqual(['Bearer abc'])
})

test('form data with PUT is sent as POST with _method, and the caller’s own stays as it was', async () => {
  const { client, sent } = createClient(json({}))
  const body = new FormData()
  body.set('newest', '7')

  await client.send('PUT', 'announcements/read', { body })

  expect(sent[0]?.init.method).toBe('POST')
  expect([...((sent[0]?.init.body ?? new FormData()) as FormData)]).toEqual([
    ['newest', '7'],
    ['_method', 'PUT'],
  ])
  expect(body.has('_method')).toBe(false)
})

test('other bodies are JSON, and PUT stays PUT', async () => {
  const { client, sent } = createClient(json({}))

  await client.send('PUT', 'anything', { body: { a: 1 } })

  expect(sent[0]?.init).toMatchObject({ method: 'PUT', body: '{"a":1}' })
})

test('401 prompts, forgets who was logged in and goes to the login', async () => {
  const { client, toasts, left } = createClient(json({ message: 'x' }, { status: 401 }))

  const error = await errorOf(client.send('GET', 'user', { isQuiet: true }))

  expect(error).toMatchObject({ name: 'ApiError', status: 401 })
  expect(toasts).toEqual([['warning', 'Please log in to continue']])
  expect(left()).toBe(1)
})

test('422 is left to the form, without a toast', async () => {
  const errors = { email: ['Enter an email address, for example name@shop.com.'] }
  const { client, toasts } = createClient(json({ message: 'Wrong.', errors }, { status: 422 }))

  const error = await errorOf(client.send('POST', 'anything'))

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, errors })
  expect(toasts).toEqual([])
})

test.each([
  ['the server’s message', json({ message: 'Busy.' }, { status: 503 }), 'Busy.'],
  [
    'else the status text',
    () => new Response('<p>', { status: 502, statusText: 'Bad Gateway' }),
    'Bad Gateway',
  ],
  ['else the last resort', () => new Response(null, { status: 500 }), 'Something went wrong'],
  ['403 like any other', json({ message: 'No.' }, { status: 403 }), 'No.'],
])('any other error is reported by %s', async (_by, answer, message) => {
  const { client, toasts, left, sent } = createClient(answer)

  const error = await errorOf(client.send('GET', 'anything'))

  expect(error).toMatchObject({ message })
  expect(toasts).toEqual([['error', message]])
  expect(left()).toBe(0)
  expect(sent).toHaveLength(1)
})

test.each([
  ['its message', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['the last resort without one', new TypeError(''), 'Something went wrong'],
])('a missing response is reported by %s, without a retry', async (_by, fault, message) => {
  const { client, toasts, sent } = createClient(failing(fault))

  expect(await errorOf(client.send('GET', 'anything'))).toMatchObject({ status: 0, message })

  expect(toasts).toEqual([['error', message]])
  expect(sent).toHaveLength(1)
})

test('a call that was given up is no fault', async () => {
  const { client, toasts } = createClient(failing(new DOMException('gone', 'AbortError')))

  expect(await errorOf(client.send('GET', 'anything'))).toMatchObject({ name: 'AbortError' })

  expect(toasts).toEqual([])
})

test('a quiet request’s failure isn’t reported', async () => {
  const { client, toasts } = createClient(json({ message: 'Busy.' }, { status: 503 }))

  await errorOf(client.send('GET', 'user', { isQuiet: true }))

  expect(toasts).toEqual([])
})

test('an answer without a body is null', async () => {
  const { client } = createClient(() => new Response(null, { status: 204 }))

  expect(await client.send('POST', 'anything')).toBeNull()
})
