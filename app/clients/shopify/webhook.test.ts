import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readWebhook } from './webhook.server.ts'

const secret = 'a-secret-of-the-app'
const body = Buffer.from('{"id":820982911946154508}')

const sign = (text: Uint8Array, key: string) =>
  createHmac('sha256', key).update(text).digest('base64')

const signed = (over: Record<string, string | null> = {}, prefix = 'X-Shopify-') => {
  const headers = new Headers()
  const all: Record<string, string | null> = {
    'Hmac-Sha256': sign(body, secret),
    Topic: 'orders/paid',
    'Shop-Domain': 'linen.myshopify.com',
    'Webhook-Id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    'Triggered-At': '2026-11-20T10:00:00.123456789Z',
    ...over,
  }
  for (const [name, value] of Object.entries(all)) {
    if (value !== null) headers.set(`${prefix}${name}`, value)
  }
  return headers
}

test('a signed delivery is read, in either spelling of the headers', () => {
  const delivery = {
    id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    topic: 'orders/paid',
    shop: 'linen.myshopify.com',
    triggeredAt: new Date('2026-11-20T10:00:00.123Z'),
  }

  expect(readWebhook(signed(), body, [secret])).toEqual({ webhook: delivery })
  expect(readWebhook(signed({}, 'Shopify-'), body, [secret])).toEqual({
    webhook: delivery,
  })
})

test('during a rotation, the previous secret signs as well', () => {
  expect(readWebhook(signed(), body, ['a-newer-secret', secret])).toHaveProperty('webhook')
})

test.each<[string, Headers, Buffer]>([
  ['another secret', signed({ 'Hmac-Sha256': sign(body, 'guessed') }), body],
  ['another body', signed(), Buffer.from('{"id":820982911946154509}')],
  ['the same body, written again', signed(), Buffer.from('{"id": 820982911946154508}')],
  ['a part of the signature', signed({ 'Hmac-Sha256': sign(body, secret).slice(0, 20) }), body],
  ['the signature with more', signed({ 'Hmac-Sha256': `${sign(body, secret)}!` }), body],
  ['another script', signed({ 'Hmac-Sha256': 'null' }), body],
])('%s is refused as forged', (_what, headers, bytes) => {
  expect(readWebhook(headers, bytes, [secret])).toMatchObject({
    refused: 'forged',
  })
})

test.each([
  ['Hmac-Sha256', null],
  ['Topic', null],
  ['Topic', 'orders paid'],
  ['Webhook-Id', null],
  ['Webhook-Id', 'x'.repeat(101)],
  ['Shop-Domain', null],
  ['Shop-Domain', 'evil.example/x.myshopify.com'],
  ['Shop-Domain', 'linen.myshopify.com.evil.example'],
])('%s: %s is a malformed delivery', (name, value) => {
  expect(readWebhook(signed({ [name]: value }), body, [secret])).toMatchObject({
    refused: 'malformed',
  })
})

test('the time when the shop changed is optional', () => {
  const verdict = readWebhook(signed({ 'Triggered-At': null }), body, [secret])

  expect(verdict).toMatchObject({ webhook: { triggeredAt: null } })
})
