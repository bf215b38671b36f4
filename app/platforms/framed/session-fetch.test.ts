import { expect, test } from 'vitest'
import { createSessionFetch, type PagePass } from './session-fetch.ts'

const origin = 'https://app.example'
const frame = 'shell=wix&tenant=linen'

type Sent = {
  method: string
  path: string
  frame: string | null
  token: string | null
  body: string
}

type Wanted = {
  pass?: PagePass | null
  /** Status of renewals; absent: they get a new pass. */
  refusal?: number
  isAway?: boolean
}

/** A server that accepts one token, and hands out the next one. */
function createStory({ pass = first, refusal, isAway = false }: Wanted = {}) {
  const sent: Sent[] = []
  const passes: PagePass[] = []
  let valid = first.token
  let now = 0
  const server: typeof fetch = async (input, init) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : String(input), origin),
      {
        ...(input instanceof Request
          ? { method: input.method, headers: input.headers, body: await bodyOf(input) }
          : init),
      },
    )
    const { pathname, search } = new URL(request.url)
    const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? null
    sent.push({
      method: request.method,
      path: pathname + search,
      frame: request.headers.get('X-Frame-Page'),
      token,
      body: await request.text(),
    })
    if (pathname === '/frame/session') {
      if (isAway) throw new TypeError('Failed to fetch')
      if (refusal !== undefined) return new Response(null, { status: refusal })
      const next = { ...first, token: `${valid}+`, ticket: 'ticket+' }
      valid = next.token
      return Response.json(next)
    }
    return token === valid
      ? new Response('data')
      : new Response(null, { status: 401, headers: { 'X-Frame-Session': 'renew' } })
  }
  const session = createSessionFetch({
    fetch: server,
    origin,
    now: () => now,
    pass,
    readTicket: () => 'of the address',
    frame,
    onPass: (renewed) => passes.push(renewed),
  })
  return {
    sent,
    passes,
    session,
    paths: () => sent.map(({ path }) => path),
    pass: (millis: number) => {
      now += millis
    },
    /** The server no longer accepts the page's token. */
    forget: () => {
      valid = 'another'
    },
  }
}

const first: PagePass = { token: 'first', ticket: 'ticket', seconds: 3600, isLast: false }
const bodyOf = async (request: Request) => (request.body === null ? null : request.clone().text())

test('a request to our server has the token and names the frame, whatever it sends', async () => {
  const { session, sent } = createStory()

  await session.fetch(`${origin}/goals.data`)
  await session.fetch(
    new Request(`${origin}/goals.data`, { method: 'POST', body: new URLSearchParams({ a: '1' }) }),
  )

  expect(sent).toEqual([
    { method: 'GET', path: '/goals.data', frame, token: 'first', body: '' },
    { method: 'POST', path: '/goals.data', frame, token: 'first', body: 'a=1' },
  ])
})

test('an address that the router made of the page’s has no ticket', async () => {
  const { session, paths } = createStory()

  await session.fetch(
    `${origin}/goals.data?page=2&shell=wix&tenant=linen&ticket=t&_routes=routes%2Fgoals`,
  )
  await session.fetch(new URL('/goals.data?index&ticket=t', origin), { method: 'POST' })
  await session.fetch('https://other.example/x?ticket=theirs')

  expect(paths()).toEqual([
    '/goals.data?page=2&_routes=routes%2Fgoals',
    '/goals.data?index=',
    '/x?ticket=theirs',
  ])
})

test.each([
  ['another service', 'https://app.example.evil.example/x', {}],
  ['a request that has a sender', `${origin}/api/v1/me`, { Authorization: 'Bearer nk_1' }],
])('%s doesn’t get it', async (_what, address, headers) => {
  const { session, sent } = createStory()

  await session.fetch(address, { headers })

  expect(sent.map(({ token }) => token)).not.toContain('first')
  expect(sent.map((one) => one.frame)).toEqual([null])
})

test('a token that is about to end is renewed once, for all requests that wait', async () => {
  const { session, sent, pass, passes } = createStory()
  pass(56 * 60_000)

  await Promise.all(
    [1, 2, 3].map((page) => session.fetch(`${origin}/goals.data?page=${String(page)}`)),
  )

  expect(sent.map(({ token }) => token)).toEqual(['first', 'first+', 'first+', 'first+'])
  expect(sent[0]).toMatchObject({ path: '/frame/session', frame })
  expect(passes).toHaveLength(1)
})

test('a refused request is sent once more with a new token, with its body', async () => {
  const { session, sent, forget } = createStory()
  forget()

  const answer = await session.fetch(`${origin}/goals.data`, { method: 'POST', body: 'name=x' })

  expect(answer.status).toBe(200)
  expect(sent.filter(({ path }) => path === '/goals.data').map(({ body }) => body)).toEqual([
    ...['name=x', 'name=x'],
  ])
})

test('a session that is over is asked for once, and the refusal stays', async () => {
  const { session, paths, forget } = createStory({ refusal: 401 })
  forget()

  const answer = await session.fetch(`${origin}/goals.data`)

  await session.fetch(`${origin}/goals.data`)

  expect(answer.status).toBe(401)
  expect(await session.renew()).toBe('refused')
  expect(paths()).toEqual(['/goals.data', '/frame/session', '/goals.data'])
})

test('a server that is busy ends no session', async () => {
  const { session, paths, forget } = createStory({ refusal: 503 })
  forget()

  await session.fetch(`${origin}/goals.data`)

  expect(await session.renew()).toBe('missed')
  expect(paths()).toEqual(['/goals.data', '/frame/session', '/frame/session'])
})

test('the last pass of a session isn’t renewed early: another one would last no longer', async () => {
  const { session, paths, pass } = createStory({ pass: { ...first, isLast: true } })
  pass(59 * 60_000)

  await session.fetch(`${origin}/goals.data`)

  expect(paths()).toEqual(['/goals.data'])
})

test('without a connection a request goes out with the token that the page has', async () => {
  const { session, sent, pass } = createStory({ isAway: true })
  pass(58 * 60_000)

  const answer = await session.fetch(`${origin}/goals.data`)

  expect(answer.status).toBe(200)
  expect(sent.at(-1)?.token).toBe('first')
  // Nor does each of them wait for another attempt.
  await session.fetch(`${origin}/goals.data`)
  expect(sent.map(({ path }) => path)).toEqual(['/frame/session', '/goals.data', '/goals.data'])
})

test('a page without a pass begins with the ticket of its address', async () => {
  const { session, sent } = createStory({ pass: null })

  const answer = await session.fetch(`${origin}/goals.data`)

  expect(answer.status).toBe(200)
  expect(sent[0]).toMatchObject({ token: null, body: '{"ticket":"of the address"}' })
})
