/** Customers, their tax IDs, and their cards. */
import { base, type Account } from './account.ts'
import { cardOfNumber, declined } from './cards.ts'
import { invalid } from './failure.ts'
import * as form from './form.ts'
import type { CustomerRow, PaymentMethodRow, SetupIntentRow, TaxIdRow } from './rows.ts'
import { customerOf, endSubscription, isOver } from './subscriptions.ts'

export function createCustomer(account: Account, params: form.Params): CustomerRow {
  const id = account.nextId('cus')
  const customer: CustomerRow = {
    ...base(account, 'customer', id),
    name: null,
    email: null,
    address: null,
    balance: 0,
    currency: null,
    delinquent: false,
    metadata: {},
    invoice_settings: { default_payment_method: null, footer: null },
  }
  assign(account, customer, params)
  account.tables.customer.set(id, customer)
  account.emit('customer.created', customer)
  return customer
}

export function updateCustomer(account: Account, id: string, params: form.Params): CustomerRow {
  const customer = customerOf(account, id, 'id')
  assign(account, customer, params)
  account.emit('customer.updated', customer)
  return customer
}

function assign(account: Account, customer: CustomerRow, params: form.Params): void {
  for (const name of ['name', 'email'] as const) {
    if (name in params) customer[name] = form.filledOf(params, name)
  }
  if (typeof params['address'] === 'object') {
    const given = params['address']
    customer.address = {
      ...customer.address,
      ...Object.fromEntries(Object.keys(given).map((name) => [name, form.filledOf(given, name)])),
    }
  }
  const settings = form.groupOf(params, 'invoice_settings')
  if ('footer' in settings) customer.invoice_settings.footer = form.filledOf(settings, 'footer')
  if ('default_payment_method' in settings) {
    const card = form.filledOf(settings, 'default_payment_method')
    if (card !== null) checkOwner(account, card, customer.id)
    customer.invoice_settings.default_payment_method = card
  }
  customer.balance = form.integerOf(params, 'balance') ?? customer.balance
  customer.metadata = form.mergedMetadata(customer.metadata, params)
}

function checkOwner(account: Account, card: string, customer: string): void {
  if (account.get('payment_method', card, 'payment_method').customer === customer) return
  throw invalid('The customer does not have a payment method with this ID.', {
    code: 'resource_missing',
    param: 'payment_method',
  })
}

/** With all subscriptions, which end. */
export function deleteCustomer(account: Account, id: string) {
  const customer = customerOf(account, id, 'id')
  for (const subscription of account.tables.subscription.values()) {
    if (subscription.customer === id && !isOver(subscription))
      endSubscription(account, subscription)
  }
  // The event has the customer as it was: `CustomerDeletedEvent` in the library’s types.
  account.emit('customer.deleted', customer)
  customer.deleted = true
  return { id, object: 'customer', deleted: true }
}

/** The types that Footfall sends. Stripe knows more. */
export const taxIdTypes = [
  'ae_trn',
  'au_abn',
  'ch_vat',
  'eu_vat',
  'gb_vat',
  'in_gst',
  'is_vat',
  'jp_cn',
  'kr_brn',
  'li_vat',
  'mx_rfc',
  'no_vat',
  'nz_gst',
  'sa_vat',
  'sg_gst',
  'tr_tin',
  'ua_vat',
  'us_ein',
  'za_vat',
]

/** VAT IDs of the European Union, with Greece's own prefix, and Northern Ireland's. */
const euVat = /^[A-Z]{2}[0-9A-Z+*]{2,12}$/
const shapes: Readonly<Record<string, RegExp>> = {
  eu_vat: euVat,
  gb_vat: /^GB\d{9}(?:\d{3})?$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(?:MWST|TVA|IVA)$/,
  no_vat: /^\d{9}MVA$/,
}

export function createTaxId(account: Account, customer: string, params: form.Params): TaxIdRow {
  customerOf(account, customer, 'id')
  const type = form.requiredOf(params, 'type')
  const value = form.requiredOf(params, 'value')
  const shape = shapes[type] ?? /^[\w. -]{4,20}$/
  if (!shape.test(value)) {
    throw invalid(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' })
  }
  const id = account.nextId('txi')
  const taxId: TaxIdRow = {
    ...base(account, 'tax_id', id),
    customer,
    country: value.slice(0, 2),
    type,
    value,
    verification: { status: verificationOf(value) },
  }
  account.tables.tax_id.set(id, taxId)
  account.emit('customer.tax_id.created', taxId)
  return taxId
}

/** Stripe's test values. Every other number is a company's. */
function verificationOf(value: string): TaxIdRow['verification']['status'] {
  if (value.includes('111111111')) return 'unverified'
  if (value.includes('222222222')) return 'pending'
  return value.includes('333333333') ? 'unavailable' : 'verified'
}

/** Stores the tax office's answer. */
export function checkTaxId(
  account: Account,
  id: string,
  status: TaxIdRow['verification']['status'],
): void {
  const taxId = account.get('tax_id', id)
  taxId.verification.status = status
  account.emit('customer.tax_id.updated', taxId)
}

export function deleteTaxId(account: Account, customer: string, id: string) {
  const taxId = account.get('tax_id', id)
  if (taxId.customer !== customer) throw invalid('The tax ID is another customer’s.')
  account.tables.tax_id.delete(id)
  account.emit('customer.tax_id.deleted', taxId)
  return { id, object: 'tax_id', deleted: true }
}

export function createSetupIntent(account: Account, params: form.Params): SetupIntentRow {
  const id = account.nextId('seti')
  const intent: SetupIntentRow = {
    ...base(account, 'setup_intent', id),
    customer: customerOf(account, form.requiredOf(params, 'customer')).id,
    usage: form.textOf(params, 'usage') ?? 'off_session',
    client_secret: `${id}_secret_${account.nextId('x').slice(2)}`,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    metadata: form.mergedMetadata({}, params),
  }
  account.tables.setup_intent.set(id, intent)
  return intent
}

/** As the browser does it, with what was typed. */
export function confirmSetup(account: Account, intent: SetupIntentRow, number: string): void {
  if (intent.status === 'succeeded') return
  const card = cardOfNumber(number)
  if (card.behavior === 'is refused') throw declined(card.behavior, { setup_intent: intent })
  const method: PaymentMethodRow = {
    ...base(account, 'payment_method', account.nextId('pm')),
    type: 'card',
    customer: null,
    card: {
      brand: card.brand,
      last4: card.number.slice(-4),
      country: card.country,
      exp_month: 12,
      exp_year: new Date(account.now() * 1000).getUTCFullYear() + 3,
    },
  }
  account.tables.payment_method.set(method.id, method)
  account.cards.set(method.id, card.behavior)
  intent.payment_method = method.id
  if (card.behavior.startsWith('asks')) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk' }
  } else storeCard(account, intent)
}

/** After the bank has asked the card's owner. */
export function answerSetup(account: Account, intent: SetupIntentRow, isOwner: boolean): void {
  if (intent.status !== 'requires_action') return
  intent.next_action = null
  if (isOwner) storeCard(account, intent)
  else {
    intent.status = 'requires_payment_method'
    intent.payment_method = null
  }
}

function storeCard(account: Account, intent: SetupIntentRow): void {
  intent.status = 'succeeded'
  intent.next_action = null
  const method = account.get('payment_method', intent.payment_method ?? '')
  method.customer = intent.customer
  account.emit('payment_method.attached', method)
  account.emit('setup_intent.succeeded', intent)
}

export function detachCard(account: Account, id: string): PaymentMethodRow {
  const method = account.get('payment_method', id)
  if (method.customer === null) {
    throw invalid('The payment method you provided is not attached to a customer.')
  }
  const customer = account.get('customer', method.customer)
  if (customer.invoice_settings.default_payment_method === id) {
    customer.invoice_settings.default_payment_method = null
  }
  method.customer = null
  account.emit('payment_method.detached', method)
  return method
}

export function attachCard(account: Account, id: string, params: form.Params): PaymentMethodRow {
  const method = account.get('payment_method', id)
  method.customer = customerOf(account, form.requiredOf(params, 'customer')).id
  account.emit('payment_method.attached', method)
  return method
}
