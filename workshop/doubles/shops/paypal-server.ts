/** A PayPal account: its tokens, webhooks, payments and reports, and events signed with a certificate. */
import { createSign } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import { makeCertificate, type Certificate } from './certificate.ts'
import { reportReply, startReports, type PayPalReports } from './paypal-reports.ts'
import {
  startShopDouble,
  type DoubleOptions,
  type DoubleReply,
  type SeenRequest,
  type ShopDouble,
} from './shop-double.ts'
import { paypal } from '../../published/services/paypal.ts'

type Capture = Record<string, unknown> & { id: string }

export type PayPalServer = ShopDouble & {
  clientId: string
  clientSecret: string
  certificate: Certificate
  /** The response of the call that verifies a signature. */
  verification: { status: string }
  webhooks: Map<string, string>
  captures: Map<string, Capture>
  /** Payments of subscriptions, which are no captures. */
  sales: Map<string, unknown>
  orders: Map<string, unknown>
  /** Its list of transactions, and what is refused of it. */
  reports: PayPalReports
  /** Headers and body of an event, signed for one webhook. */
  sign: (
    body: string,
    webhook: string,
    certificate?: Certificate,
  ) => Record<string, string | undefined>
  pay: (how?: Paid) => Promise<Capture>
  /** A payment of a subscription. @returns its ID */
  renew: (how?: Paid) => Promise<string>
  /** A payment by another app of the account. @returns its ID */
  payElsewhere: (how?: Pick<Paid, 'at'>) => string
  refund: (id: string, how?: Paid & { isPart?: boolean }) => Promise<void>
}

/** By default now, by a payer whose address isn't known, and a webhook reports it. */
type Paid = { at?: Date; isDelivered?: boolean; email?: string }

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
  const sales = new Map<string, unknown>()
  const elsewhere = new Set<string>()
  const orders = new Map<string, unknown>()
  const reports = startReports()
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
    if (path === '/v1/reporting/transactions') return reportReply(request, reports, now())
    const id = path.split('/').at(-1) ?? ''
    if (elsewhere.has(id)) return { status: 403, json: { name: 'NOT_AUTHORIZED' } }
    const [of] = Object.entries(details).flatMap(([start, map]) =>
      path.startsWith(start) ? map : [],
    )
    const found = of?.get(id)
    return found ? { json: found } : { status: 404, json: { name: 'RESOURCE_NOT_FOUND' } }
  }

  const details: Readonly<Record<string, ReadonlyMap<string, unknown>>> = {
    '/v2/payments/captures/': captures,
    '/v1/payments/sale/': sales,
    '/v2/checkout/orders/': orders,
  }

  /** @param facts without a status: completed */
  function report(id: string, at: Date, facts: Record<string, unknown>): void {
    const moment = at.toISOString()
    const info = {
      transaction_id: id,
      transaction_initiation_date: moment,
      transaction_updated_date: moment,
      transaction_amount: { currency_code: 'EUR', value: '24.50' },
      transaction_status: 'S',
      ...facts,
    }
    reports.rows.push({ at, info })
  }

  const double = await startShopDouble({
    port,
    published: paypal,
    answer,
    limited: (seconds) => ({
      headers: seconds === undefined ? {} : { 'Retry-After': seconds },
      json: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests.', debug_id: 'double' },
    }),
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
      resource_type: type.split('.')[1]?.toLowerCase(),
      event_type: type,
      create_time: now().toISOString(),
      resource,
    })
    for (const [webhook, url] of webhooks) {
      const headers = Object.entries(sign(body, webhook)).map(([name, value]) => [
        name,
        value ?? '',
      ])
      await double.report(type, url, {
        body,
        headers: Object.fromEntries(headers) as Record<string, string>,
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
    sales,
    orders,
    reports,
    sign,
    async pay({ at = now(), isDelivered = true, email } = {}) {
      const orderId = nextId('ORDER')
      orders.set(orderId, {
        id: orderId,
        payer: {
          name: { given_name: 'Emma' },
          address: { country_code: 'NL' },
          ...(email === undefined ? {} : { email_address: email }),
        },
        purchase_units: [
          {
            items: [
              {
                name: 'Oak tray',
                quantity: '1',
                unit_amount: { value: '24.50', currency_code: 'EUR' },
              },
            ],
          },
        ],
      })
      const capture = {
        id: nextId('CAPTURE'),
        status: 'COMPLETED',
        create_time: at.toISOString(),
        amount: { value: '24.50', currency_code: 'EUR' },
        supplementary_data: { related_ids: { order_id: orderId } },
      }
      captures.set(capture.id, capture)
      report(capture.id, at, { transaction_event_code: 'T0006', ...referringTo('ODR', orderId) })
      if (isDelivered) await emit('PAYMENT.CAPTURE.COMPLETED', capture)
      return capture
    },
    async renew({ at = now(), isDelivered = true } = {}) {
      const id = nextId('SALE')
      const sale = {
        id,
        state: 'completed',
        parent_payment: nextId('PAY'),
        create_time: at.toISOString(),
        amount: { total: '24.50', currency: 'EUR' },
      }
      sales.set(id, sale)
      report(id, at, { transaction_event_code: 'T0002', ...referringTo('SUB', nextId('SUB')) })
      if (isDelivered) await emit('PAYMENT.SALE.COMPLETED', sale)
      return id
    },
    payElsewhere({ at = now() } = {}) {
      const id = nextId('OTHER')
      elsewhere.add(id)
      report(id, at, { transaction_event_code: 'T0006' })
      return id
    },
    async refund(id, { at = now(), isDelivered = true, isPart = false } = {}) {
      const capture = captures.get(id)
      if (capture) Object.assign(capture, { status: isPart ? 'PARTIALLY_REFUNDED' : 'REFUNDED' })
      const row = reports.rows.find(({ info }) => info.transaction_id === id)
      if (row && !isPart) Object.assign(row.info, { transaction_status: 'V' })
      const refundId = nextId('REFUND')
      report(refundId, at, {
        transaction_event_code: 'T1107',
        transaction_amount: { currency_code: 'EUR', value: isPart ? '-4.50' : '-24.50' },
        ...referringTo('TXN', id),
      })
      const href = `https://api.paypal.com/v2/payments/captures/${id}`
      if (!isDelivered) return
      await emit('PAYMENT.CAPTURE.REFUNDED', { id: refundId, links: [{ rel: 'up', href }] })
    },
  }
}

const referringTo = (kind: 'ODR' | 'TXN' | 'SUB', id: string) => ({
  paypal_reference_id: id,
  paypal_reference_id_type: kind,
})
