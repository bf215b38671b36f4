/** A PayPal account: its tokens, webhooks, captures and orders, and events signed with a certificate. */
import { createSign } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import { makeCertificate, type Certificate } from './certificate.ts'
import {
  startShopDouble,
  type DoubleOptions,
  type DoubleReply,
  type SeenRequest,
  type ShopDouble,
} from './shop-double.ts'

type Capture = Record<string, unknown> & { id: string }

export type PayPalServer = ShopDouble & {
  clientId: string
  clientSecret: string
  certificate: Certificate
  /** The response of the call that verifies a signature. */
  verification: { status: string }
  webhooks: Map<string, string>
  captures: Map<string, Capture>
  orders: Map<string, unknown>
  /** Headers and body of an event, signed for one webhook. */
  sign: (
    body: string,
    webhook: string,
    certificate?: Certificate,
  ) => Record<string, string | undefined>
  pay: () => Promise<Capture>
  refund: (id: string) => Promise<void>
}

/** Making one takes longer than most tests. */
const certificate = makeCertificate({
  from: new Date('2020-01-01T00:00:00Z'),
  until: new Date('2040-01-01T00:00:00Z'),
})

export async function startPayPalServer(
  now: () => Date,
  { port, lastId: firstId = 0 }: DoubleOptions = {},
): Promise<PayPalServer> {
  const clientId = 'AaBbCcDdEeFfGgHhIiJjKkLl'
  const clientSecret = 'secret-0123456789-0123456789'
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const token = 'A21AA-token'
  const verification = { status: 'FAILURE' }
  const webhooks = new Map<string, string>()
  const eventTypes = new Map<string, { name: string }[]>()
  const captures = new Map<string, Capture>()
  const orders = new Map<string, unknown>()
  let lastId = firstId
  const nextId = (kind: string) => `${kind}${String((lastId += 1)).padStart(12, '0')}`

  function webhookReply({ method, path, body }: SeenRequest): DoubleReply {
    const id = path.split('/')[4]
    if (id !== undefined && !webhooks.has(id)) return { status: 404, json: { name: 'INVALID_ID' } }
    if (method === 'GET') {
      return { json: { webhooks: [...webhooks.keys()].map(webhookJson) } }
    }
    if (method === 'DELETE') {
      webhooks.delete(id ?? '')
      return { status: 204 }
    }
    if (method === 'PATCH') {
      const [{ value } = { value: [] }] = JSON.parse(body) as { value: { name: string }[] }[]
      if (isDeepStrictEqual(value, eventTypes.get(id ?? ''))) {
        return refusal('WEBHOOK_PATCH_REQUEST_NO_CHANGE')
      }
      eventTypes.set(id ?? '', value)
      return { json: webhookJson(id ?? '') }
    }
    const wanted = JSON.parse(body) as { url: string; event_types: { name: string }[] }
    if ([...webhooks.values()].includes(wanted.url)) return refusal('WEBHOOK_URL_ALREADY_EXISTS')
    if (webhooks.size >= 10) return refusal('WEBHOOK_NUMBER_LIMIT_EXCEEDED')
    const made = nextId('WH')
    webhooks.set(made, wanted.url)
    eventTypes.set(made, wanted.event_types)
    return { status: 201, json: webhookJson(made) }
  }

  const webhookJson = (id: string) => ({
    id,
    url: webhooks.get(id),
    event_types: eventTypes.get(id) ?? [],
  })

  const refusal = (name: string): DoubleReply => ({
    status: 400,
    json: { name, message: 'Refused.', debug_id: 'double' },
  })

  function answer(request: SeenRequest): DoubleReply {
    const { path } = request
    if (path.startsWith('/v1/notifications/certs/')) return { text: certificate.pem }
    if (path === '/v1/oauth2/token') return { json: { access_token: token, expires_in: 32_400 } }
    if (path.startsWith('/v1/notifications/webhooks')) return webhookReply(request)
    if (path === '/v1/notifications/verify-webhook-signature') {
      return { json: { verification_status: verification.status } }
    }
    const id = path.split('/').at(-1) ?? ''
    const found = path.startsWith('/v2/payments/captures/') ? captures.get(id) : orders.get(id)
    return found ? { json: found } : { status: 404, json: { name: 'RESOURCE_NOT_FOUND' } }
  }

  const double = await startShopDouble({
    port,
    answer,
    refused: { json: { error: 'invalid_token', error_description: 'Refused.' } },
    isAuthorized({ path, headers }) {
      if (path.startsWith('/v1/notifications/certs/')) return true
      return headers.authorization === (path === '/v1/oauth2/token' ? basic : `Bearer ${token}`)
    },
  })

  const sign: PayPalServer['sign'] = (body, webhook, by = certificate) => {
    const [id, time] = [nextId('transmission-'), now().toISOString()]
    const message = `${id}|${time}|${webhook}|${String(crc32(body))}`
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256')
        .update(message)
        .sign(by.privateKey, 'base64'),
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594',
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

  async function emit(type: string, resource: unknown): Promise<void> {
    const body = JSON.stringify({
      id: nextId('WH-EVENT-'),
      event_type: type,
      create_time: now().toISOString(),
      resource,
    })
    for (const [webhook, url] of webhooks) {
      const headers = Object.entries(sign(body, webhook)).map(([name, value]) => [
        name,
        value ?? '',
      ])
      await fetch(url, {
        method: 'POST',
        body,
        headers: Object.fromEntries(headers) as HeadersInit,
      })
    }
  }

  return {
    ...double,
    clientId,
    clientSecret,
    certificate,
    verification,
    webhooks,
    captures,
    orders,
    sign,
    async pay() {
      const orderId = nextId('ORDER')
      orders.set(orderId, {
        id: orderId,
        payer: { name: { given_name: 'Emma' }, address: { country_code: 'NL' } },
        purchase_units: [{ items: [{ name: 'Oak tray', quantity: '1' }] }],
      })
      const capture = {
        id: nextId('CAPTURE'),
        status: 'COMPLETED',
        create_time: now().toISOString(),
        amount: { value: '24.50', currency_code: 'EUR' },
        supplementary_data: { related_ids: { order_id: orderId } },
      }
      captures.set(capture.id, capture)
      await emit('PAYMENT.CAPTURE.COMPLETED', capture)
      return capture
    },
    async refund(id) {
      const capture = captures.get(id)
      if (capture) Object.assign(capture, { status: 'REFUNDED' })
      const href = `https://api.paypal.com/v2/payments/captures/${id}`
      await emit('PAYMENT.CAPTURE.REFUNDED', { id: nextId('REFUND'), links: [{ rel: 'up', href }] })
    },
  }
}
