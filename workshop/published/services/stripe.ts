/**
 * Facts that Stripe publishes about what Footfall asks it. Compared with the sources on November 27, 2026, Connect
 * and deliveries on the 28th.
 */
import {
  all,
  among,
  deepTo,
  either,
  flag,
  only,
  oneOf,
  text,
  upTo,
  type Parameters,
  type PublishedService,
  type Shape,
} from '../facts.ts'

const listParameters: Parameters = {
  'expand[]': deepTo(4),
  ending_before: text,
  starting_after: text,
  limit: upTo(100, 1),
}

const webhookEndpoint: Shape = only({
  ...all('text', 'id object secret? status url'),
  ...all('text|null', 'api_version application description'),
  created: 'number',
  enabled_events: ['text'],
  livemode: 'boolean',
  metadata: 'object',
})

const deletedCustomer: Shape = only({ id: 'text', object: 'text', deleted: 'boolean' })

const customer: Shape = only({
  id: 'text',
  object: 'text',
  'address?': either(
    'null',
    only({ ...all('text|null', 'city country line1 line2 postal_code state') }),
  ),
  balance: 'number',
  created: 'number',
  ...all('text|null', 'currency? description email name? phone? tax_exempt?'),
  default_source: 'text|object|null',
  invoice_settings: 'object',
  metadata: 'object',
  livemode: 'boolean',
  shipping: either(
    'null',
    only({
      'address?': only({ ...all('text|null', 'city country line1 line2 postal_code state') }),
      'name?': 'text',
      'phone?': 'text|null',
    }),
  ),
  'tax_ids?': only({ object: 'text', url: 'text', data: ['object'], has_more: 'boolean' }),
})

/** By the types of stripe-node 23.1.0. */
const dispute: Shape = only({
  ...all('text', 'id object currency reason status network_reason_code?'),
  ...all('number', 'amount created'),
  ...all('boolean', 'is_charge_refundable livemode'),
  ...all('object', 'evidence evidence_details metadata payment_method_details?'),
  balance_transactions: 'list',
  charge: 'text|object',
  enhanced_eligibility_types: ['text'],
  intended_submission_method: 'text|null',
  payment_intent: 'text|object|null',
})

const charge: Shape = only({
  ...all('text', 'id object currency'),
  status: among('failed pending succeeded'),
  ...all('number', 'amount amount_captured amount_refunded created'),
  ...all(
    'text|object|null',
    'application application_fee balance_transaction failure_balance_transaction invoice on_behalf_of payment_intent review source_transfer',
  ),
  application_fee_amount: 'number|null',
  billing_details: only({
    address: either(
      'null',
      only({ ...all('text|null', 'city country line1 line2 postal_code state') }),
    ),
    ...all('text|null', 'email name phone'),
  }),
  ...all(
    'text|null',
    'calculated_statement_descriptor description failure_code failure_message payment_method receipt_email receipt_number receipt_url statement_descriptor statement_descriptor_suffix transfer_group',
  ),
  ...all('boolean', 'captured disputed livemode paid refunded'),
  customer: either('text', customer, deletedCustomer, 'null'),
  ...all('object|null', 'fraud_details payment_method_details shipping source transfer_data'),
  metadata: 'object',
  outcome: either(
    'null',
    only({
      ...all(
        'text|null',
        'advice_code network_advice_code network_decline_code network_status reason seller_message',
      ),
      type: 'text',
    }),
  ),
})

const deletedProduct: Shape = only({ id: 'text', object: 'text', deleted: 'boolean' })

const product: Shape = only({
  ...all('text', 'id object name type'),
  active: 'boolean',
  livemode: 'boolean',
  created: 'number',
  updated: 'number',
  description: 'text|null',
  url: 'text|null',
  images: ['text'],
  marketing_features: ['object'],
  metadata: 'object',
  package_dimensions: 'object|null',
  shippable: 'boolean|null',
  tax_code: 'text|object|null',
})

const price: Shape = only({
  ...all('text', 'id object billing_scheme currency type'),
  active: 'boolean',
  livemode: 'boolean',
  created: 'number',
  ...all('object|null', 'custom_unit_amount recurring transform_quantity'),
  ...all('text|null', 'lookup_key nickname tax_behavior tiers_mode unit_amount_decimal'),
  metadata: 'object',
  product: either('text', product, deletedProduct),
  unit_amount: 'number|null',
})

const lineItem: Shape = only({
  ...all('text', 'id object currency'),
  ...all('number', 'amount_discount amount_subtotal amount_tax amount_total'),
  description: 'text|null',
  price: either(price, 'null'),
  quantity: 'number|null',
})

const checkoutSession: Shape = only({
  ...all('text', 'id object'),
  mode: among('payment setup subscription'),
  payment_status: among('no_payment_required paid unpaid'),
  status: either('null', among('complete expired open')),
  ...all(
    'object|null',
    'adaptive_pricing after_expiration collected_information? consent consent_collection currency_conversion invoice_creation metadata payment_method_configuration_details payment_method_options saved_payment_method_options shipping_address_collection shipping_cost shipping_details total_details',
  ),
  allow_promotion_codes: 'boolean|null',
  amount_subtotal: 'number|null',
  amount_total: 'number|null',
  automatic_tax: 'object',
  custom_text: 'object',
  ...all(
    'text|null',
    'billing_address_collection cancel_url client_reference_id client_secret currency customer_creation customer_email locale payment_method_collection recovered_from submit_type success_url ui_mode url',
  ),
  created: 'number',
  expires_at: 'number',
  custom_fields: ['object'],
  shipping_options: ['object'],
  customer: either('text', customer, deletedCustomer, 'null'),
  customer_details: either(
    'null',
    only({
      address: either(
        'null',
        only({ ...all('text|null', 'city country line1 line2 postal_code state') }),
      ),
      ...all('text|null', 'email name phone tax_exempt'),
      tax_ids: either('null', [only({ type: 'text', value: 'text|null' })]),
    }),
  ),
  discounts: either('null', ['object']),
  ...all('text|object|null', 'invoice payment_intent payment_link setup_intent subscription'),
  'line_items?': only({ object: 'text', url: 'text', data: [lineItem], has_more: 'boolean' }),
  livemode: 'boolean',
  payment_method_types: ['text'],
})

const refund: Shape = only({
  ...all('text', 'id object currency'),
  ...all('number', 'amount created'),
  charge: either('text', charge, 'null'),
  ...all('text|object|null', 'balance_transaction payment_intent'),
  ...all('text|object|null', 'source_transfer_reversal transfer_reversal'),
  ...all('text', 'description? failure_reason? instructions_email?'),
  ...all('object', 'destination_details? next_action? presentment_details?'),
  'failure_balance_transaction?': 'text|object',
  metadata: 'object|null',
  reason: either(
    'null',
    among('duplicate expired_uncaptured_charge fraudulent requested_by_customer'),
  ),
  ...all('text|null', 'receipt_number status'),
})

const deletedWebhookEndpoint: Shape = only({ id: 'text', object: 'text', deleted: 'boolean' })

/** @param object in the form of the version that the endpoint asks for */
const eventOf = (object: Shape): Shape =>
  only({
    ...all('text', 'id object type account?'),
    ...all('whole', 'created pending_webhooks'),
    api_version: 'text|null',
    livemode: 'boolean',
    request: either('null', only({ ...all('text|null', 'id idempotency_key') })),
    data: only({ object, 'previous_attributes?': 'object' }),
  })

export const stripe: PublishedService = {
  sources: [
    'stripe/stripe-node 17.7.0 (2025-02-24)',
    'stripe/openapi f6c2a48f (2026-08-21)',
    'docs.stripe.com/api/refunds/list (2026), with its reference of the refund object',
    'docs.stripe.com/api/events/list (2026): back to 30 days, up to 20 types',
    'docs.stripe.com (2026-05)',
    'stripe/stripe-node 23.1.0 (2026-10-28), resources/OAuth: Connect',
    'docs.stripe.com/connect/oauth-reference (2026)',
  ],
  access: ['authorization'],
  refusal: { error: { type: 'text' } },
  operations: [
    {
      method: 'GET',
      path: '/v1/checkout/sessions',
      query: {
        ...all(
          text,
          'created[{op}] customer customer_details payment_intent payment_link subscription ending_before starting_after',
        ),
        'expand[]': deepTo(4),
        status: oneOf('complete', 'expired', 'open'),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [checkoutSession], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/checkout/sessions/{session}/line_items',
      query: listParameters,
      answer: only({ object: 'text', url: 'text', data: [lineItem], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/charges/{charge}',
      query: { 'expand[]': deepTo(4) },
      answer: charge,
    },
    {
      method: 'GET',
      path: '/v1/charges',
      query: {
        ...all(
          text,
          'created[{op}] customer payment_intent transfer_group ending_before starting_after',
        ),
        'expand[]': deepTo(4),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [charge], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      query: {
        ...all(text, 'created[{op}] charge payment_intent ending_before starting_after'),
        'expand[]': deepTo(4),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [refund], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/events',
      query: {
        ...all(text, 'created[{op}] delivery_success type types[{n}] ending_before starting_after'),
        'expand[]': deepTo(4),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [eventOf('object')], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/customers',
      query: {
        ...all(text, 'created[{op}] email test_clock ending_before starting_after'),
        'expand[]': deepTo(4),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [customer], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/products',
      query: {
        active: flag,
        shippable: flag,
        ...all(text, 'created[{op}] ids url ending_before starting_after'),
        'expand[]': deepTo(4),
        type: oneOf('good', 'service'),
        limit: upTo(100, 1),
      },
      answer: only({ object: 'text', url: 'text', data: [product], has_more: 'boolean' }),
    },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      query: listParameters,
      answer: only({ object: 'text', url: 'text', data: [webhookEndpoint], has_more: 'boolean' }),
    },
    {
      method: 'POST',
      path: '/v1/webhook_endpoints',
      form: {
        ...all(text, 'enabled_events[{n}]! url! api_version description metadata'),
        connect: flag,
        'expand[]': deepTo(4),
      },
      answer: webhookEndpoint,
    },
    {
      method: 'POST',
      path: '/v1/webhook_endpoints/{webhook_endpoint}',
      form: {
        ...all(text, 'description enabled_events[{n}] metadata url'),
        disabled: flag,
        'expand[]': deepTo(4),
      },
      answer: webhookEndpoint,
    },
    {
      method: 'DELETE',
      path: '/v1/webhook_endpoints/{webhook_endpoint}',
      answer: deletedWebhookEndpoint,
    },
    {
      method: 'GET',
      path: '/oauth/authorize',
      query: {
        'response_type!': oneOf('code'),
        ...all(
          text,
          'client_id! state redirect_uri stripe_landing stripe_user[{n}] suggested_capabilities[]',
        ),
        always_prompt: flag,
        scope: oneOf('read_only', 'read_write'),
      },
      back: [
        { ...all(text, 'code! state'), 'scope!': oneOf('read_only', 'read_write') },
        all(text, 'error! error_description! state'),
      ],
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/oauth/token',
      form: [
        {
          'grant_type!': oneOf('authorization_code'),
          ...all(text, 'client_secret! code! scope assert_capabilities[]'),
        },
        {
          'grant_type!': oneOf('refresh_token'),
          ...all(text, 'client_secret! refresh_token! scope'),
        },
      ],
      answer: only({
        ...all(
          'text',
          'access_token refresh_token scope stripe_publishable_key stripe_user_id token_type',
        ),
        livemode: 'boolean',
      }),
      refusal: all('text', 'error error_description'),
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/oauth/deauthorize',
      form: { 'client_id!': text, 'stripe_user_id!': text },
      answer: only({ stripe_user_id: 'text' }),
      refusal: all('text', 'error error_description'),
    },
  ],
  deliveries: [
    {
      topics: ['checkout.session.completed', 'checkout.session.async_payment_succeeded'],
      headers: ['stripe-signature'],
      json: eventOf(checkoutSession),
    },
    {
      topics: ['charge.succeeded', 'charge.captured', 'charge.refunded'],
      headers: ['stripe-signature'],
      json: eventOf(charge),
    },
    {
      topics: ['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
      headers: ['stripe-signature'],
      json: eventOf(dispute),
    },
    { topics: ['customer.created'], headers: ['stripe-signature'], json: eventOf(customer) },
  ],
}
