/**
 * Facts that PayPal publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * deliveries on the 28th.
 */
import { all, among, only, oneOf, text, upTo, type PublishedService, type Shape } from '../facts.ts'

const link = only({ ...all('text', 'href rel method?') })

const capture: Shape = only({
  ...all('text', 'id? create_time? update_time?'),
  'status?': among('COMPLETED DECLINED FAILED PARTIALLY_REFUNDED PENDING REFUNDED'),
  'amount?': only({ currency_code: 'text', value: 'text' }),
  'final_capture?': 'boolean',
  'links?': [link],
  'supplementary_data?': only({ 'related_ids?': only({ 'order_id?': 'text' }) }),
})

/** It names its capture by the link `up` alone. */
const refund: Shape = only({
  ...all('text', 'status? id? create_time? update_time? invoice_id? note_to_payer?'),
  'amount?': only({ currency_code: 'text', value: 'text' }),
  'links?': [link],
})

const sale: Shape = only({
  ...all('text', 'id parent_payment create_time update_time?'),
  state: among('completed denied partially_refunded pending refunded'),
  amount: only({ currency: 'text', total: 'text' }),
  'links?': [link],
})

const signedHeaders = [
  'paypal-transmission-id',
  'paypal-transmission-time',
  'paypal-transmission-sig',
  'paypal-cert-url',
  'paypal-auth-algo',
]

const eventOf = (resource: Shape): Shape =>
  only({
    ...all('text', 'id create_time resource_type event_type'),
    ...all('text', 'event_version? summary? resource_version?'),
    resource,
    'links?': [link],
  })

export const paypal: PublishedService = {
  sources: [
    'paypal/paypal-rest-api-specifications ec4d8f36 (2024-02-03)',
    'developer.paypal.com (2026)',
    'several public clients (2026)',
  ],
  access: ['authorization'],
  operations: [
    {
      method: 'POST',
      path: '/v1/oauth2/token',
      form: {
        'grant_type!': oneOf(
          'client_credentials',
          'authorization_code',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:token-exchange',
        ),
      },
      answer: { access_token: 'text', expires_in: 'whole' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/v1/notifications/webhooks',
      query: { anchor_type: oneOf('APPLICATION', 'ACCOUNT') },
      answer: only({
        'webhooks?': [
          only({
            'id?': 'text',
            url: 'text',
            event_types: [only({ ...all('text', 'name description? status?') })],
            'links?': [only({ ...all('text', 'href rel method?') })],
          }),
        ],
      }),
    },
    {
      method: 'POST',
      path: '/v1/notifications/webhooks',
      json: only({
        'id?': 'text',
        url: 'text',
        event_types: [only({ ...all('text', 'name description? status?') })],
        'links?': [only({ ...all('text', 'href rel method?') })],
      }),
      answer: only({
        'id?': 'text',
        url: 'text',
        event_types: [only({ ...all('text', 'name description? status?') })],
        'links?': [only({ ...all('text', 'href rel method?') })],
      }),
      statuses: [201],
    },
    {
      method: 'PATCH',
      path: '/v1/notifications/webhooks/{webhook_id}',
      json: [only({ ...all('text', 'op path? from?'), 'value?': 'any' })],
      answer: only({
        'id?': 'text',
        url: 'text',
        event_types: [only({ ...all('text', 'name description? status?') })],
        'links?': [only({ ...all('text', 'href rel method?') })],
      }),
    },
    {
      method: 'GET',
      path: '/v1/reporting/transactions',
      query: {
        ...all(
          text,
          'start_date! end_date! transaction_id transaction_type transaction_status transaction_amount transaction_currency payment_instrument_type store_id terminal_id fields',
        ),
        balance_affecting_records_only: oneOf('Y', 'N'),
        page_size: upTo(500, 1),
        page: upTo(2_147_483_647, 1),
      },
      answer: {
        'transaction_details?': [{ 'transaction_info?': 'object', 'payer_info?': 'object' }],
        ...all('whole', 'page? total_items? total_pages?'),
      },
    },
    // The certificate’s address, as deliveries name it.
    { method: 'GET', path: '/v1/notifications/certs/{id}', isOpen: true },
    { method: 'DELETE', path: '/v1/notifications/webhooks/{webhook_id}', statuses: [204] },
    {
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      json: only({
        ...all(
          'text',
          'auth_algo cert_url transmission_id transmission_sig transmission_time webhook_id',
        ),
        webhook_event: only({
          ...all('text', 'id? create_time? resource_type? event_type? summary?'),
          'resource?': 'object',
          'links?': [only({ ...all('text', 'href rel method?') })],
        }),
      }),
      answer: only({ verification_status: among('SUCCESS FAILURE') }),
    },
    {
      method: 'GET',
      path: '/v2/payments/captures/{capture_id}',
      answer: capture,
    },
    {
      method: 'GET',
      path: '/v2/checkout/orders/{id}',
      query: { fields: text },
      answer: only({
        ...all('text', 'create_time? update_time? id? status?'),
        'payment_source?': only({
          'card?': only({ 'name?': 'text', 'type?': 'text' }),
          'paypal?': only({
            'email_address?': 'text',
            'name?': only({ ...all('text', 'given_name? surname? full_name?') }),
            'address?': only({ ...all('text', 'admin_area_2? admin_area_1? country_code') }),
          }),
          'venmo?': only({
            'email_address?': 'text',
            'name?': only({ ...all('text', 'given_name? surname? full_name?') }),
            'address?': only({ ...all('text', 'admin_area_2? admin_area_1? country_code') }),
          }),
        }),
        'payer?': only({
          'email_address?': 'text',
          'name?': only({ ...all('text', 'given_name? surname? full_name?') }),
          'address?': only({ ...all('text', 'admin_area_2? admin_area_1? country_code') }),
        }),
        'purchase_units?': [
          only({
            'amount?': only({ currency_code: 'text', value: 'text' }),
            'description?': 'text',
            'id?': 'text',
            'items?': [
              only({
                ...all('text', 'name quantity description?'),
                unit_amount: only({ currency_code: 'text', value: 'text' }),
              }),
            ],
            'shipping?': only({
              'name?': only({ ...all('text', 'given_name? surname? full_name?') }),
              'type?': 'text',
              'address?': only({ ...all('text', 'admin_area_2? admin_area_1? country_code') }),
            }),
            'supplementary_data?': 'object',
            'payments?': 'object',
          }),
        ],
        'links?': ['object'],
      }),
    },
    {
      method: 'GET',
      path: '/v1/payments/sale/{sale_id}',
      answer: sale,
    },
  ],
  deliveries: [
    { topics: ['PAYMENT.CAPTURE.COMPLETED'], headers: signedHeaders, json: eventOf(capture) },
    {
      topics: ['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'],
      headers: signedHeaders,
      json: eventOf(refund),
    },
    { topics: ['PAYMENT.SALE.COMPLETED'], headers: signedHeaders, json: eventOf(sale) },
    {
      topics: ['PAYMENT.SALE.REFUNDED', 'PAYMENT.SALE.REVERSED'],
      headers: signedHeaders,
      json: eventOf('object'),
    },
  ],
}
