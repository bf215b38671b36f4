/** Any service that can send webhooks: its owner says what is where in a delivery. */
import { z } from 'zod'
import { dayOf } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { defineIntegration } from '../integration.ts'
import { contentId } from '../kit/signatures.ts'
import { applyMapping } from '../smart/apply-mapping.ts'
import { mapping } from '../smart/mapping.ts'
import { readBody, textOfBody } from '../smart/read-body.ts'
import { requireVerified, verification } from '../smart/verification.ts'

/** Stored settings of a smart webhook. */
export const smartWebhookSettings = z.object({
  name: z
    .string('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(60, 'Use 60 characters or fewer.')
    .meta({ label: 'Name', help: 'Only you see it.' }),
  /** Null: the owner has not chosen fields yet. */
  mapping: mapping.nullable().default(null).meta({ label: 'Fields' }),
  verification: verification.default({ type: 'none' }).meta({ label: 'Verification' }),
  /** The service's signing secret. Absent: the secret that the connection was given. */
  secret: z
    .string()
    .trim()
    .max(300, 'Use 300 characters or fewer.')
    .optional()
    .meta({ label: 'Signing secret', isSecret: true }),
  /** Nothing is read before: deliveries are samples. */
  isActive: z.boolean().default(false).meta({ label: 'Active' }),
  /** Id of the recipe that it was made from. */
  recipe: z.string().max(60).optional().meta({ label: 'Service' }),
})

/** WooCommerce checks an address without signing, and keeps a webhook off that doesn't answer. */
const isPing = (body: Buffer) =>
  body.length < 40 && /^webhook_id=\d+$/.test(body.toString('latin1'))

const methods = ['POST', 'PUT', 'PATCH', 'GET']

export const smartWebhook = defineIntegration({
  name: 'smart_webhook',
  category: 'developer',
  summary: 'Activities and products from any service that can send webhooks.',
  brings: ['purchase', 'signup', 'review', 'product'],
  ways: ['paste'],
  settings: smartWebhookSettings,
  steps: {
    paste: [
      'Copy the address, and add it as a webhook in the other service.',
      'Send a test delivery from there.',
      'Choose what its fields mean, and turn the webhook on.',
    ],
  },
  budget: { requests: 60, seconds: 60 },
  // A site has as many as it wants, with any name.
  accountOf: () => '',
  idsOf: 'caller',

  receive: {
    verify(
      { method, headers, query, body },
      { settings: { verification: rule, secret }, hookSecret, now },
    ) {
      // Services look whether the address answers, and so do owners in their browser.
      const isBare = method === 'GET' && body.length === 0 && query.size === 0
      if (method === 'HEAD' || isBare || isPing(body)) {
        return { reply: { status: 200, body: 'Send deliveries to this address with POST.' } }
      }
      if (!methods.includes(method)) throw new BadRecord('Use POST here.')
      requireVerified(rule, { headers, body }, { secret: secret || hookSecret, now })
      const contentType = headers['content-type'] ?? ''
      // Refuses unreadable deliveries, so the service reports the failure to its owner as well.
      readBody({ contentType, query, text: textOfBody(body, contentType) })
      const sent = rule.type === 'standard_webhooks' ? headers['webhook-id'] : undefined
      const id = sent ? contentId(sent) : contentId(dayOf(now), query.toString(), body)
      return { id, topic: 'delivery' }
    },

    read(delivery, { settings: { mapping: chosen, isActive } }) {
      if (!isActive || chosen === null) return []
      const { records, problems } = applyMapping(chosen, readBody(delivery), delivery.receivedAt)
      const [first] = problems
      if (records.length === 0 && first) throw new BadRecord(`${first.field}: ${first.message}`)
      return records
    },
  },
})
