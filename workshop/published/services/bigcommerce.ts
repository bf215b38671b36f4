/**
 * Facts that BigCommerce publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * deliveries on the 28th.
 */
import {
  all,
  among,
  flag,
  only,
  oneOf,
  text,
  upTo,
  whole,
  type Members,
  type PublishedService,
  type Shape,
} from '../facts.ts'

/** Members of a script, as scripts.v3.yml lists them. */
const scriptMembers: Members = {
  ...all(
    'text',
    'description? html? src? load_method? location? visibility? kind? consent_category?',
  ),
  ...all('boolean', 'auto_uninstall? enabled?'),
  'channel_id?': 'whole',
}

const savedScript = only({
  'data?': only({ ...scriptMembers, name: 'text', uuid: 'text' }),
  'meta?': 'any',
})

const productTopics = ['created', 'updated', 'deleted'].map((name) => `store/product/${name}`)

/** The headers of Standard Webhooks. */
const standardHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** It only names what changed. @param more members of its data */
const eventOf = (more: Members): Shape => ({
  ...all('text', 'scope store_id hash producer'),
  created_at: 'whole',
  data: { type: 'text', id: 'whole', ...more },
})

/** It is empty as long as nothing was paid. */
const paymentStatus: Shape = {
  values: [
    '',
    'authorized',
    'captured',
    'capture pending',
    'declined',
    'held for review',
    'paid',
    'partially refunded',
    'pending',
    'refunded',
    'void',
    'void pending',
  ],
}

const productWords = {
  'type?': among('physical digital'),
  'inventory_tracking?': among('none product variant'),
  'availability?': among('available disabled preorder'),
}

export const bigcommerce: PublishedService = {
  sources: [
    'bigcommerce/docs 24f580ca (2026-04-01)',
    'bigcommerce/dev-docs, pull request 578: default_currency_code is the currency that an order was paid in',
  ],
  access: ['x-auth-token'],
  operations: [
    {
      method: 'POST',
      path: '/oauth2/token',
      isOpen: true,
      json: only(all('text', 'client_id client_secret code context scope grant_type redirect_uri')),
      answer: only({
        ...all('text', 'access_token scope context account_uuid'),
        ...all({ id: 'whole', username: 'text', email: 'text' }, 'user owner?'),
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v3/content/scripts',
      query: {
        ...all(whole, 'page limit'),
        sort: oneOf('name', 'description', 'date_created', 'date_modified'),
        direction: oneOf('asc', 'desc'),
        'channel_id:in': text,
      },
      answer: only({
        'data?': [only({ ...scriptMembers, 'name?': 'text', 'uuid?': 'text' })],
        'meta?': 'any',
      }),
    },
    {
      method: 'POST',
      path: '/stores/{store_hash}/v3/content/scripts',
      json: only({ ...scriptMembers, name: 'text' }),
      answer: savedScript,
    },
    {
      method: 'PUT',
      path: '/stores/{store_hash}/v3/content/scripts/{uuid}',
      json: only({ ...scriptMembers, 'name?': 'text' }),
      answer: savedScript,
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v2/store',
      answer: only({
        ...all(
          'text',
          'id? secure_url? status? name? first_name? last_name? address? country? country_code? currency?',
        ),
        'store_id?': 'whole',
        'timezone?': { 'name?': 'text' },
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v2/orders',
      query: {
        ...all(whole, 'min_id max_id customer_id status_id channel_id'),
        ...all(
          text,
          'min_total max_total email cart_id payment_method min_date_created max_date_created min_date_modified max_date_modified sort include external_order_id',
        ),
        consignment_structure: oneOf('object'),
        page: whole,
        limit: upTo(250, 1),
      },
      answer: [
        only({
          'id?': 'whole',
          'customer_id?': 'number',
          'status_id?': 'whole',
          'is_deleted?': 'boolean',
          'payment_status?': paymentStatus,
          'channel_id?': 'whole',
          ...all(
            'text',
            'date_modified? status? currency_code? default_currency_code? store_default_currency_code? date_created? total_inc_tax?',
          ),
          'products?': 'object',
          'billing_address?': only({
            ...all('text', 'first_name? last_name? city? state? zip country? country_iso2? email?'),
          }),
        }),
      ],
      statuses: [200, 204],
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v2/orders/{order_id}',
      query: { include: text, consignment_structure: oneOf('object') },
      answer: only({
        'id?': 'whole',
        'customer_id?': 'number',
        'status_id?': 'whole',
        'is_deleted?': 'boolean',
        'payment_status?': paymentStatus,
        'channel_id?': 'whole',
        ...all(
          'text',
          'date_modified? status? currency_code? default_currency_code? store_default_currency_code? date_created? total_inc_tax?',
        ),
        'products?': 'object',
        'billing_address?': only({
          ...all('text', 'first_name? last_name? city? state? zip country? country_iso2? email?'),
        }),
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v2/orders/{order_id}/products',
      query: { page: whole, limit: upTo(250, 1) },
      answer: [
        only({
          ...all('whole', 'id? order_id? product_id? quantity?'),
          ...all('text', 'name? type? price_inc_tax? total_inc_tax?'),
        }),
      ],
      statuses: [200, 204],
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v3/customers',
      query: {
        page: whole,
        limit: upTo(250, 1),
        ...all(
          text,
          'id:in company:in customer_group_id:in date_created date_created:max date_created:min date_modified date_modified:min date_modified:max email:in name:in name:like phone:in registration_ip_address:in include after before',
        ),
        sort: oneOf(
          'date_created:asc',
          'date_created:desc',
          'last_name:asc',
          'last_name:desc',
          'date_modified:asc',
          'date_modified:desc',
        ),
      },
      answer: only({
        'data?': [
          only({
            ...all('text', 'email? first_name? last_name? date_modified? date_created?'),
            'id?': 'whole',
            'origin_channel_id?': 'whole',
            'addresses?': [
              only({
                ...all(
                  'text',
                  'first_name last_name address1 city state_or_province postal_code country_code country?',
                ),
                customer_id: 'whole',
                id: 'whole',
              }),
            ],
          }),
        ],
        'meta?': only({
          'pagination?': only({ ...all('whole', 'total? current_page? total_pages?') }),
        }),
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v3/catalog/products',
      query: {
        ...all(
          whole,
          'id page id:min id:max id:greater id:less brand_id is_free_shipping inventory_level inventory_level:min inventory_level:max inventory_level:greater inventory_level:less inventory_low out_of_stock total_sold categories',
        ),
        ...all(
          text,
          'id:in channel_id:in id:not_in include include_fields exclude_fields categories:in name mpn upc price weight date_modified date_modified:max date_modified:min date_last_imported date_last_imported:not date_last_imported:max date_last_imported:min inventory_level:in inventory_level:not_in keyword sku sku:in',
        ),
        limit: upTo(250),
        direction: oneOf('asc', 'desc'),
        sort: oneOf(
          'id',
          'name',
          'sku',
          'price',
          'date_modified',
          'date_last_imported',
          'inventory_level',
          'is_visible',
          'total_sold',
          'calculated_price',
        ),
        condition: oneOf('new', 'used', 'refurbished'),
        is_visible: flag,
        is_featured: oneOf('1', '0'),
        type: oneOf('digital', 'physical'),
        keyword_context: oneOf('shopper', 'merchant'),
        availability: oneOf('available', 'disabled', 'preorder'),
      },
      answer: only({
        'data?': [
          only({
            'id?': 'whole',
            'inventory_level?': 'whole',
            ...productWords,
            ...all('text', 'name? date_created? date_modified?'),
            'price?': 'number',
            'is_visible?': 'boolean',
            'custom_url?': only({ 'url?': 'text' }),
            'primary_image?': only({
              'id?': 'whole',
              'product_id?': 'whole',
              'url_standard?': 'text',
              'date_modified?': 'text',
            }),
          }),
        ],
        'meta?': only({
          'pagination?': only({ ...all('whole', 'total? current_page? total_pages?') }),
        }),
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v3/catalog/products/{product_id}',
      query: { ...all(text, 'include include_fields exclude_fields') },
      answer: only({
        'data?': only({
          'id?': 'whole',
          'inventory_level?': 'whole',
          ...productWords,
          ...all('text', 'name? date_created? date_modified?'),
          'price?': 'number',
          'is_visible?': 'boolean',
          'custom_url?': only({ 'url?': 'text' }),
          'primary_image?': only({
            'id?': 'whole',
            'product_id?': 'whole',
            'url_standard?': 'text',
            'date_modified?': 'text',
          }),
        }),
        'meta?': 'object',
      }),
    },
    {
      method: 'GET',
      path: '/stores/{store_hash}/v3/hooks',
      query: { page: whole, limit: upTo(250, 1), is_active: flag, scope: text, destination: text },
      answer: only({
        'data?': [
          only({
            'id?': 'whole',
            'created_at?': 'whole',
            'scope?': 'text',
            'destination?': 'text',
            'is_active?': 'boolean',
            'headers?': 'object|null',
          }),
        ],
        'meta?': only({
          'pagination?': only({ ...all('whole', 'total? current_page? total_pages?') }),
        }),
      }),
    },
    {
      method: 'POST',
      path: '/stores/{store_hash}/v3/hooks',
      json: only({
        scope: 'text',
        destination: 'text',
        'is_active?': 'boolean',
        'headers?': 'object|null',
      }),
      answer: only({
        'data?': only({
          'id?': 'whole',
          'created_at?': 'whole',
          scope: 'text',
          destination: 'text',
          'is_active?': 'boolean',
          'headers?': 'object|null',
        }),
        'meta?': 'any',
      }),
    },
    {
      method: 'PUT',
      path: '/stores/{store_hash}/v3/hooks/{webhook_id}',
      json: only({
        'scope?': 'text',
        'destination?': 'text',
        'is_active?': 'boolean',
        'headers?': 'object|null',
      }),
      answer: only({
        'data?': only({
          'id?': 'whole',
          'created_at?': 'whole',
          'scope?': 'text',
          'destination?': 'text',
          'is_active?': 'boolean',
          'headers?': 'object|null',
        }),
        'meta?': 'any',
      }),
    },
    {
      method: 'DELETE',
      path: '/stores/{store_hash}/v3/hooks/{webhook_id}',
      answer: only({
        'data?': only({
          'id?': 'whole',
          'created_at?': 'whole',
          'scope?': 'text',
          'destination?': 'text',
          'is_active?': 'boolean',
          'headers?': 'object|null',
        }),
        'meta?': 'any',
      }),
    },
  ],
  deliveries: [
    {
      topics: [
        'store/order/created',
        'store/order/archived',
        'store/customer/created',
        ...productTopics,
      ],
      headers: standardHeaders,
      json: eventOf({}),
    },
    {
      topics: ['store/order/statusUpdated'],
      headers: standardHeaders,
      json: eventOf({ status: all('whole', 'previous_status_id new_status_id') }),
    },
    {
      topics: ['store/product/inventory/updated'],
      headers: standardHeaders,
      json: eventOf({ inventory: { ...all('whole', 'product_id value'), method: 'text' } }),
    },
  ],
}
