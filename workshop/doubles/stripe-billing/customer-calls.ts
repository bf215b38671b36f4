/** Calls about customers and their cards. */
import { listOf, paging, retrieve, type Call } from './call.ts'
import * as customers from './customers.ts'
import * as form from './form.ts'

/** Those of creating and of updating one. */
const customerNames = [
  'name',
  'email',
  ...['line1', 'line2', 'city', 'state', 'postal_code', 'country'].map((name) => `address.${name}`),
  'metadata.*',
  'invoice_settings.default_payment_method',
  'invoice_settings.footer',
  'balance',
]

const customerPath = /^\/v1\/customers\/(\w+)$/

export const customerCalls: readonly Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: customerNames,
    run: customers.createCustomer,
  },
  {
    method: 'GET',
    path: customerPath,
    takes: [],
    run(account, _params, [id = '']) {
      const customer = account.get('customer', id)
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer
    },
  },
  {
    method: 'POST',
    path: customerPath,
    takes: customerNames,
    run: (account, params, [id = '']) => customers.updateCustomer(account, id, params),
  },
  {
    method: 'DELETE',
    path: customerPath,
    takes: [],
    run: (account, _params, [id = '']) => customers.deleteCustomer(account, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    takes: paging,
    run: ({ tables }, params, [id]) =>
      listOf(tables.tax_id.values(), params, ({ customer }) => customer === id),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    takes: ['type', 'value'],
    needs: ['type', 'value'],
    values: { type: customers.taxIdTypes },
    run: (account, params, [id = '']) => customers.createTaxId(account, id, params),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)\/tax_ids\/(\w+)$/,
    takes: [],
    run: (account, _params, [customer = '', id = '']) =>
      customers.deleteTaxId(account, customer, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    takes: [
      'customer',
      'usage',
      'automatic_payment_methods.enabled',
      'automatic_payment_methods.allow_redirects',
      'metadata.*',
    ],
    values: {
      usage: ['off_session', 'on_session'],
      'automatic_payment_methods.allow_redirects': ['always', 'never'],
    },
    run: customers.createSetupIntent,
  },
  retrieve(/^\/v1\/setup_intents\/(\w+)$/, 'setup_intent'),
  {
    method: 'GET',
    path: /^\/v1\/payment_methods$/,
    takes: [...paging, 'customer', 'type'],
    // Others are of ways to pay that the double hasn't.
    values: { type: ['card'] },
    run: ({ tables }, params) =>
      listOf(
        tables.payment_method.values(),
        params,
        ({ customer }) => customer === form.requiredOf(params, 'customer'),
      ),
  },
  retrieve(/^\/v1\/payment_methods\/(\w+)$/, 'payment_method'),
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    takes: ['customer'],
    run: (account, params, [id = '']) => customers.attachCard(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    takes: [],
    run: (account, _params, [id = '']) => customers.detachCard(account, id),
  },
]
