/**
 * Members of Stripe's objects that the double has no use for, as they are answered where nothing was set.
 * A reader meets whole objects, so no answer of Stripe has a surprise.
 */

type Fields = Readonly<Record<string, unknown>>

const knownNulls = new Map<string, Fields>()

/** Shared between answers, which copy what is spread into them. */
function nulls(names: string): Fields {
  const known = knownNulls.get(names)
  if (known) return known
  const created = Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
  knownNulls.set(names, created)
  return created
}

const noTax = { enabled: false, liability: null, provider: null, status: null }
const noDetails = {
  ...nulls('email name phone tax_id'),
  address: nulls('city country line1 line2 postal_code state'),
}

/** The price as it was before there were prices. */
function planOf({ price }: Fields): Fields {
  const { recurring, unit_amount: amount, ...of } = price as Fields
  const { interval, interval_count: count, usage_type: usage } = recurring as Fields
  return {
    ...nulls('meter nickname tiers_mode transform_usage trial_period_days'),
    id: of['id'],
    object: 'plan',
    active: of['active'],
    amount,
    amount_decimal: typeof amount === 'number' ? String(amount) : null,
    billing_scheme: 'per_unit',
    created: of['created'],
    currency: of['currency'],
    interval,
    interval_count: count,
    livemode: of['livemode'],
    metadata: of['metadata'],
    product: of['product'],
    usage_type: usage,
  }
}

/** By the kind of the object, and for its members with names of their own by both. */
const unset: Readonly<Record<string, (fields: Fields) => Fields>> = {
  customer: () => ({ ...nulls('default_source description shipping'), discount: null }),
  'customer.address': () => nulls('city country line1 line2 postal_code state'),
  'customer.invoice_settings': () => nulls('custom_fields rendering_options'),
  tax_id: ({ customer }) => ({
    customer_account: null,
    owner: { type: 'customer', customer, customer_account: null },
  }),
  'tax_id.verification': () => nulls('verified_address verified_name'),
  setup_intent: () => ({
    ...nulls(
      `allowed_payment_method_types application automatic_payment_methods cancellation_reason
      customer_account description excluded_payment_method_types last_setup_error latest_attempt mandate
      on_behalf_of payment_method_configuration_details payment_method_options single_use_mandate`,
    ),
    payment_method_types: ['card'],
  }),
  payment_intent: ({ amount, status }) => ({
    ...nulls(
      `allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at
      cancellation_reason customer_account description excluded_payment_method_types managed_payments
      on_behalf_of payment_method_configuration_details payment_method_options payment_record processing
      receipt_email review setup_future_usage shipping source statement_descriptor
      statement_descriptor_suffix transfer_group`,
    ),
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? amount : 0,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    metadata: {},
    payment_method_types: ['card'],
  }),
  payment_method: () => ({
    customer_account: null,
    metadata: {},
    billing_details: noDetails,
  }),
  'payment_method.card': ({ brand }) => ({
    ...nulls('generated_from wallet'),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    display_brand: brand,
    funding: 'credit',
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
  }),
  charge: ({ amount }) => ({
    ...nulls(
      `application application_fee application_fee_amount balance_transaction calculated_statement_descriptor
      description failure_balance_transaction failure_code failure_message fraud_details on_behalf_of outcome
      payment_method_details receipt_email receipt_number review shipping source source_transfer
      statement_descriptor statement_descriptor_suffix transfer_data transfer_group`,
    ),
    amount_captured: amount,
    amount_refunded: 0,
    billing_details: noDetails,
    captured: true,
    disputed: false,
    metadata: {},
    refunded: false,
  }),
  product: ({ created }) => ({
    ...nulls('description package_dimensions shippable tax_code tax_details url'),
    images: [],
    marketing_features: [],
    type: 'service',
    updated: created,
  }),
  price: ({ unit_amount: amount }) => ({
    ...nulls('custom_unit_amount nickname tiers_mode transform_quantity'),
    billing_scheme: 'per_unit',
    tax_behavior: 'unspecified',
    unit_amount_decimal: typeof amount === 'number' ? String(amount) : null,
  }),
  'price.recurring': () => nulls('meter trial_period_days'),
  promotion_code: () => ({ customer_account: null, metadata: {} }),
  subscription: () => ({
    ...nulls(
      `application application_fee_percent billing_cycle_anchor_config billing_thresholds customer_account
      days_until_due default_source description managed_payments next_pending_invoice_item_invoice
      on_behalf_of pause_collection pending_invoice_item_interval pending_setup_intent schedule test_clock
      transfer_data`,
    ),
    billing_schedules: [],
    cancellation_details: nulls('comment feedback feedback_option reason'),
    default_tax_rates: [],
    invoice_settings: {
      ...nulls('account_tax_ids custom_fields description footer'),
      issuer: { type: 'self' },
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
  }),
  'subscription.automatic_tax': () => nulls('disabled_reason liability'),
  subscription_item: (fields) => ({
    ...nulls('billing_thresholds current_trial'),
    discounts: [],
    metadata: {},
    plan: planOf(fields),
    tax_rates: [],
  }),
  invoice: ({ subtotal, total, total_taxes: taxes, parent, status_transitions: moments }) => ({
    ...nulls(
      `account_name account_tax_ids application automatically_finalizes_at custom_fields customer_account
      customer_address customer_phone customer_shipping customer_tax_exempt default_payment_method
      default_source description due_date from_invoice last_finalization_error latest_revision on_behalf_of
      receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock
      webhooks_delivered_at`,
    ),
    account_country: 'NL',
    amount_overpaid: 0,
    amount_shipping: 0,
    automatic_tax: { ...noTax, disabled_reason: null },
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: (moments as { finalized_at: number | null }).finalized_at,
    issuer: { type: 'self' },
    parent,
    payment_settings: nulls('default_mandate payment_method_options payment_method_types'),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    subtotal_excluding_tax: subtotal,
    total_excluding_tax:
      (total as number) - (taxes as { amount: number }[]).reduce((sum, one) => sum + one.amount, 0),
    total_pretax_credit_amounts: [],
  }),
  'invoice.parent': () => ({ quote_details: null }),
  line_item: ({ quantity }) => ({
    ...nulls('invoice subscription'),
    discountable: true,
    discounts: [],
    pretax_credit_amounts: [],
    quantity_decimal: typeof quantity === 'number' ? String(quantity) : null,
    taxes: [],
  }),
  invoice_payment: ({ status, amount_requested: amount }) => ({
    amount_paid: status === 'paid' ? amount : null,
    currency: 'usd',
    is_default: true,
    status_transitions: nulls('canceled_at paid_at'),
  }),
  'checkout.session': ({ amount_total: total, amount_subtotal: subtotal }) => ({
    ...nulls(
      `adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types
      billing_address_collection client_secret collected_information consent consent_collection
      currency_conversion customer_account customer_creation customer_details customer_email
      integration_identifier locale managed_payments origin_context payment_link payment_method_collection
      payment_method_configuration_details payment_method_options permissions recovered_from
      saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type
      subscription wallet_options`,
    ),
    automatic_tax: noTax,
    custom_fields: [],
    custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
    discounts: [],
    payment_method_types: ['card'],
    shipping_options: [],
    total_details: {
      amount_discount: (subtotal as number) - (total as number),
      amount_shipping: 0,
      amount_tax: 0,
    },
    ui_mode: 'hosted_page',
  }),
  'checkout.session.invoice_creation': () => ({
    invoice_data: {
      ...nulls('account_tax_ids custom_fields description footer issuer rendering_options'),
      metadata: {},
    },
  }),
  item: ({ amount_total: total }) => ({
    ...nulls('adjustable_quantity metadata price'),
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    currency: 'usd',
  }),
}

/** The object with the members that aren't its own. @param kind of the object, or of one of its members */
export const completed = (kind: string, fields: Fields): Fields => ({
  ...unset[kind]?.(fields),
  ...fields,
})
