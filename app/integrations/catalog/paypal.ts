/**
 * PayPal: payments of a business account.
 *
 * Sources: PayPal REST API descriptions (notifications, orders, payments), and its page about verifying
 * webhooks.
 */
import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { defineIntegration, type RawDelivery, type Verdict } from '../integration.ts'
import { jsonOf, readRows, readShape } from '../kit/json.ts'
import { detail, isNamed, orderOf, send, type PayPal } from '../kit/paypal-api.ts'
import { readTransactions } from '../kit/paypal-transactions.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, isoMoment, looseRows } from '../kit/shapes.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { capture, captureRecord, refund, sale, saleRecord, sourceOf } from '../records/paypal.ts'
import { createLru } from '#app/lib/cache/lru.ts'

const settings = z.object({
  clientId: z
    .string()
    .trim()
    .regex(/^[\w-]{20,120}$/, 'Copy the whole client ID.')
    .meta({
      label: 'Client ID',
      help: 'PayPal Developer Dashboard › Apps & Credentials › your app.',
    }),
  clientSecret: z
    .string()
    .trim()
    .regex(/^[\w-]{20,120}$/, 'Copy the whole secret.')
    .meta({ label: 'Secret', help: 'Below the client ID.', isSecret: true }),
  isSandbox: z.boolean().default(false).meta({
    label: 'Sandbox',
    help: 'For an app of PayPal’s sandbox. Its payments are tests, and never shown.',
  }),
})
const topics = [
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
] as const

export const paypal = defineIntegration({
  name: 'paypal',
  category: 'payments',
  summary: 'Payments that customers make with PayPal.',
  brings: ['purchase'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In the PayPal Developer Dashboard, open Apps & Credentials and switch to Live.',
      'Open the app that your checkout uses. Payments of other apps don’t arrive, and a new app has none: if your shop system or its plugin brings its app, connect the shop instead.',
      'Turn on Transaction search under Features, so that payments from before and missed ones are read. PayPal can take nine hours to apply it.',
      'Copy its client ID and its secret here. Footfall adds its webhook automatically.',
    ],
  },
  budget: { requests: 120, seconds: 60 },
  accountOf: ({ clientId }) => clientId,
  idsOf: 'service',
  isNamedByKey: true,

  async test(caller) {
    await send(caller, 'notifications/webhooks')
    const { clientId, isSandbox } = caller.settings
    return { label: `${isSandbox ? 'Sandbox app' : 'App'} ${clientId.slice(0, 8)}…` }
  },

  async subscribe(caller) {
    const types = topics.map((name) => ({ name }))
    const reply = await send(caller, 'notifications/webhooks')
    const { webhooks } = reply.read(z.object({ webhooks: z.array(z.unknown()) }))
    const row = z.object({
      id: identifier,
      url: z.string(),
      event_types: looseRows(z.object({ name: z.string() })),
    })
    const known = readRows(row, webhooks).find(({ url }) => url === caller.hookUrl)
    if (known) {
      const names = new Set(known.event_types.map(({ name }) => name))
      const isComplete = names.size === topics.length && topics.every((name) => names.has(name))
      if (isComplete) return { webhook: known.id }
      const change = [{ op: 'replace', path: '/event_types', value: types }]
      const path = `notifications/webhooks/${known.id}`
      await send(caller, path, { method: 'PATCH', json: change }).catch(unless(noChange))
      return { webhook: known.id }
    }
    const json = { url: caller.hookUrl, event_types: types }
    const made = await send(caller, 'notifications/webhooks', { method: 'POST', json }).catch(
      (error: unknown) => {
        if (!isNamed(error, tooMany)) throw error
        throw new WrongSetting(
          'clientId',
          'This app has ten webhooks already, and PayPal allows no more. Remove one in the PayPal Developer Dashboard.',
        )
      },
    )
    return { webhook: made.read(z.object({ id: identifier })).id }
  },

  async unsubscribe(caller) {
    const { webhook } = caller.subscription
    if (webhook) await send(caller, `notifications/webhooks/${webhook}`, { method: 'DELETE' })
  },

  receive: {
    async verify(delivery, caller): Promise<Verdict> {
      await requirePayPalSignature(delivery, caller)
      const { id, event_type: topic, create_time: triggeredAt } = readEvent(delivery.body)
      return { id, topic, triggeredAt: new Date(triggeredAt) }
    },

    async read({ topic, text }, caller) {
      const { resource } = readShape(event, jsonOf(text))
      const isTest = caller.settings.isSandbox
      if (topic === 'PAYMENT.CAPTURE.COMPLETED') {
        const one = readShape(capture, resource)
        if (one.status !== 'COMPLETED') return []
        return [captureRecord(one, { isTest, order: await orderOf(caller, one) })]
      }
      if (topic === 'PAYMENT.SALE.COMPLETED') {
        const one = readShape(sale, resource)
        return one.state.toLowerCase() === 'completed' ? [saleRecord(one, isTest)] : []
      }
      const id = sourceOf(readShape(refund, resource))
      if (id === null) return []
      if (topic === 'PAYMENT.CAPTURE.REFUNDED' || topic === 'PAYMENT.CAPTURE.REVERSED') {
        const reply = await detail(caller, `payments/captures/${id}`, 'v2')
        const one = reply.read(capture)
        // Part of the money back leaves a purchase.
        return isReturned(topic, one.status) ? [captureRecord(one, { isTest, isBack: true })] : []
      }
      if (topic === 'PAYMENT.SALE.REFUNDED' || topic === 'PAYMENT.SALE.REVERSED') {
        const one = (await detail(caller, `payments/sale/${id}`, 'v1')).read(sale)
        return isReturned(topic, one.state) ? [saleRecord(one, isTest, true)] : []
      }
      return []
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'payments',
      everyMinutes: 180,
      firstDays: 60,
      withoutRight:
        'New payments still arrive. Past and missed ones can’t be read: turn on Transaction search for your PayPal app.',
      read: readTransactions,
    },
  ]),
})

const isReturned = (topic: string, status: string) =>
  topic.endsWith('.REVERSED') || ['REFUNDED', 'REVERSED'].includes(status.toUpperCase())

/** Names of PayPal's errors: developer.paypal.com/api/rest/webhooks/errors. */
const noChange = 'WEBHOOK_PATCH_REQUEST_NO_CHANGE'
const tooMany = 'WEBHOOK_NUMBER_LIMIT_EXCEEDED'

const unless = (name: string) => (error: unknown) => {
  if (!isNamed(error, name)) throw error
}

const event = z.object({
  id: identifier,
  event_type: z.string().regex(/^[\w.-]{1,100}$/),
  create_time: isoMoment,
  resource: z.unknown(),
})

const readEvent = (body: Buffer) => readShape(event, jsonOf(body.toString('utf8')))

/** @throws ForgedDelivery; and what a call throws, when PayPal has to be asked */
async function requirePayPalSignature(delivery: RawDelivery, caller: PayPal): Promise<void> {
  const { headers, body } = delivery
  const webhook = caller.subscription['webhook']
  const [id, time, signature, address, algorithm] = [
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ].map((name) => headers[name])
  if (!webhook || !id || !time || !signature || !address || !algorithm) throw new ForgedDelivery()
  const certificate = await certificateAt(address, caller)
  if (algorithm === 'SHA256withRSA' && certificate) {
    const message = `${id}|${time}|${webhook}|${String(crc32(body))}`
    const isSigned = createVerify('RSA-SHA256')
      .update(message)
      .verify(certificate.publicKey, signature, 'base64')
    if (!isSigned) throw new ForgedDelivery()
    return
  }
  // The event is signed as it came: parsed and written again, it could differ.
  jsonOf(body.toString('utf8'))
  const facts = JSON.stringify({
    transmission_id: id,
    transmission_time: time,
    transmission_sig: signature,
    cert_url: address,
    auth_algo: algorithm,
    webhook_id: webhook,
  })
  const reply = await send(caller, 'notifications/verify-webhook-signature', {
    method: 'POST',
    jsonText: `${facts.slice(0, -1)},"webhook_event":${body.toString('utf8')}}`,
  })
  const { verification_status: status } = reply.read(z.object({ verification_status: z.string() }))
  if (status !== 'SUCCESS') throw new ForgedDelivery()
}

const certificates = createLru<string, X509Certificate>(20)

/**
 * The certificate at an address of PayPal. Null: there is none that is valid now.
 *
 * @throws ForgedDelivery for any other address
 */
async function certificateAt(address: string, caller: PayPal): Promise<X509Certificate | null> {
  const url = parseWebAddress(address)
  const isPayPal =
    url?.protocol === 'https:' &&
    url.port === '' &&
    /^[a-z.-]+\.paypal\.com$/.test(url.hostname) &&
    /^\/v1\/notifications\/certs\/[\w-]{1,100}$/.test(url.pathname)
  if (!isPayPal) throw new ForgedDelivery()
  const source = `${caller.origin(url.origin)}${url.pathname}`
  const certificate = certificates.get(source) ?? (await fetchCertificate(source, caller))
  if (!certificate) return null
  certificates.set(source, certificate)
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  const now = caller.now.getTime()
  return from <= now && now <= until ? certificate : null
}

async function fetchCertificate(url: string, caller: PayPal): Promise<X509Certificate | null> {
  try {
    return new X509Certificate((await caller.http.request({ url })).text)
  } catch {
    // It can't be reached, or is no certificate: PayPal is asked instead.
    return null
  }
}
