/** How a receiver verifies a webhook: code that a test runs, and a message that it verifies. */
import { webhookHeaders } from '#app/domain/webhooks/signature.server.ts'
import { webhookExamples } from './openapi-hook-examples.ts'

/** The module that receivers can copy. Needs nothing but Node. */
export const verificationCode = `import { createHmac, timingSafeEqual } from 'node:crypto'

const maxAgeSeconds = 300

/** @param body as it was received, before it is parsed */
export function isAuthentic(headers, body, secret, now = Date.now()) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= maxAgeSeconds)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = \`\${id}.\${timestamp}.\${body}\`
  const expected = createHmac('sha256', key).update(signed).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const [example] = webhookExamples
if (!example) throw new Error('There is no example of a webhook.')

/** A signed message, as it is sent. */
export const signedExample = (() => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = JSON.stringify(example)
  const at = new Date(example.timestamp)
  return { secret, at, body, headers: webhookHeaders({ id: example.id, at, body }, [secret]) }
})()
