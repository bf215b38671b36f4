/** A Stripe account: payments with Checkout and without it, and webhook endpoints with signed events. */
import { createHmac } from 'node:crypto'
import {
  billingDetails,
  blankCharge,
  blankDispute,
  blankEndpoint,
  blankRefund,
  blankSession,
  customerDetails,
  stripeLineItem,
  stripeList,
} from './stripe-objects.ts'
import { createOAuthDesk, type OAuthDesk } from './oauth-desk.ts'
import { startShopDouble, type DoubleReply, type SeenRequest } from './shop-double.ts'
import type { DoubleOptions, ShopDouble } from './shop-double.ts'
import { stripe } from '../../published/services/stripe.ts'

type Row = Record<string, unknown> & { id: string; created: number }
type Endpoint = { id: string; url: string; secret: string; enabled_events: string[] }

export type StripeServer = ShopDouble & {
  key: string
  /** Another account's, where nothing was sold. */
  other: { key: string; endpoints: Map<string, Endpoint> }
  /** Connect: the platform's app, and approvals by its accounts. */
  app: { id: string; secret: string }
  desk: OAuthDesk
  /** The account that approves, until it's deauthorized. */
  account: { id: string; isAuthorized: boolean }
  endpoints: Map<string, Endpoint>
  /** Responses of the endpoints. */
  sent: { type: string; status: number }[]
  /** False: events are listed, and not delivered. */
  deliver: (isDelivered: boolean) => void
  /** With Checkout: a session with line items, and its charge. */
  checkOut: (wanted?: Record<string, unknown>) => Promise<{ session: Row; charge: Row }>
  /** Without Checkout. */
  pay: (wanted?: Record<string, unknown>) => Promise<Row>
  /** The payment was authorized only. @param part in the smallest unit; default: all of it */
  capture: (chargeId: string, part?: number) => Promise<Row>
  /** @param part of the money alone, in the smallest unit; default: all of it */
  refund: (chargeId: string, part?: number) => Promise<Row>
  /** A chargeback begins, or ends for the shop. @param part as above */
  dispute: (chargeId: string, isWon: boolean, part?: number) => Promise<Row>
}

/** @param signed what is signed is this and a dot and the body @returns the header */
export const stripeSignature = (secret: string, body: string, seconds: number): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`

export async function startStripeServer(
  now: () => Date,
  { port, lastId: firstId = 0 }: DoubleOptions = {},
): Promise<StripeServer> {
  const key = 'rk_live_0123456789abcdefghij'
  const app = { id: 'ca_0123456789abcdef', secret: 'sk_live_platform0123456789' }
  const account = {
    id: 'acct_1MZxUoB7WZ01zgkW',
    isAuthorized: true,
    endpoints: new Map<string, Endpoint>(),
  }
  const desk = createOAuthDesk({
    now,
    app,
    paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
    usesPkce: false,
    namedBy: 'secret',
    lifetimeSeconds: null,
    back: { scope: 'read_write' },
    present: ({ access, refresh }) => ({
      access_token: access,
      livemode: true,
      refresh_token: refresh,
      scope: 'read_write',
      stripe_publishable_key: 'pk_live_0123456789',
      stripe_user_id: account.id,
      token_type: 'bearer',
    }),
  })
  const { endpoints } = account
  const other = { key: 'rk_live_abcdefghij0123456789', endpoints: new Map<string, Endpoint>() }
  const isOther = ({ headers }: SeenRequest) => headers.authorization === `Bearer ${other.key}`
  const sent: StripeServer['sent'] = []
  const [sessions, charges, customers]: [Row[], Row[], Row[]] = [[], [], []]
  const [refunds, events]: [Row[], Row[]] = [[], []]
  const lists: Readonly<Record<string, Row[]>> = {
    'checkout/sessions': sessions,
    charges,
    customers,
    refunds,
    events,
    products: [],
  }
  let lastId = firstId
  const nextId = (kind: string) => `${kind}_${String((lastId += 1)).padStart(8, '0')}`
  const seconds = () => Math.floor(now().getTime() / 1000)

  let isDelivered = true

  async function emit(type: string, object: Row): Promise<void> {
    const event = {
      id: nextId('evt'),
      object: 'event',
      api_version: '2025-02-24.acacia',
      type,
      created: seconds(),
      livemode: true,
      pending_webhooks: 1,
      request: null,
      data: { object },
    }
    // As it was then, whatever becomes of the object.
    events.push(structuredClone(event))
    if (!isDelivered) return
    const body = JSON.stringify(event)
    for (const { url, secret, enabled_events: wanted } of endpoints.values()) {
      if (!wanted.includes(type)) continue
      const headers = { 'stripe-signature': stripeSignature(secret, body, seconds()) }
      sent.push({ type, status: (await double.report(type, url, { headers, body })).status })
    }
  }

  const refusal = (code: string, param: string): DoubleReply => ({
    status: 400,
    json: { error: { type: 'invalid_request_error', code, param } },
  })

  /** Stripe takes four names in a path, and counts the `data` of a list. */
  const isTooDeep = (query: URLSearchParams) =>
    query.getAll('expand[]').some((path) => path.split('.').length > 4)

  /** Newest first. */
  function list(rows: readonly Row[], query: URLSearchParams): DoubleReply {
    if (isTooDeep(query)) return refusal('property_expansion_max_depth', 'expand')
    const unknown = query.get('starting_after')
    if (unknown !== null && !rows.some(({ id }) => id === unknown)) {
      return refusal('resource_missing', 'starting_after')
    }
    const hasItems = query.getAll('expand[]').includes('data.line_items')
    const keptFrom = rows === events ? seconds() - 30 * 86_400 : 0
    const from = Math.max(keptFrom, Number(query.get('created[gte]') ?? 0))
    const intent = query.get('payment_intent')
    const types = [...query].flatMap(([name, value]) => (name.startsWith('types[') ? value : []))
    const all = rows
      .filter(({ created }) => created >= from)
      .filter(({ type }) => types.length === 0 || types.includes(String(type)))
      .filter((row) => intent === null || row['payment_intent'] === intent)
      .toReversed()
    const after = query.get('starting_after')
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = all.slice(start, start + Number(query.get('limit') ?? 10))
    const hasMore = start + page.length < all.length
    const hasCharge = query.getAll('expand[]').includes('data.charge')
    // Line items, and the charge of a refund, come only to those who ask for them.
    const data = page.map(({ line_items: items, ...row }) => ({
      ...row,
      ...(hasItems && items !== undefined ? { line_items: items } : {}),
      ...(hasCharge ? { charge: charges.find(({ id }) => id === row['charge']) ?? null } : {}),
    }))
    return { json: stripeList('/v1/list', data, hasMore) }
  }

  function endpointReply(request: SeenRequest): DoubleReply {
    const { method, path, body } = request
    const { endpoints } = isOther(request) ? other : account
    const id = path.split('/')[3]
    const form = new URLSearchParams(body)
    const known = endpoints.get(id ?? '')
    if (id !== undefined && !known) return { status: 404, json: { error: { type: 'missing' } } }
    if (method === 'GET') {
      // Only the answer that creates one names its secret.
      const data = [...endpoints.values()].map(({ secret: _hidden, ...one }) => one)
      return { json: stripeList('/v1/webhook_endpoints', data) }
    }
    if (method === 'DELETE') {
      endpoints.delete(id ?? '')
      return { json: { id, object: 'webhook_endpoint', deleted: true } }
    }
    const wanted = [...form].flatMap(([name, value]) =>
      name.startsWith('enabled_events[') ? [value] : [],
    )
    const endpoint = {
      ...blankEndpoint,
      id: known?.id ?? nextId('we'),
      url: form.get('url') ?? '',
      secret: known?.secret ?? nextId('whsec'),
      enabled_events: wanted,
    }
    endpoints.set(endpoint.id, endpoint)
    const { secret: _hidden, ...shown } = endpoint
    return { json: known ? shown : endpoint }
  }

  /** Only for the platform's own key. */
  function deauthorize({ headers, body }: SeenRequest): DoubleReply {
    const form = new URLSearchParams(body)
    const isRight =
      headers.authorization === `Bearer ${app.secret}` &&
      form.get('client_id') === app.id &&
      form.get('stripe_user_id') === account.id &&
      account.isAuthorized
    if (!isRight) {
      return { status: 401, json: { error: 'invalid_client', error_description: 'Refused.' } }
    }
    account.isAuthorized = false
    desk.withdraw()
    return { json: { stripe_user_id: account.id } }
  }

  function answer(request: SeenRequest): DoubleReply {
    if (request.path === '/oauth/deauthorize') return deauthorize(request)
    const approval = desk.answer(request)
    if (approval) return approval
    const name = request.path.replace(/^\/v1\//, '')
    if (name.startsWith('webhook_endpoints')) return endpointReply(request)
    const session = /^checkout\/sessions\/(\w+)\/line_items$/.exec(name)?.[1]
    if (session) {
      const found = sessions.find(({ id }) => id === session)
      if (isTooDeep(request.query)) return refusal('property_expansion_max_depth', 'expand')
      return found ? { json: found['line_items'] } : { status: 404, json: {} }
    }
    const charge = charges.find(({ id }) => name === `charges/${id}`)
    if (charge) return { json: charge }
    const rows = lists[name]
    return rows ? list(isOther(request) ? [] : rows, request.query) : { status: 404, json: {} }
  }

  const double = await startShopDouble({
    port,
    published: stripe,
    answer,
    refused: { json: { error: { type: 'invalid_request_error' } } },
    limited: (seconds) => ({
      headers: seconds === undefined ? {} : { 'Retry-After': seconds },
      json: { error: { type: 'invalid_request_error', code: 'rate_limit' } },
    }),
    isAuthorized: ({ path, headers: { authorization } }) =>
      path.startsWith('/oauth/') ||
      authorization === `Bearer ${key}` ||
      authorization === `Bearer ${other.key}` ||
      desk.isValid(authorization?.replace(/^Bearer /, '')),
  })

  const addCharge = (wanted: Record<string, unknown>): Row => {
    const charge = {
      ...blankCharge,
      id: nextId('ch'),
      created: seconds(),
      status: 'succeeded',
      amount: 2450,
      amount_captured: wanted['captured'] === false ? 0 : (wanted['amount'] ?? 2450),
      currency: 'eur',
      description: 'Oak tray',
      payment_intent: nextId('pi'),
      billing_details: billingDetails('Emma Visser', { city: 'Utrecht', country: 'NL' }),
      ...wanted,
    }
    charges.push(charge)
    return charge
  }

  const chargeOf = (wanted: string): Row => {
    const charge = charges.find(({ id }) => id === wanted)
    if (!charge) throw new Error('No such charge.')
    return charge
  }

  return {
    ...double,
    key,
    other,
    app,
    desk,
    account,
    endpoints,
    sent,
    deliver(wanted) {
      isDelivered = wanted
    },
    async checkOut(wanted = {}) {
      const session = {
        ...blankSession,
        id: nextId('cs'),
        created: seconds(),
        payment_status: 'paid',
        payment_intent: nextId('pi'),
        amount_total: 2450,
        currency: 'eur',
        customer_details: customerDetails('Emma Visser', { city: 'Utrecht', country: 'NL' }),
        line_items: stripeList('/v1/checkout/sessions/line_items', [
          stripeLineItem({ id: '1', title: 'Oak tray', amount: 2450, currency: 'eur' }),
        ]),
        ...wanted,
      }
      sessions.push(session)
      // Checkout describes what is bought by line items, and leaves this empty.
      const charge = addCharge({
        payment_intent: session.payment_intent,
        description: null,
        captured: session.payment_status === 'paid',
      })
      await emit('charge.succeeded', charge)
      const { line_items: _fetched, ...sentSession } = session
      await emit('checkout.session.completed', sentSession)
      return { session, charge }
    },
    async pay(wanted = {}) {
      const charge = addCharge(wanted)
      await emit('charge.succeeded', charge)
      return charge
    },
    async capture(chargeId, part) {
      const charge = chargeOf(chargeId)
      Object.assign(charge, { captured: true, amount_captured: part ?? charge['amount'] })
      await emit('charge.captured', charge)
      return charge
    },
    async refund(chargeId, part) {
      const charge = chargeOf(chargeId)
      const { amount, currency, payment_intent } = charge
      const back = part ?? Number(amount)
      const all = Number(charge['amount_refunded']) + back
      Object.assign(charge, { refunded: all === amount, amount_refunded: all })
      const row = { id: nextId('re'), created: seconds(), charge: chargeId, amount: back }
      refunds.push({ ...blankRefund, ...row, currency, payment_intent })
      await emit('charge.refunded', charge)
      return charge
    },
    async dispute(chargeId, isWon, part) {
      const charge = chargeOf(chargeId)
      const { amount, currency, payment_intent } = charge
      Object.assign(charge, { disputed: true })
      const dispute = {
        ...blankDispute,
        id: nextId('dp'),
        created: seconds(),
        charge: chargeId,
        currency,
        payment_intent,
        amount: part ?? amount,
        status: isWon ? 'won' : 'needs_response',
      }
      await emit(`charge.dispute.funds_${isWon ? 'reinstated' : 'withdrawn'}`, dispute)
      return dispute
    },
  }
}
