/** Pages that firewalls and servers answer with in a service's place. */
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '#tests/support/clock.ts'
import { startProviderServer } from '#workshop/doubles/provider-server.ts'
import { hourMillis } from '../time.ts'
import { createProviderClients } from './provider-client.server.ts'
import { BadRecord, ConnectionLost, HeldUp, Intercepted, TryLater } from './provider-errors.ts'

async function connect() {
  const provider = await startProviderServer()
  onTestFinished(provider.stop)
  const { now } = createClock()
  const clients = createProviderClients({ now, internet: { doubles: [provider.url] } })
  const client = clients({ key: 'test', budget: { requests: 1_000, seconds: 1 } })
  const call = (path: string) => client.request({ url: provider.url + path })
  return { provider, call, now }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => error,
  )

test.each([
  [
    'Apache',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><title>403 Forbidden</title>',
  ],
  ['nginx', '\r\n<html>\r\n<head><title>403 Forbidden</title></head>'],
  ['a plugin', '\uFEFF<!-- protected --><!doctype html><title>Blocked</title>'],
  [
    'XHTML',
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">',
  ],
])('a page of %s in place of an answer is no refusal of the credentials', async (_whose, text) => {
  const { provider, call } = await connect()
  // 405, 406 and 409 are ModSecurity's, 451 is a country's.
  for (const status of [400, 401, 403, 405, 406, 409, 410, 451]) {
    provider.failNext({ status, body: text, headers: { 'Content-Type': 'text/html' } })
    const failure = await failureOf(call('/orders'))
    expect(failure).toBeInstanceOf(Intercepted)
    expect((failure as Intercepted).sentence).toContain('firewalls')
  }
})

// Bodies as they were published by others who met them: woocommerce/woocommerce issues 24087 and 52896 for the first two.
test.each([
  [
    'a host’s script for browsers',
    200,
    '<html>\n<body>\n<script type="text/javascript" src="/aes.js" ></script></body></html>',
  ],
  [
    'SiteGround',
    202,
    '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></meta></head></html>',
  ],
  [
    'a check of the browser',
    200,
    '\n<!-- a > b --><!-- c -->\n<!DOCTYPE html><html><head><title>One moment, please...</title>',
  ],
  ['a page that begins in its middle', 200, '<script>location.reload()</script>'],
  ['a sentence for people', 200, '<h1>Checking your browser</h1>'],
])('%s in place of an answer is none, whatever the status says', async (_whose, status, text) => {
  const { provider, call } = await connect()
  for (const type of ['text/html; charset=UTF-8', 'application/json']) {
    provider.failNext({ status, body: text, headers: { 'Content-Type': type } })
    const failure = await failureOf(call('/orders'))
    expect(failure).toBeInstanceOf(Intercepted)
    expect(failure).toMatchObject({ by: 'page', reply: { status } })
    expect((failure as Intercepted).sentence).toMatch(/address is right.*firewall/)
  }
})

test.each([
  ['JSON, whatever type it says', '{"orders":[]}', 'text/html'],
  ['XML', '<?xml version="1.0"?><prestashop><orders/></prestashop>', 'text/xml'],
  ['nothing', '', 'text/html'],
  [
    'a shop’s warning before its answer',
    '<br />\n<b>Warning</b>: on line 3<br />{"orders":[]}',
    'text/html',
  ],
])('%s is an answer', async (_what, body, type) => {
  const { provider, call } = await connect()
  provider.failNext({ status: 200, body, headers: { 'Content-Type': type } })

  expect((await call('/orders')).text).toBe(body)
})

test('comments without an end aren’t searched again and again', async () => {
  const { provider, call } = await connect()
  provider.failNext({ status: 200, body: '<!---->'.repeat(100_000) })

  expect((await call('/orders')).status).toBe(200)
})

// Cloudflare, "Detect a Challenge Page response"; woocommerce/woocommerce issue 52896 for the second one.
test.each(['cf-mitigated', 'sg-captcha'])(
  'a challenge that says so by %s is one, also where its status is of something else',
  async (name) => {
    const { provider, call, now } = await connect()
    for (const status of [202, 403, 404, 429, 503]) {
      provider.failNext({ status, body: '<html>', headers: { [name]: 'challenge' } })
      const failure = await failureOf(call('/orders'))
      expect(failure).toBeInstanceOf(Intercepted)
      expect((failure as Intercepted).sentence).toContain('firewalls')
    }
    const headers = { [name]: 'challenge', 'Retry-After': '3600' }
    provider.failNext({ status: 503, body: '<html>', headers })
    expect(await failureOf(call('/orders'))).toMatchObject({
      at: new Date(now().getTime() + hourMillis),
    })
    provider.failNext({ status: 429, body: '', headers: { [name]: 'none' } })
    expect(await failureOf(call('/orders'))).not.toBeInstanceOf(Intercepted)
  },
)

test('a page that an address isn’t there, or of a busy server, means what its status says', async () => {
  const { provider, call } = await connect()
  const outcomes = [
    [404, BadRecord],
    [402, HeldUp],
    [429, TryLater],
    [503, TryLater],
  ] as const
  for (const [status, outcome] of outcomes) {
    provider.failNext({ status, body: '<html>', headers: { 'Content-Type': 'text/html' } })
    const failure = await failureOf(call('/orders'))
    expect(failure).toBeInstanceOf(outcome)
    expect(failure).not.toBeInstanceOf(Intercepted)
  }
})

test.each([
  ['PrestaShop’s plain text', '401 Unauthorized'],
  ['XML', '<?xml version="1.0"?><prestashop><errors></errors></prestashop>'],
  ['JSON that has a page in it', '{"message":"<html>"}'],
  ['nothing', ''],
])('%s is a refusal, whatever type it says', async (_what, text) => {
  const { provider, call } = await connect()
  provider.failNext({ status: 401, body: text, headers: { 'Content-Type': 'text/html' } })

  expect(await failureOf(call('/orders'))).toBeInstanceOf(ConnectionLost)
})
