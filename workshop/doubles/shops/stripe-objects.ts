/** Whole objects of the version in use. Members that weren’t set are null, as Stripe sends them. */

const nulls = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]))

const emptyAddress = nulls('city country line1 line2 postal_code state')

/** A page, which is a list of its own. */
export const stripeList = (url: string, data: readonly unknown[], hasMore = false) => ({
  object: 'list',
  url,
  data,
  has_more: hasMore,
})

const blankProduct = {
  object: 'product',
  active: true,
  created: 1_700_000_000,
  updated: 1_700_000_000,
  images: [],
  marketing_features: [],
  metadata: {},
  livemode: true,
  type: 'service',
  ...nulls('description url package_dimensions shippable tax_code'),
}

const blankPrice = {
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: 1_700_000_000,
  livemode: true,
  metadata: {},
  type: 'one_time',
  ...nulls('custom_unit_amount recurring transform_quantity lookup_key nickname tax_behavior'),
  ...nulls('tiers_mode unit_amount_decimal'),
}

type SoldItem = { id: string; title: string; amount: number; currency: string }

/** With its price and product, as an expansion shows them. */
export const stripeLineItem = ({ id, title, amount, currency }: SoldItem) => ({
  id: `li_${id}`,
  object: 'item',
  amount_discount: 0,
  amount_subtotal: amount,
  amount_tax: 0,
  amount_total: amount,
  currency,
  description: title,
  quantity: 1,
  price: {
    ...blankPrice,
    id: `price_${id}`,
    currency,
    unit_amount: amount,
    product: { ...blankProduct, id: `prod_${id}`, name: title },
  },
})

export const blankCharge = {
  object: 'charge',
  amount_captured: 0,
  amount_refunded: 0,
  captured: true,
  disputed: false,
  livemode: true,
  metadata: {},
  paid: true,
  refunded: false,
  ...nulls('application application_fee application_fee_amount balance_transaction invoice'),
  ...nulls('failure_balance_transaction on_behalf_of review source_transfer customer outcome'),
  ...nulls('calculated_statement_descriptor description failure_code failure_message'),
  ...nulls('payment_method receipt_email receipt_number receipt_url statement_descriptor'),
  ...nulls('statement_descriptor_suffix transfer_group fraud_details payment_method_details'),
  ...nulls('shipping source transfer_data'),
}

export const blankRefund = {
  object: 'refund',
  metadata: {},
  status: 'succeeded',
  ...nulls('balance_transaction reason receipt_number source_transfer_reversal transfer_reversal'),
}

export const blankSession = {
  object: 'checkout.session',
  automatic_tax: { enabled: false, liability: null, status: null },
  custom_fields: [],
  custom_text: {},
  expires_at: 4_000_000_000,
  livemode: true,
  metadata: {},
  mode: 'payment',
  payment_method_types: ['card'],
  shipping_options: [],
  status: 'complete',
  ...nulls('adaptive_pricing after_expiration allow_promotion_codes amount_subtotal'),
  ...nulls('billing_address_collection cancel_url client_reference_id client_secret consent'),
  ...nulls('consent_collection currency_conversion customer customer_creation customer_email'),
  ...nulls('discounts invoice invoice_creation locale payment_link payment_method_collection'),
  ...nulls('payment_method_configuration_details payment_method_options recovered_from'),
  ...nulls('saved_payment_method_options setup_intent shipping_address_collection shipping_cost'),
  ...nulls('shipping_details submit_type subscription success_url total_details ui_mode url'),
}

export const blankCustomer = {
  object: 'customer',
  balance: 0,
  invoice_settings: {},
  livemode: true,
  metadata: {},
  ...nulls('address description email name phone shipping default_source'),
}

export const blankDispute = {
  object: 'dispute',
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {},
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: true,
  metadata: {},
  reason: 'fraudulent',
}

export const blankEndpoint = {
  object: 'webhook_endpoint',
  created: 1_700_000_000,
  livemode: true,
  metadata: {},
  status: 'enabled',
  ...nulls('api_version application description'),
}

/** The buyer's name and town, as charges have them. */
export const billingDetails = (name: string, address: { city: string; country: string }) => ({
  name,
  email: null,
  phone: null,
  address: { ...emptyAddress, ...address },
})

/** The same, as sessions have them. */
export const customerDetails = (name: string, address: { city: string; country: string }) => ({
  ...billingDetails(name, address),
  tax_exempt: 'none',
  tax_ids: [],
})
