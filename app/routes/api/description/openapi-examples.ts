/** Examples for the OpenAPI document. A test checks them against the schemas. */
import type {
  ActivityAnswer,
  activityInput,
  activityList,
  batchAnswer,
  bearerAnswer,
  describedBatch,
  singleAnswer,
  singleSite,
  siteList,
} from '#app/contract/activities.ts'
import type { claimAnswer } from '#app/contract/claims.ts'
import type { z } from 'zod'

export const purchaseExample: z.input<typeof activityInput> = {
  kind: 'purchase',
  id: 'order-1001',
  occurred_at: '2026-03-02T09:30:00Z',
  person: { first_name: 'Ann', city: 'Leeds', country: 'GB' },
  items: [
    {
      title: 'Oak serving board',
      url: 'https://shop.example/products/oak-serving-board',
      image: 'https://shop.example/images/oak-serving-board.jpg',
      quantity: 1,
      price: 34.5,
    },
  ],
  total: 39.5,
  currency: 'GBP',
}

export const signupExample: z.input<typeof activityInput> = {
  kind: 'signup',
  id: 'newsletter-77',
  occurred_at: '2026-03-02T11:05:00+01:00',
  person: { first_name: 'Jonas', country: 'DE' },
}

export const batchExample: z.input<typeof describedBatch> = {
  activities: [purchaseExample, { ...purchaseExample, id: 'order-1000', state: 'refunded' }],
}

export const storedPurchase: ActivityAnswer = {
  uuid: '5a3f0f52-6f0d-4d0e-9a43-1c9a4a7f4f10',
  id: 'order-1001',
  kind: 'purchase',
  occurred_at: '2026-03-02T09:30:00.000Z',
  received_at: '2026-03-02T09:30:02.117Z',
  trust: 'signed',
  approval: 'approved',
  is_showable: true,
  is_same_sale: false,
  state: 'confirmed',
  test: false,
  total: 39.5,
  currency: 'GBP',
  person: { first_name: 'Ann', last_name: null, city: 'Leeds', country: 'GB' },
  product: {
    title: 'Oak serving board',
    url: 'https://shop.example/products/oak-serving-board',
    image: 'https://shop.example/images/oak-serving-board.jpg',
  },
  stars: null,
  body: null,
}

export const singleExample: z.input<typeof singleAnswer> = { data: storedPurchase }

export const batchResponseExample: z.input<typeof batchAnswer> = {
  data: [
    { outcome: 'created', id: 'order-1001', activity: storedPurchase },
    {
      outcome: 'rejected',
      id: 'order-1000',
      message: 'Some fields are invalid.',
      errors: { occurred_at: ['Send a moment of the last two years.'] },
    },
  ],
}

export const activityListExample: z.input<typeof activityList> = {
  data: [storedPurchase],
  next_cursor: 'WyJhY3Rpdml0aWVzIix7Im9jY3VycmVkQXQiOjE3NzI0NDM4MDAwMDAsImlkIjo0Mn1d',
}

const site = {
  uuid: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31',
  name: 'Shop',
  url: 'https://shop.example',
  pixel_seen_at: '2026-03-01T16:20:41.003Z',
  has_pixel: true,
  pixel_url: 'https://footfall.example/js/pixel.library.js',
  installation_code:
    '<script async src="https://footfall.example/js/pixel.library.js" data-site="0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31"></script>',
  site_category_id: 3,
  site_category_identity: 'home',
  site_category: {
    id: 3,
    identity: 'home',
    name: 'Home and garden',
    description: 'Furniture, kitchen, plants and tools',
    icon: 'HomeIcon',
    position: 3,
  },
  time_zone: 'Europe/London',
  logo_url: null,
  top_level_domain: 'example',
  is_shopify: false,
  wix_token: false,
  bigcommerce_store_id: null,
  bigcommerce_access_token: false,
  integrations: ['javascript', 'rest_api'],
  visitor_boost: 0,
  visitor_boost_expires_at: null,
} satisfies z.input<typeof singleSite>['data']

export const siteExample: z.input<typeof singleSite> = { data: site }

export const sitesExample: z.input<typeof siteList> = { data: [site], next_cursor: null }

export const bearerExample: z.input<typeof bearerAnswer> = {
  data: {
    organization: { name: 'Shop Ltd', slug: 'shop-ltd-1f0c2b7a' },
    token: { name: 'Orders', abilities: ['activities:write'], site: null },
  },
}

export const claimExample: z.input<typeof claimAnswer> = {
  data: {
    id: '7b0f6a52-2b55-4f0b-9c39-54d6f2a1c8e3',
    nudge: 'd1f3c7a0-93d8-4f5e-8a1b-6a7e2c9b4d10',
    text: 'Ann in the UK bought Oak serving board',
    rule: "One paid, non-test purchase reported by the shop's server. Shows the first name as given, the product and the city if at least 5 in the period share it, otherwise the country.",
    basis: 'activity',
    window_seconds: 604_800,
    created_at: '2026-03-02T09:30:04.000Z',
    activity: storedPurchase,
  },
}
