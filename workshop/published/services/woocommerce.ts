/**
 * Facts that WooCommerce publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * customers and deliveries on the
 * 28th.
 */
import {
  all,
  among,
  either,
  flag,
  oneOf,
  only,
  text,
  upTo,
  whole,
  type Parameters,
  type PublishedService,
  type Shape,
} from '../facts.ts'

/** Instead of the header, where a server strips it. */
const keys: Parameters = all(text, 'consumer_key consumer_secret')

const review: Shape = {
  ...all('whole', 'id? product_id? rating?'),
  'date_created?': 'text|null',
  'date_created_gmt?': 'text|null',
  ...all('text', 'reviewer? review? product_name? product_permalink?'),
  'status?': among('approved hold spam unspam trash untrash'),
  'verified?': 'boolean',
}

const order: Shape = {
  ...all('whole', 'id? parent_id? customer_id?'),
  // Its schema says a number, and the example of its documentation is a text.
  'version?': 'whole|text',
  ...all(
    'text',
    'number? order_key? created_via? status? currency? discount_total? discount_tax? shipping_total? shipping_tax? cart_tax? total? total_tax? customer_ip_address? customer_user_agent? customer_note? payment_method? payment_method_title? transaction_id? cart_hash?',
  ),
  ...all(
    'text|null',
    'date_created? date_created_gmt? date_modified? date_modified_gmt? date_paid? date_paid_gmt? date_completed? date_completed_gmt?',
  ),
  'prices_include_tax?': 'boolean',
  'billing?': {
    ...all(
      'text',
      'first_name? last_name? company? address_1? address_2? city? state? postcode? country? email? phone?',
    ),
  },
  'shipping?': {
    ...all(
      'text',
      'first_name? last_name? company? address_1? address_2? city? state? postcode? country?',
    ),
  },
  'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
  'line_items?': [
    {
      ...all('whole', 'id? variation_id? quantity?'),
      'name?': 'any',
      'product_id?': 'any',
      ...all('text', 'tax_class? subtotal? subtotal_tax? total? total_tax? sku?'),
      'taxes?': [{ 'id?': 'whole', 'total?': 'text', 'subtotal?': 'text' }],
      'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
      'price?': 'number',
      'image?': either('null', { 'id?': 'any', 'src?': 'text|null' }),
    },
  ],
  'tax_lines?': [
    {
      'id?': 'whole',
      ...all('text', 'rate_code? label? tax_total? shipping_tax_total?'),
      // As the version.
      'rate_id?': 'whole|text',
      'compound?': 'boolean',
      'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
    },
  ],
  'shipping_lines?': [
    {
      'id?': 'whole',
      'method_title?': 'any',
      'method_id?': 'any',
      'total?': 'text',
      'total_tax?': 'text',
      'taxes?': [{ 'id?': 'whole', 'total?': 'text' }],
      'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
    },
  ],
  'fee_lines?': [
    {
      'id?': 'whole',
      'name?': 'any',
      ...all('text', 'tax_class? total? total_tax?'),
      'taxes?': [{ 'id?': 'whole', 'total?': 'text', 'subtotal?': 'text' }],
      'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
    },
  ],
  'coupon_lines?': [
    {
      'id?': 'whole',
      'code?': 'any',
      'discount_tax?': 'text',
      'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
    },
  ],
  'refunds?': [{ 'id?': 'whole', 'total?': 'text' }],
}

const product: Shape = {
  ...all('whole', 'id? stock_quantity? parent_id?'),
  ...all('text', 'name? permalink? type? sku? price? tax_class?'),
  'status?': among('draft pending private publish future trash auto-draft'),
  'stock_status?': among('instock outofstock onbackorder'),
  ...all('text|null', 'date_created? date_created_gmt? date_modified? date_modified_gmt?'),
  'images?': [
    {
      'id?': 'whole',
      ...all('text|null', 'date_created? date_created_gmt? date_modified? date_modified_gmt?'),
      'src?': 'text',
      'name?': 'text',
    },
  ],
  'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
}

/** Its dates are null for users whom WordPress knows without one. */
const customer: Shape = {
  'id?': 'whole',
  ...all('text|null', 'date_created? date_created_gmt? date_modified? date_modified_gmt?'),
  ...all('text', 'email? first_name? last_name? role? username? avatar_url?'),
  'billing?': {
    ...all(
      'text',
      'first_name? last_name? company? address_1? address_2? city? state? postcode? country? email? phone?',
    ),
  },
  'shipping?': {
    ...all(
      'text',
      'first_name? last_name? company? address_1? address_2? city? state? postcode? country?',
    ),
  },
  'is_paying_customer?': 'boolean',
  'meta_data?': [{ 'id?': 'whole', 'key?': 'text', 'value?': 'any' }],
}

const webhook: Shape = {
  'id?': 'whole',
  ...all('text', 'name? topic? resource? event? delivery_url? secret?'),
  'status?': among('active paused disabled'),
  'hooks?': ['text'],
  ...all('text|null', 'date_created? date_created_gmt? date_modified? date_modified_gmt?'),
}

const hookHeaders = ['source', 'topic', 'resource', 'event', 'signature', 'id', 'delivery-id'].map(
  (name) => `x-wc-webhook-${name}`,
)

export const woocommerce: PublishedService = {
  sources: [
    'woocommerce/woocommerce-rest-api 88ff745b (2020-08-11)',
    'woocommerce/woocommerce 0059466f (current index)',
    'woocommerce/woocommerce-rest-api-docs 13d61967 (2024-03-15): customers of wp-api-v3; one order, one webhook',
    'class-wc-rest-customers-v1-controller.php of WooCommerce (current index): parameters of the list, which has none for a date',
  ],
  access: ['authorization', '?consumer_key'],
  refusal: { code: 'text', message: 'text' },
  operations: [
    {
      method: 'GET',
      path: '/wc-auth/v1/authorize',
      query: {
        ...all(text, 'app_name! user_id! return_url! callback_url!'),
        'scope!': oneOf('read', 'write', 'read_write'),
      },
      back: [all(text, 'success! user_id!')],
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/orders',
      query: {
        ...all(whole, 'page offset customer product dp'),
        per_page: upTo(100, 1),
        ...all(
          text,
          'consumer_key consumer_secret search after before exclude include status modified_after modified_before _fields',
        ),
        order: oneOf('asc', 'desc'),
        orderby: oneOf('date', 'id', 'include', 'title', 'slug', 'modified'),
        dates_are_gmt: flag,
      },
      answer: [order],
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/orders/{id}',
      query: { ...keys, dp: whole },
      answer: order,
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/products',
      query: {
        page: whole,
        offset: whole,
        per_page: upTo(100, 1),
        ...all(
          text,
          'consumer_key consumer_secret search after before exclude include slug type sku category tag shipping_class attribute attribute_term tax_class min_price max_price modified_after modified_before _fields',
        ),
        order: oneOf('asc', 'desc'),
        orderby: oneOf(
          'date',
          'id',
          'include',
          'title',
          'slug',
          'modified',
          'price',
          'popularity',
          'rating',
        ),
        status: oneOf('any', 'future', 'trash', 'draft', 'pending', 'private', 'publish'),
        ...all(flag, 'featured in_stock on_sale dates_are_gmt'),
      },
      answer: [product],
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/products/reviews',
      query: {
        page: whole,
        offset: whole,
        per_page: upTo(100, 1),
        ...all(
          text,
          'consumer_key consumer_secret after before exclude include reviewer reviewer_exclude reviewer_email product',
        ),
        order: oneOf('asc', 'desc'),
        orderby: oneOf('date', 'date_gmt', 'id', 'include', 'product'),
        status: oneOf('all', 'hold', 'approved', 'spam', 'trash'),
      },
      answer: [review],
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/customers',
      query: {
        ...keys,
        page: whole,
        offset: whole,
        per_page: upTo(100, 1),
        ...all(text, 'search exclude include email role _fields'),
        order: oneOf('asc', 'desc'),
        orderby: oneOf('id', 'include', 'name', 'registered_date'),
      },
      answer: [customer],
    },
    {
      method: 'POST',
      path: '/wp-json/wc/v3/webhooks',
      query: keys,
      json: { ...all('text', 'name? status? topic delivery_url secret?') },
      answer: webhook,
      statuses: [201],
    },
    {
      method: 'GET',
      path: '/wp-json/wc/v3/webhooks/{id}',
      query: keys,
      answer: webhook,
    },
    {
      method: 'PUT',
      path: '/wp-json/wc/v3/webhooks/{id}',
      query: keys,
      json: { ...all('text', 'name? status? topic? delivery_url? secret?') },
      answer: webhook,
    },
    {
      method: 'DELETE',
      path: '/wp-json/wc/v3/webhooks/{id}',
      query: { ...keys, force: flag },
      answer: webhook,
    },
  ],
  deliveries: [
    { topics: ['order.created', 'order.updated'], headers: hookHeaders, json: order },
    { topics: ['customer.created'], headers: hookHeaders, json: customer },
    { topics: ['product.created', 'product.updated'], headers: hookHeaders, json: product },
    { topics: ['order.deleted', 'product.deleted'], headers: hookHeaders, json: { id: 'whole' } },
    // The ping of a new webhook isn't signed.
    { topics: ['ping'], headers: [], form: { 'webhook_id!': whole } },
    // After an approval.
    {
      topics: ['keys'],
      headers: [],
      json: only({
        key_id: 'whole',
        ...all('text', 'user_id consumer_key consumer_secret'),
        key_permissions: among('read write read_write'),
      }),
    },
  ],
}
