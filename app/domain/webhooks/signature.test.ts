import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from './signature.server.ts'

test('the published vector of Standard Webhooks', () => {
  const headers = webhookHeaders(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toMatchObject({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

const body = JSON.stringify({ type: 'activity.stored', data: { person: { city: 'Zürich' } } })
const signed = (secrets: string[]) => webhookHeaders({ id: 'evt_1', at: new Date(), body }, secrets)

test('its package verifies ours, while a secret changes by the old one and the new one', () => {
  const [old, current, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const headers = signed([current, old])

  expect(new Webhook(current).verify(body, headers)).toEqual(JSON.parse(body))
  expect(new Webhook(old).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
})

test.each([
  ['a changed body', { body: `${body} ` }],
  ['another id', { 'webhook-id': 'evt_2' }],
  ['another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }],
])('%s is refused', (_name, change) => {
  const secret = newWebhookSecret()
  const { body: changed = body, ...headers } = change as { body?: string }
  const given = { ...signed([secret]), ...headers }
  expect(() => new Webhook(secret).verify(changed, given)).toThrow('No matching signature')
})

test('a secret has 32 random bytes, and no two are alike', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  }
})
