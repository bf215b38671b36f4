/**
 * The login and the dashboard by the rules of Mozilla's HTTP Observatory, as far as they can be
 * checked without its scanner (docs/threats.md T43). Rules and points are those of SCORE_TABLE in
 * https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js and of the tests next
 * to it: 100 minus deductions; bonuses count from 90 upwards; 100 and more is an A+.
 *
 * Login: 130 = 100 + policy 10 + frame-ancestors 5 + referrer 5 + resource policy 10. The response
 * that logs in: 135, because of its cookie. Not checked, because they depend on the operator: the
 * redirect from http (0 or -20), the certificate, and the preload list (5).
 */
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createWorld } from '../../support/world.ts'

const appUrl = 'https://app.example'

test('login and dashboard are an A+', async () => {
  const { ask, owner } = await createHttpsWorld()

  const login = await ask('/auth/login')
  const dashboard = await ask('/', { headers: { Cookie: owner.cookie } })
  const loggingIn = await ask('/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ email: owner.email, password: owner.password }),
  })

  expect(await scoreResponse(login)).toEqual({ score: 130, faults: [] })
  expect(await scoreResponse(dashboard)).toEqual({ score: 130, faults: [] })
  expect(await scoreResponse(loggingIn)).toEqual({ score: 135, faults: [] })
})

test('every answer behind https keeps browsers there, early ones and those to programs as well', async () => {
  const { ask } = await createHttpsWorld()
  const paths = [
    ...['/auth/login', '/health/live', '/api/v1/me', '/js/pixel.library.js', '/robots.txt'],
    ...['/api/pixel/00000000-0000-4000-8000-000000000000', `/${'x'.repeat(9000)}`],
    ...['/hooks/wordpress/none', '/nothing'],
  ]

  const answers = await Promise.all(paths.map((path) => ask(path)))

  const without = answers.filter(
    ({ headers }) =>
      headers.get('strict-transport-security') !== 'max-age=63072000; includeSubDomains',
  )
  expect(without.map(({ url }) => new URL(url).pathname.slice(0, 40))).toEqual([])
})

test('answers without a page aren’t sniffed or framed either', async () => {
  const { ask } = await createHttpsWorld()
  const paths = [`/${'x'.repeat(9000)}`, '/health/live', '/hooks/wordpress/none', '/api/v1/me']

  const answers = await Promise.all(paths.map((path) => ask(path)))

  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('no file of ours and no list of a folder is served but what was built to be', async () => {
  const { ask } = await createHttpsWorld()
  const paths = [
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/app/config.server.ts',
    '/assets/',
    '/js/',
  ]

  const answers = await Promise.all(paths.map((path) => ask(path)))

  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404))
})

test('behind https every cookie is bound to this host, and one without the prefix logs no one in', async () => {
  const { ask, owner } = await createHttpsWorld()
  const login = { email: owner.email, password: owner.password }
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, {
      method: 'POST',
      headers: { Cookie: owner.cookie },
      body: new URLSearchParams(fields),
    })
  const answers = [
    await ask('/?affiliate=ann', { headers: { Accept: 'text/html' } }),
    await ask('/auth/login', { method: 'POST', body: new URLSearchParams(login) }),
    await ask('/auth/passkey.data', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'ask' }),
    }),
    await post('/account/language.data', { language: 'en' }),
    await ask('/', { headers: { Cookie: '__Host-token=ended' } }),
    await post('/api/logout', {}),
  ]
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie())

  expect(cookies.map((cookie) => cookie.slice(0, cookie.indexOf('=')))).toEqual([
    '__Host-attribution',
    '__Host-token',
    '__Host-passkey',
    '__Host-language',
    '__Host-token',
    '__Host-token',
  ])
  for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; .*; Secure$/)
  const session = answers[1]?.headers.get('set-cookie')?.replace(/;.*/, '') ?? ''
  const asking = async (cookie: string) =>
    (await ask('/api/user', { headers: { Cookie: cookie } })).status
  expect(await asking(session)).toBe(200)
  expect(await asking(session.replace('__Host-', ''))).toBe(401)
})

test('logging out clears the cache, and leaves what this browser keeps for anyone, like the color theme', async () => {
  const { ask, owner } = await createHttpsWorld()

  const answer = await ask('/api/logout', { method: 'POST', headers: { Cookie: owner.cookie } })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toMatch(/^__Host-token=; Max-Age=0; /)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
})

test('a page without any of it fails', async () => {
  const bare = new Response('<script src="//cdn.example/x.js"></script>', {
    headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'session=1' },
  })

  const { score, faults } = await scoreResponse(bare)

  expect(score).toBe(0)
  expect(faults).toEqual([
    ...['cookies -40', 'policy -25', 'transport -20', 'scripts -50', 'sniffing -5', 'frames -20'],
  ])
})

/** The product behind https, with a shop and its owner. */
async function createHttpsWorld() {
  const world = await createWorld()
  const { config } = world.services
  const secure = readConfig({
    APP_URL: appUrl,
    DATA_DIR: config.dataDir,
    APP_KEY: config.appKey,
  })
  world.services.config = { ...secure, databaseUrl: config.databaseUrl }
  const { owner } = await world.site()
  const { fetch: ask } = await world.serve()
  return { ask, owner }
}

async function scoreResponse(answer: Response): Promise<{ score: number; faults: string[] }> {
  const policy = policyOf(answer.headers.get('content-security-policy'))
  const points = {
    cookies: cookiePoints(answer.headers.getSetCookie()),
    policy: policyPoints(policy),
    referrer: isPrivate(answer.headers.get('referrer-policy')) ? 5 : 0,
    transport: maxAgeOf(answer.headers.get('strict-transport-security')) >= 15_768_000 ? 0 : -20,
    scripts: scriptPoints(await answer.text()),
    sniffing: answer.headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    frames: framePoints(policy, answer.headers.get('x-frame-options')),
    resources: /^same-(origin|site)$/.test(answer.headers.get('cross-origin-resource-policy') ?? '')
      ? 10
      : 0,
    sharing: answer.headers.has('access-control-allow-origin') ? -50 : 0,
  }
  const taken = Object.entries(points).filter(([, one]) => one < 0)
  const given = Object.values(points).filter((one) => one > 0)
  const base = 100 + sum(taken.map(([, one]) => one))
  return {
    score: Math.max(0, base + (base >= 90 ? sum(given) : 0)),
    faults: taken.map(([name, one]) => `${name} ${String(one)}`),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

type Policy = ReadonlyMap<string, readonly string[]>

function policyOf(header: string | null): Policy {
  const directives = (header ?? '').split(';').map((one) => one.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])))
}

const broad = ['*', 'http:', 'https:', 'ftp:', 'data:']

function policyPoints(policy: Policy): number {
  if (policy.size === 0) return -25
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const isLoose = (name: string) =>
    of(name).some((source) => broad.includes(source) || source === "'unsafe-inline'")
  if (isLoose('script-src') || isLoose('object-src')) return -20
  if ([...policy.values()].flat().some((source) => source === 'http:')) return -20
  if (of('script-src').includes("'unsafe-eval'")) return -10
  if (isLoose('style-src')) return 0
  return of('default-src').join() === "'none'" && policy.has('form-action') ? 10 : 5
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0
  if (cookies.some((cookie) => !/; ?secure/i.test(cookie))) return -40
  if (cookies.some((cookie) => !/; ?httponly/i.test(cookie))) return -30
  return cookies.every((cookie) => /; ?samesite=(strict|lax)/i.test(cookie)) ? 5 : 0
}

const privateReferrers = [
  ...['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'],
]
const isPrivate = (policy: string | null) => privateReferrers.includes(policy ?? '')

const maxAgeOf = (header: string | null) => Number(/max-age=(\d+)/.exec(header ?? '')?.[1] ?? 0)

/** Scripts of our own origin need no integrity hash; others would. */
const scriptPoints = (html: string) => (/<script[^>]*\bsrc="(?:https?:)?\/\//i.test(html) ? -50 : 0)

function framePoints(policy: Policy, header: string | null): number {
  if (policy.has('frame-ancestors')) return 5
  return /^(deny|sameorigin)$/i.test(header ?? '') ? 0 : -20
}
