/**
 * Facts that Etsy publishes about what Footfall asks it. Compared with the sources on November 27, 2026, the
 * approval on the 28th.
 */
import {
  all,
  among,
  either,
  flag,
  only,
  oneOf,
  text,
  upTo,
  whole,
  type PublishedService,
  type Shape,
} from '../facts.ts'

const iMoney: Shape = only({ 'amount?': 'whole', 'divisor?': 'whole', 'currency_code?': 'text' })

/** Its description has a closed list in lower case; answers that were seen capitalize the words. */
const receiptStatus: Shape = {
  values: [
    'canceled',
    'completed',
    'fully refunded',
    'open',
    'paid',
    'partially refunded',
    'payment processing',
  ],
}

export const etsy: PublishedService = {
  sources: [
    'Granga/etsy-ts 8.0.1 (2026)',
    'etsy/open-api 9f993e18 (2021-02-08)',
    'developers.etsy.com (2026): essentials/authentication for the approval and tokens, essentials/rate-limits',
  ],
  access: ['x-api-key'],
  operations: [
    {
      method: 'GET',
      path: '/oauth/connect',
      query: {
        'response_type!': oneOf('code'),
        ...all(text, 'client_id! redirect_uri! scope! state! code_challenge!'),
        'code_challenge_method!': oneOf('S256'),
      },
      back: [all(text, 'code! state!'), all(text, 'error! error_description error_uri state!')],
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/v3/public/oauth/token',
      // The app's secret has no place in it: the verifier proves who asks.
      form: [
        {
          'grant_type!': oneOf('authorization_code'),
          ...all(text, 'client_id! redirect_uri! code! code_verifier!'),
        },
        { 'grant_type!': oneOf('refresh_token'), ...all(text, 'client_id! refresh_token!') },
      ],
      answer: only({
        ...all('text', 'access_token token_type refresh_token'),
        expires_in: 'whole',
      }),
      refusal: { error: 'text' },
      isOpen: true,
    },
    {
      method: 'GET',
      path: '/v3/application/users/me',
      answer: only({ 'user_id?': 'whole', 'shop_id?': 'whole' }),
    },
    {
      method: 'GET',
      path: '/v3/application/shops/{shop_id}',
      answer: only({
        ...all('whole', 'shop_id? user_id? created_timestamp? updated_timestamp?'),
        ...all('text', 'shop_name? currency_code? url?'),
        'title?': 'text|null',
      }),
    },
    {
      method: 'GET',
      path: '/v3/application/shops/{shop_id}/receipts',
      query: {
        ...all(whole, 'min_created max_created min_last_modified max_last_modified offset'),
        limit: upTo(100, 1),
        sort_on: oneOf('created', 'receipt_id', 'updated'),
        sort_order: oneOf('asc', 'ascending', 'desc', 'descending', 'down', 'up'),
        ...all(text, 'was_paid was_shipped was_delivered was_canceled'),
        legacy: flag,
      },
      answer: only({
        'count?': 'whole',
        'results?': [
          only({
            ...all('number', 'receipt_id? created_timestamp? updated_timestamp?'),
            ...all('text|null', 'buyer_email? city? state? country_iso?'),
            'name?': 'text',
            'status?': receiptStatus,
            'is_paid?': 'boolean',
            'grandtotal?': iMoney,
            'transactions?': [
              only({
                ...all('number', 'transaction_id? created_timestamp? quantity? receipt_id?'),
                'title?': 'text|null',
                'listing_image_id?': 'number|null',
                'listing_id?': 'number|null',
                'price?': iMoney,
              }),
            ],
          }),
        ],
      }),
    },
    {
      method: 'GET',
      path: '/v3/application/shops/{shop_id}/reviews',
      query: { limit: upTo(100, 1), offset: whole, min_created: text, max_created: text },
      answer: only({
        'count?': 'whole',
        'results?': [
          only({
            ...all(
              'number',
              'shop_id? listing_id? transaction_id? rating? created_timestamp? updated_timestamp?',
            ),
            'review?': 'text',
            'language?': 'text',
          }),
        ],
      }),
    },
    {
      method: 'GET',
      path: '/v3/application/listings/batch',
      query: { ...all(text, 'listing_ids! includes currency buyer_country'), legacy: flag },
      answer: only({
        'count?': 'whole',
        'results?': [
          only({
            ...all(
              'number',
              'listing_id? user_id? shop_id? created_timestamp? updated_timestamp? quantity?',
            ),
            ...all('text', 'title? url?'),
            'state?': among('active draft expired inactive sold_out'),
            'language?': 'text|null',
            'price?': iMoney,
            'shop?': either(
              'null',
              only({
                ...all('number', 'shop_id? user_id? created_timestamp? updated_timestamp?'),
                ...all('text', 'shop_name? currency_code? url?'),
                'title?': 'text|null',
              }),
            ),
            'images?': [
              only({
                ...all('number', 'listing_id? listing_image_id? created_timestamp?'),
                'url_570xN?': 'text',
                'url_fullxfull?': 'text',
              }),
            ],
          }),
        ],
      }),
    },
  ],
}
