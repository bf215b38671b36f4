/** Limits of the REST API, on every answer (docs/threats.md T54). */
import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'

const ofSender = '"default";q=600;w=60'
const policy = `${ofSender}, "organization";q=3000;w=60`

/** Requests that the sender and its organization have left. */
function remainingOf(answer: Response): { sender: number; team: number | null } {
  const items = /^"default";r=(\d+);t=\d+(?:, "organization";r=(\d+);t=\d+)?$/
  const [, sender, team] = items.exec(answer.headers.get('RateLimit') ?? '') ?? []
  return { sender: Number(sender), team: team === undefined ? null : Number(team) }
}

test('every answer reports the limit, errors included', async () => {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team, ['sites:read'])
  const { fetch } = await world.serve()
  const headers = { Authorization: `Bearer ${token}` }
  const base = `/api/v1/sites/${site.uuid}`
  const big = { method: 'POST', headers, body: 'x'.repeat(300_000) }

  const answers = [
    await fetch('/api/v1/sites', { headers }),
    await fetch('/api/v1/openapi.json'),
    await fetch('/api/v1/me'),
    await fetch(`${base}/goals`, { headers }),
    await fetch('/api/v1/nothing', { headers }),
    await fetch(`${base}/reviews`, { method: 'PUT', headers }),
    await fetch(`${base}/activities`, big),
    await fetch('/api/v1/sites', { method: 'POST', headers: { Origin: 'https://evil.example' } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 403, 404, 405, 413, 403])
  const withoutToken = [answers[1], answers[2], answers[7]]
  for (const answer of answers) {
    const expected = withoutToken.includes(answer) ? ofSender : policy
    expect(answer.headers.get('RateLimit-Policy')).toBe(expected)
    const { sender, team } = remainingOf(answer)
    expect(sender).toBeGreaterThan(500)
    expect(team === null).toBe(withoutToken.includes(answer))
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    if (answer.ok) continue
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({
      type: 'about:blank',
      status: answer.status,
      detail: expect.any(String) as string,
      message: expect.any(String) as string,
      errors: expect.any(Object) as object,
      request_id: answer.headers.get('X-Request-Id'),
    })
  }
})

test('each token has its own limit, and a made-up one has that of its address', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [one, other] = [await world.token(site.team), await world.token(site.team)]
  const { fetch } = await world.serve()
  const ask = async (token: string) =>
    remainingOf(await fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })).sender

  const ofTokens = [await ask(one), await ask(one), await ask(other)]
  const ofNobody = [await ask('nk_made-up'), await ask('nk_another'), await ask('')]

  expect(ofTokens).toEqual([599, 598, 599])
  expect(ofNobody).toEqual([599, 598, 597])
})

test('beyond the limit the answer is 429 with the seconds to wait, and others are not affected', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [one, other] = [await world.token(site.team), await world.token(site.team)]
  const { fetch } = await world.serve()
  const ask = (token: string) =>
    fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })
  await ask(one)
  await world.services.pool.query(
    "update rate_limits set points = 600 where key like 'api:token %'",
  )

  const refused = await ask(one)
  const allowed = await ask(other)

  expect([refused.status, allowed.status]).toEqual([429, 200])
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.headers.get('RateLimit')).toBe(`"default";r=0;t=${String(seconds)}`)
  expect(await refused.json()).toMatchObject({
    status: 429,
    message: expect.stringContaining('You’ve sent more than 600 requests in 60 seconds.') as string,
  })
})

test('a token that is refused takes nothing of its organization’s requests', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [one, other] = [await world.token(site.team), await world.token(site.team)]
  const { fetch } = await world.serve()
  const ask = (token: string) =>
    fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })
  await ask(one)
  await world.services.pool.query(
    "update rate_limits set points = 600 where key like 'api:token %'",
  )

  const refused = [await ask(one), await ask(one), await ask(one)]
  const allowed = await ask(other)

  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  expect(remainingOf(allowed)).toEqual({ sender: 599, team: 2998 })
})

test('with nothing left of both limits, the sentence is about the one that refuses', async () => {
  const world = await createWorld()
  const site = await world.site()
  const [one, other] = [await world.token(site.team), await world.token(site.team)]
  const { fetch } = await world.serve()
  const ask = (token: string) =>
    fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })
  await ask(one)
  const { pool } = world.services
  await pool.query("update rate_limits set points = 599 where key like 'api:token %'")
  await pool.query("update rate_limits set points = 3000 where key like 'api-team:%'")

  const last = await ask(one)
  const beyond = await ask(one)
  const ofOther = await ask(other)

  expect(remainingOf(last)).toEqual({ sender: 0, team: 0 })
  const sentences = await Promise.all(
    [last, beyond, ofOther].map(async (answer) => {
      expect(answer.status).toBe(429)
      return ((await answer.json()) as { message: string }).message.split(' sent ')[0]
    }),
  )
  expect(sentences).toEqual(['Your organization has', 'You’ve', 'Your organization has'])
})

test('all tokens of an organization together have a limit, and another organization isn’t affected', async () => {
  const world = await createWorld()
  const [site, elsewhere] = [await world.site(), await world.site()]
  const [one, other] = [await world.token(site.team), await world.token(site.team)]
  const foreign = await world.token(elsewhere.team)
  const { fetch } = await world.serve()
  const ask = (token: string) =>
    fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })
  await ask(one)
  await world.services.pool.query(
    "update rate_limits set points = 2999 where key = 'api-team:' || $1",
    [site.team.scope.teamId],
  )

  const answers = [await ask(one), await ask(other), await ask(foreign)]

  expect(answers.map(({ status }) => status)).toEqual([200, 429, 200])
  expect(answers.map(remainingOf)).toEqual([
    { sender: 598, team: 0 },
    { sender: 599, team: 0 },
    { sender: 599, team: 2999 },
  ])
  expect(await answers[1]?.json()).toMatchObject({
    message: expect.stringContaining(
      'Your organization has sent more than 3,000 requests in 60 seconds.',
    ) as string,
  })
})

test('an address that is too long is a problem for programs', async () => {
  const { fetch } = await (await createWorld()).serve()

  const answer = await fetch(`/api/v1/sites?cursor=${'x'.repeat(9000)}`)

  expect(answer.status).toBe(414)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status: 414, message: 'The address is too long.' })
})
