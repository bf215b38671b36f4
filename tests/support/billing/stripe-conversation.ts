/** Each call that the double of Stripe answers, asked at least once, with the answers as they are sent. */
import {
  startStripeBilling,
  stripeKeys,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'

export type Answer = { status: number; json: Row; error: Row | undefined }
type Row = { [name: string]: unknown }
type Fields = Readonly<Record<string, string>>

export type Conversation = {
  stripe: StripeBilling
  /** @param name `POST customers/*`; @param ids in place of the stars */
  call: (name: string, fields?: Fields, ids?: readonly string[]) => Promise<Answer>
  /** The last proper request of this name, with these fields in addition, or without one. */
  ask: (name: string, fields: Fields, without?: string) => Promise<Answer>
  /** The answers to this name that weren't refused. */
  answered: (name: string) => Row[]
  /** Time passes, in seconds. */
  wait: (seconds: number) => Promise<void>
  stop: () => Promise<void>
}

export async function startConversation(): Promise<Conversation> {
  let seconds = Date.UTC(2026, 2, 2, 10) / 1_000
  const stripe = await startStripeBilling(() => new Date(seconds * 1_000))
  const exchanges: { name: string; fields: Fields; ids: readonly string[]; json: Row }[] = []

  async function send(name: string, fields: Fields, ids: readonly string[]): Promise<Answer> {
    const [method = '', template = ''] = name.split(' ')
    const rest = [...ids]
    const path = template.replaceAll('*', () => rest.shift() ?? 'none')
    const encoded = new URLSearchParams(fields)
    const isPost = method === 'POST'
    const query = isPost ? '' : `?${encoded.toString()}`
    const response = await fetch(`${stripe.url}/v1/${path}${query}`, {
      method,
      headers: {
        Authorization: `Bearer ${stripeKeys.secret}`,
        'Stripe-Version': '2026-10-28.endive',
      },
      ...(isPost ? { body: encoded } : {}),
    })
    const json = (await response.json()) as Row
    return { status: response.status, json, error: json['error'] as Row | undefined }
  }

  return {
    stripe,
    async call(name, fields = {}, ids = []) {
      const answer = await send(name, fields, ids)
      if (answer.error === undefined) exchanges.push({ name, fields, ids, json: answer.json })
      return answer
    },
    ask(name, fields, without) {
      const known = exchanges.findLast((one) => one.name === name)
      const kept = Object.entries(known?.fields ?? {}).filter(
        ([key]) => without === undefined || !key.startsWith(without),
      )
      return send(name, { ...Object.fromEntries(kept), ...fields }, known?.ids ?? [])
    },
    answered: (name) => exchanges.filter((one) => one.name === name).map(({ json }) => json),
    async wait(more) {
      seconds += more
      await stripe.settle()
    },
    stop: stripe.stop,
  }
}

const idOf = ({ json }: Answer): string => {
  if (typeof json['id'] === 'string') return json['id']
  throw new Error(`There is no id: ${JSON.stringify(json)}`)
}

export type Shop = { customer: string; prices: Record<'plus' | 'genius', string> }

/** A customer with a card, and two prices. */
export async function createShop({ call, stripe }: Conversation): Promise<Shop> {
  const priceOf = async (name: string, cents: number) => {
    const product = idOf(await call('POST products', { id: `footfall-${name}`, name }))
    return idOf(
      await call('POST prices', {
        product,
        currency: 'usd',
        unit_amount: String(cents),
        lookup_key: name,
        'recurring[interval]': 'month',
        'metadata[plan]': name,
      }),
    )
  }
  const prices = { plus: await priceOf('plus', 2_900), genius: await priceOf('genius', 4_900) }
  const customer = idOf(
    await call('POST customers', {
      name: 'Ann',
      email: 'ann@shop.example',
      'metadata[team_id]': '1',
    }),
  )
  const intent = await call('POST setup_intents', { customer, usage: 'off_session' })
  const method = stripe.enterCard(String(intent.json['client_secret']), 'visa')
  await call('GET setup_intents/*', {}, [idOf(intent)])
  await call(
    'POST customers/*',
    {
      'address[country]': 'US',
      'invoice_settings[default_payment_method]': method,
      'invoice_settings[footer]': 'Thanks',
    },
    [customer],
  )
  return { customer, prices }
}

/** Asks everything. */
export async function playAll(conversation: Conversation): Promise<void> {
  const shop = await createShop(conversation)
  await playCustomer(conversation, shop)
  await playCatalog(conversation, shop)
  await playSubscription(conversation, shop)
  await playCheckout(conversation, shop)
  await playDeletedCustomer(conversation, shop)
  await playEndpoints(conversation)
}

async function playEndpoints({ call, stripe }: Conversation): Promise<void> {
  const url = 'https://shop.example/hooks'
  stripe.addEndpoint({ url, events: ['invoice.paid'] })
  Object.assign(stripe.addEndpoint({ url, apiVersion: null }), { status: 'disabled' })
  await call('GET webhook_endpoints', { limit: '1' })
  await call('GET webhook_endpoints', { limit: '100' })
}

/** Its subscriptions end, and expanded it says no more than that it was deleted. */
async function playDeletedCustomer({ call }: Conversation, { prices }: Shop): Promise<void> {
  const customer = idOf(await call('POST customers', { name: 'Bob' }))
  const id = idOf(
    await call('POST subscriptions', {
      customer,
      'items[0][price]': prices.plus,
      payment_behavior: 'default_incomplete',
    }),
  )
  await call('DELETE customers/*', {}, [customer])
  await call('GET customers/*', {}, [customer])
  await call('GET subscriptions/*', {}, [id])
  await call('GET subscriptions/*', { 'expand[]': 'customer' }, [id])
  await call('GET subscriptions', { customer, status: 'all', 'expand[]': 'data.customer' })
}

async function playCustomer({ call, stripe }: Conversation, { customer }: Shop): Promise<void> {
  const expand = { 'expand[]': 'invoice_settings.default_payment_method' }
  await call('GET customers/*', {}, [customer])
  await call('GET customers/*', expand, [customer])
  const wanted = { type: 'eu_vat', value: 'NL123456789B01' }
  const taxId = idOf(await call('POST customers/*/tax_ids', wanted, [customer]))
  await call('GET customers/*/tax_ids', { limit: '100' }, [customer])
  await call('DELETE customers/*/tax_ids/*', {}, [customer, taxId])
  const method = stripe.enterCard(
    String((await call('POST setup_intents', { customer })).json['client_secret']),
    'german',
  )
  await call('GET payment_methods', { customer, type: 'card', limit: '100' })
  await call('GET payment_methods/*', {}, [method])
  await call('POST payment_methods/*/detach', {}, [method])
  await call('POST payment_methods/*/attach', { customer }, [method])
}

async function playCatalog({ call }: Conversation, { customer, prices }: Shop): Promise<void> {
  await call('GET products', { limit: '10' })
  await call('GET products/*', {}, ['footfall-plus'])
  await call('GET prices', { 'lookup_keys[0]': 'plus', active: 'true', limit: '100' })
  await call('GET prices/*', {}, [prices.plus])
  await call('POST prices/*', { active: 'true', 'metadata[plan]': 'plus' }, [prices.plus])
  await call('POST coupons', {
    id: 'OFF',
    amount_off: '500',
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: '3',
    'applies_to[products][0]': 'footfall-plus',
  })
  await call('POST coupons', { id: 'HALF', percent_off: '50', duration: 'once' })
  await call('GET coupons/*', { 'expand[]': 'applies_to' }, ['OFF'])
  const wanted = { 'promotion[type]': 'coupon', 'promotion[coupon]': 'HALF', code: 'SPRING' }
  const code = idOf(
    await call('POST promotion_codes', { ...wanted, customer, max_redemptions: '9' }),
  )
  await call('GET promotion_codes', {
    code: 'spring',
    active: 'true',
    limit: '1',
    'expand[]': 'data.promotion.coupon.applies_to',
  })
  await call('POST promotion_codes/*', { active: 'true' }, [code])
}

async function playSubscription(
  { call, stripe, wait }: Conversation,
  { customer, prices }: Shop,
): Promise<void> {
  const subscription = await call('POST subscriptions', {
    customer,
    'items[0][price]': prices.plus,
    payment_behavior: 'allow_incomplete',
    'billing_mode[type]': 'flexible',
    'billing_mode[flexible][proration_discounts]': 'itemized',
    'discounts[0][coupon]': 'OFF',
    'metadata[team_id]': '1',
  })
  const id = idOf(subscription)
  const { data } = subscription.json['items'] as { data: { id: string }[] }
  const item = data[0]?.id ?? ''
  await call('GET subscriptions', { customer, status: 'all', limit: '100' })
  await call('GET subscriptions/*', { 'expand[]': 'discounts.source.coupon.applies_to' }, [id])
  await wait(10 * 86_400)
  const change = { 'items[0][id]': item, 'items[0][price]': prices.genius }
  const details = {
    'subscription_details[items][0][id]': item,
    'subscription_details[items][0][price]': prices.genius,
    'subscription_details[proration_behavior]': 'always_invoice',
  }
  await call('POST invoices/create_preview', { customer, subscription: id, ...details })
  await call('POST invoices/create_preview', { customer, subscription: id, preview_mode: 'next' })
  const pending = {
    ...change,
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    cancel_at_period_end: 'false',
  }
  const card =
    stripe.account.get('customer', customer).invoice_settings.default_payment_method ?? ''
  stripe.changeCard(card, 'asks at payments')
  const waiting = await call('POST subscriptions/*', pending, [id])
  const invoice = String(waiting.json['latest_invoice'])
  const shown = await call('GET invoices/*', { 'expand[]': 'confirmation_secret' }, [invoice])
  const secret = (shown.json['confirmation_secret'] as { client_secret: string }).client_secret
  await call('GET payment_intents/*', {}, [secret.split('_secret_')[0] ?? ''])
  await call('POST payment_intents/*/cancel', {}, [secret.split('_secret_')[0] ?? ''])
  await call('POST invoices/*/void', {}, [invoice])
  stripe.changeCard(card, 'declines renewals')
  await call('POST subscriptions/*', pending, [id])
  await wait(31 * 86_400)
  const open = await call('GET invoices', { customer, status: 'open', limit: '100' })
  const [due] = open.json['data'] as { id: string }[]
  await call('POST invoices/*/pay', { off_session: 'false' }, [due?.id ?? ''])
  await call('GET invoices', { customer, subscription: id })
  await call('GET invoices/*/lines', { limit: '100' }, [due?.id ?? ''])
  await call('POST subscriptions/*', { cancel_at_period_end: 'true' }, [id])
  await call('DELETE subscriptions/*', {}, [id])
}

async function playCheckout({ call, stripe }: Conversation, { customer }: Shop): Promise<void> {
  const order = {
    mode: 'payment',
    customer,
    client_reference_id: 'purchase-1',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '900',
    'line_items[0][price_data][product_data][name]': 'Boost',
    'invoice_creation[enabled]': 'true',
    success_url: 'https://shop.example/done',
    cancel_url: 'https://shop.example/billing',
  }
  const abandoned = idOf(await call('POST checkout/sessions', order))
  await call('POST checkout/sessions/*/expire', {}, [abandoned])
  const id = idOf(await call('POST checkout/sessions', order))
  await call('GET checkout/sessions', { customer, status: 'open' })
  stripe.checkOut(id, 'pay')
  await call('GET checkout/sessions/*', {}, [id])
  await call('GET checkout/sessions/*', { 'expand[]': 'payment_intent.latest_charge' }, [id])
}
