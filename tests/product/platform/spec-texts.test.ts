/**
 * Error catalog, validation rules and constants of the specification (the same sections as in
 * docs/spec-map.md), word for word, each where a person sees it.
 */
import { expect, test } from 'vitest'
import { sessionCookie } from '#app/auth/cookie.server.ts'
import { languageCookie } from '#app/auth/language-cookie.server.ts'
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import { askProvider } from '#app/domain/billing/ask-provider.server.ts'
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import { imageSrcset, densities, type ImageSource } from '#app/domain/images/image-url.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import { createApiClient } from '#app/browser/api-client.ts'
import { buildCheckMillis, idleCheckMillis } from '#app/browser/build-watch.ts'
import { brakeMillis } from '#app/browser/brake.ts'
import { lastRouteMillis } from '#app/browser/last-route.ts'
import { createPageHandler } from '#app/server/remix.server.ts'
import {
  maxToasts,
  toastMillis,
  toastRemovalMillis,
  toastSwipeThreshold,
} from '#app/browser/toast-queue.ts'
import { describeError } from '#app/ui/errors/error-view.ts'
import { tooltipDelayMillis, tooltipSkipMillis } from '#app/ui/toasts/deferred/tooltip-layer.tsx'
import { routeBuild } from '../../support/route-build.ts'
import type { Served } from '../../support/serve.ts'
import { createWorld } from '../../support/world.ts'

/** Response to a form at a URL, logged in or not. */
async function post(
  { fetch }: Served,
  address: string,
  { form = {}, as }: { form?: Record<string, string>; as?: { cookie: string } } = {},
) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: as ? { Cookie: as.cookie } : {},
    body: new URLSearchParams(form),
  })
  return { status: answer.status, text: readable(await answer.text()) }
}

async function get({ fetch }: Served, address: string, as?: { cookie: string }) {
  const answer = await fetch(address, { headers: as ? { Cookie: as.cookie } : {} })
  return { status: answer.status, text: readable(await answer.text()) }
}

/** As a person reads it: React escapes some characters. */
const readable = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

// Error catalog.

test("§8 Not-found: status 404, message 'Page Not Found: {path}'", async () => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()

  const addresses = ['/no/such/page', '/kiosk', '/kiosk/no-section', '/settings/outbox']
  const hidden = addresses.map((address) => [address, ann] as const)
  for (const [address, as] of [['/no/such/page', undefined] as const, ...hidden]) {
    const { status, text } = await get(served, address, as)
    expect([status, text.includes(`Page Not Found: ${address}`)]).toEqual([404, true])
  }
})

test("§8 'Something went wrong. Please try again or contact customer support.'", async () => {
  const world = await createWorld()
  const build = await routeBuild()
  const login = build.routes['routes/auth/login']
  if (!login) throw new Error('There is no login.')
  login.module = {
    ...login.module,
    loader: () => {
      throw new Error('a bug')
    },
  }
  const { request, context } = world.visit('/auth/login')

  const page = await createPageHandler(build, 'production')(request, context)

  expect(page.status).toBe(500)
  expect(await page.text()).toContain(
    'Something went wrong. Please try again or contact customer support.',
  )
  expect(world.takeErrors()).toHaveLength(1)
})

test("§8 'Something went wrong!' is the error page of a response without a text", () => {
  const silent = { status: 502, statusText: '', data: null, internal: false }

  expect(describeError(silent, false).message).toBe('Something went wrong!')
})

test("§8 'Session Expired', 'Your session has expired. Please login again to continue.'", async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { owner } = await world.site()

  const { text } = await get(served, '/', owner)

  expect(text).toContain('Session Expired')
  expect(text).toContain('Your session has expired. Please login again to continue.')
})

test("§8 HTTP 401: 'Please log in to continue' is the message of an API call", async () => {
  const world = await createWorld()
  const served = await world.serve()

  const { status, text } = await get(served, '/api/user')

  expect(status).toBe(401)
  expect(JSON.parse(text)).toMatchObject({ message: 'Please log in to continue' })
})

/** Messages that the browser's client shows for a response, and whether it leaves the page. */
async function hear(answer: () => Promise<Response>) {
  const messages: { toasts: [string, string][]; hasLeft: boolean } = { toasts: [], hasLeft: false }
  const client = createApiClient({
    fetch: answer,
    base: '',
    token: () => null,
    toast: (tone, message) => messages.toasts.push([tone, message]),
    leave: () => {
      messages.hasLeft = true
    },
  })
  await client.send('GET', 'user').catch(() => undefined)
  return messages
}

const answering =
  (status: number, body: unknown, statusText = '') =>
  () =>
    Promise.resolve(Response.json(body, { status, statusText }))
const failing = (error: Error) => () => Promise.reject(error)

test.each([
  [
    '§8 Network error: error toast with the message',
    failing(new TypeError('Failed to fetch')),
    [['error', 'Failed to fetch']],
  ],
  [
    "§8 Network error: … or 'Something went wrong'",
    failing(new TypeError('')),
    [['error', 'Something went wrong']],
  ],
  ['§8 Network error (not an abort)', failing(new DOMException('stopped', 'AbortError')), []],
  [
    "§8 HTTP 401: clear the user, show a warning toast 'Please log in to continue', go to login",
    answering(401, {}),
    [['warning', 'Please log in to continue']],
  ],
  ['§8 HTTP 422: no toast', answering(422, { message: 'Wrong.' }), []],
  [
    "§8 Any other error response: error toast with the server's message",
    answering(409, { message: 'Taken already.' }, 'Conflict'),
    [['error', 'Taken already.']],
  ],
  ['§8 … else the status text', answering(500, {}, 'Bad day'), [['error', 'Bad day']]],
  ["§8 … else 'Something went wrong'", answering(500, {}), [['error', 'Something went wrong']]],
])('%s', async (quote, answer, toasts) => {
  const messages = await hear(answer)

  expect(messages).toEqual({ toasts, hasLeft: quote.includes('401') })
})

// Validation rules.

test('§5 /auth/verify needs verify_url in the query', async () => {
  const served = await (await createWorld()).serve()

  expect((await get(served, '/auth/verify')).status).toBe(404)
  expect((await get(served, '/auth/verify?verify_url=https://evil.example/')).status).toBe(404)
})

test('§5 Terms of service must be accepted at registration', async () => {
  const served = await (await createWorld()).serve()
  const form = { name: 'Ann', email: 'ann@shop.example', password: 'correct horse battery' }

  const { status, text } = await post(served, '/auth/register', { form })

  expect(status).toBe(422)
  expect(text).toContain('Accept the terms of service to create an account.')
})

test('§5 At least one API token ability must be selected', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { owner } = await world.site()
  const form = { intent: 'create', name: 'Till', site: '', lifetime: '90' }

  const { status, text } = await post(served, '/account/api-tokens', { as: owner, form })

  expect(status).toBe(422)
  expect(text).toContain('Select at least one ability.')
})

test('§5 The invitation code must be valid', async () => {
  const served = await (await createWorld()).serve()

  expect((await get(served, '/auth/register?invitation=never-made')).status).toBe(404)
})

test('§5 The password given must match the records', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const ann = await world.user()
  const wrong = { email: ann.email, password: 'not this one' }
  const change = { intent: 'password', currentPassword: 'no', newPassword: 'another good one' }

  const login = await post(served, '/auth/login', { form: wrong })
  const general = await post(served, '/account/general', { as: ann, form: change })

  expect([login.status, general.status]).toEqual([422, 422])
  expect(login.text).toContain('These credentials do not match our records.')
})

test('§5 HTTP 422 is left to forms to show field errors', async () => {
  const world = await createWorld()
  const served = await world.serve()

  const { status, text } = await post(served, '/auth/login', { form: { email: 'ann' } })

  expect(status).toBe(422)
  expect(text).toContain('Enter an email address, for example name@shop.com.')
})

// Constants.

test.each([
  ['Build-update check every 3,600,000 ms', buildCheckMillis, 3_600_000],
  ['Reload guard 10 s', brakeMillis, 10_000],
  ['Build-meta idle check about 1 s after start', idleCheckMillis, 1_000],
  ['Last-route save delay 100 ms', lastRouteMillis, 100],
  ['Toast removal delay 200 ms', toastRemovalMillis, 200],
  ['Toasts: at most 5 visible', maxToasts, 5],
  ['Toasts: default duration 5000 ms', toastMillis, 5_000],
  ['Toasts: swipe threshold 50', toastSwipeThreshold, 50],
  ['Tooltip delay 700 ms', tooltipDelayMillis, 700],
  ['Tooltip … skip delay 300 ms', tooltipSkipMillis, 300],
  ['timings: show 5000 ms', defaultSiteOptions.timings.show, 5_000],
  ['timings: … wait 1000', defaultSiteOptions.timings.wait, 1_000],
  ['timings: … initial 0', defaultSiteOptions.timings.initial, 0],
  ['maxNudges 1', defaultSiteOptions.maxNudges, 1],
  ['position bottom-left', defaultSiteOptions.position, 'bottom-left'],
  ['mobile bottom-right', defaultSiteOptions.mobilePosition, 'bottom-right'],
  ['animation slide-in', defaultSiteOptions.animation, 'slide-in'],
])('§9 %s', (_quote, value, expected) => {
  expect(value).toBe(expected)
})

test('§9 offset 20/20', () => {
  expect(defaultSiteOptions.offset).toEqual({ vertical: 20, horizontal: 20 })
})

test('§9 Token cookie: 365 days, path /, SameSite strict, Secure when the API base uses https', () => {
  const cookie = sessionCookie({ appUrl: 'https://app.test' }, 'token')

  expect(cookie.split('; ')).toEqual(
    expect.arrayContaining(['Max-Age=31536000', 'Path=/', 'SameSite=Strict', 'Secure']),
  )
  expect(sessionCookie({ appUrl: 'http://app.test' }, 'token')).not.toContain('Secure')
})

test('§9 Language cookie: 365 days, SameSite lax', () => {
  const cookie = languageCookie({ appUrl: 'https://app.test' }, 'en')

  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Max-Age=31536000', 'SameSite=Lax']))
})

test('§9 A stored file path starting with http is kept as it is; otherwise a storage base is used', async () => {
  const { services } = await createWorld()
  const stored = 'https://cdn.example/cup.png?size=2'

  const kept = new URLSearchParams(sourceOfPath(services.security.secrets, stored)?.split('?')[1])
  const signedSource = sourceOfPath(
    services.security.secrets,
    '3f2b8c1e-7a5d-4e9f-8b6a-1c2d3e4f5a6b',
  )

  expect(kept.get('url')).toBe(stored)
  expect(signedSource).toBe('/api/image?photo=3f2b8c1e-7a5d-4e9f-8b6a-1c2d3e4f5a6b')
})

test('§9 Images: densities 1 and 2', () => {
  const source = '/api/image?photo=1' as ImageSource

  expect(densities).toEqual([1, 2])
  expect(imageSrcset(source, 32)).toBe(
    '/api/image?photo=1&width=32&density=1 1x, /api/image?photo=1&width=32&density=2 2x',
  )
})

test('§8 “We were unable to update your subscription. …” is said when a provider refuses', async () => {
  const { services } = await createWorld()
  const refuse = () => Promise.reject(new ChargeRefused('other', 'Not today.'))

  await expect(askProvider(services, provenTeam(1), refuse)).rejects.toMatchObject({
    code: 'conflict',
    message: 'We were unable to update your subscription. Please contact customer support.',
  })
})
