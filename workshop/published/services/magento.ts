/**
 * Facts that Magento publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * source items on the 28th, store views on the 30th.
 */
import {
  all,
  either,
  oneOf,
  only,
  text,
  upTo,
  whole,
  type Parameters,
  type PublishedService,
} from '../facts.ts'

/** The documented names of filters and those in camel case are the same. */
const listParameters: Parameters = {
  ...all(
    text,
    'searchCriteria[filter_groups][{n}][filters][{m}][field] searchCriteria[filter_groups][{n}][filters][{m}][value] searchCriteria[sortOrders][{n}][field] fields',
  ),
  'searchCriteria[filter_groups][{n}][filters][{m}][condition_type]': oneOf(
    ...'eq finset from gt gteq in like lt lteq moreq neq nfinset nin nlike notnull null to'.split(
      ' ',
    ),
  ),
  'searchCriteria[sortOrders][{n}][direction]': oneOf('ASC', 'DESC'),
  'searchCriteria[pageSize]': upTo(300, 1),
  'searchCriteria[currentPage]': whole,
}

export const magento: PublishedService = {
  sources: [
    'AdobeDocs/commerce-webapi e2275b56 (2026-08-05): src/openapi/admin-schema-2.4.9.yaml, rest/inventory/manage-source-items',
    'magento/magento2: StoreConfigInterface, ProductWebsiteFilter; issues 15461, 8121 and 5723 (the store code in an address chooses no rows), magento/devdocs issue 9405 (orders)',
    'magento/inventory e9d6e33c (2024-10-17): SourceItemInterface, and the right Magento_InventoryApi::source',
  ],
  access: ['authorization'],
  refusal: { message: 'text' },
  operations: [
    {
      method: 'GET',
      path: '/rest/{store_code}/V1/inventory/source-items',
      query: listParameters,
      answer: only({
        // Magento sends null for no rows.
        items: either('null', [
          only({
            // One or none of each source for a SKU: both together are the row's name.
            ...all('text|null', 'sku? source_code?'),
            'quantity?': 'number|null',
            // 0: out of stock, 1: in stock.
            'status?': 'whole|null',
            'extension_attributes?': 'object',
          }),
        ]),
        search_criteria: only({ filter_groups: ['object'] }),
        total_count: 'whole',
      }),
    },
    {
      method: 'GET',
      path: '/rest/{store_code}/V1/store/storeConfigs',
      query: all(text, 'storeCodes[{n}]'),
      // All store views of the installation, for each code in the address.
      answer: [
        only({
          ...all('whole', 'id website_id'),
          ...all(
            'text',
            'code locale base_currency_code default_display_currency_code timezone weight_unit base_url base_link_url base_static_url base_media_url secure_base_url secure_base_link_url secure_base_static_url secure_base_media_url',
          ),
          'extension_attributes?': 'object',
        }),
      ],
    },
    {
      method: 'GET',
      path: '/rest/{store_code}/V1/orders',
      query: listParameters,
      answer: only({
        // Magento sends null for no rows.
        items: either('null', [
          only({
            base_grand_total: 'number',
            grand_total: 'number',
            ...all(
              'text',
              'created_at? customer_email customer_firstname? customer_lastname? increment_id? order_currency_code? state? status? updated_at?',
            ),
            ...all('whole', 'entity_id? store_id?'),
            items: [
              only({
                ...all('text', 'created_at? name? product_type? sku updated_at?'),
                ...all('whole', 'item_id? parent_item_id? product_id?'),
                ...all('number', 'price? price_incl_tax? qty_ordered?'),
              }),
            ],
            'billing_address?': only({
              ...all(
                'text',
                'address_type city country_id email? firstname lastname postcode telephone',
              ),
              'entity_id?': 'whole',
            }),
          }),
        ]),
        search_criteria: only({ filter_groups: ['object'] }),
        total_count: 'whole',
      }),
    },
    {
      method: 'GET',
      path: '/rest/{store_code}/V1/customers/search',
      query: listParameters,
      answer: only({
        // Magento sends null for no rows.
        items: either('null', [
          only({
            ...all('whole', 'id? store_id? website_id?'),
            ...all('text', 'created_at? updated_at? email firstname lastname'),
            'addresses?': [
              only({
                'id?': 'whole',
                ...all('text', 'country_id? telephone? postcode? city? firstname? lastname?'),
                'custom_attributes?': ['object'],
              }),
            ],
            'custom_attributes?': ['object'],
          }),
        ]),
        search_criteria: only({ filter_groups: ['object'] }),
        total_count: 'whole',
      }),
    },
    {
      method: 'GET',
      path: '/rest/{store_code}/V1/products',
      query: listParameters,
      answer: only({
        // Magento sends null for no rows.
        items: either('null', [
          only({
            ...all('whole', 'id? status? visibility?'),
            ...all('text', 'sku name? type_id? created_at? updated_at?'),
            'price?': 'number',
            'extension_attributes?': 'object',
            'media_gallery_entries?': [
              only({
                'id?': 'whole',
                position: 'whole',
                ...all('text', 'media_type label file?'),
                disabled: 'boolean',
                types: ['text'],
              }),
            ],
            'custom_attributes?': [only({ attribute_code: 'text', value: 'text' })],
          }),
        ]),
        search_criteria: only({ filter_groups: ['object'] }),
        total_count: 'whole',
      }),
    },
  ],
}
