import { expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { webhookBody } from '#app/contract/webhooks.ts'
import { signedExample, verificationCode } from './verification.ts'

type Verifier = (
  headers: Record<string, string>,
  body: string,
  secret: string,
  now?: number,
) => boolean

const source = `data:text/javascript;base64,${Buffer.from(verificationCode).toString('base64')}`
const { isAuthentic } = (await import(/* @vite-ignore */ source)) as { isAuthentic: Verifier }
const { headers, body, secret, at } = signedExample

const withHeader = (name: string, value: string) => ({ ...headers, [name]: value })
const signature = headers['webhook-signature'] ?? ''

test('the documented code verifies the documented message', () => {
  expect(isAuthentic(headers, body, secret, at.getTime() + 299_000)).toBe(true)
  const during = withHeader('webhook-signature', `v1,AAAA ${signature}`)
  expect(isAuthentic(during, body, secret, at.getTime())).toBe(true)
  expect(webhookBody.parse(JSON.parse(body))).toMatchObject({ id: headers['webhook-id'] })
})

test.each<[what: string, given: Parameters<Verifier>]>([
  ['another body', [headers, body.replace('Ann', 'Eve'), secret, at.getTime()]],
  ['another id', [withHeader('webhook-id', 'evt_1'), body, secret, at.getTime()]],
  ['another secret', [headers, body, 'whsec_AAAA', at.getTime()]],
  ['no signature', [withHeader('webhook-signature', ''), body, secret, at.getTime()]],
  ['a late one', [headers, body, secret, at.getTime() + 301_000]],
  ['no time', [withHeader('webhook-timestamp', 'x'), body, secret, at.getTime()]],
])('it refuses %s', (_what, given) => {
  expect(isAuthentic(...given)).toBe(false)
})

test('a second implementation verifies the message, too', () => {
  expect(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)).toBe(signature)
})
