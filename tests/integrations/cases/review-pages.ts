import payload from '../../payloads/services/review_pages.json' with { type: 'json' }
import type { ConnectableName } from '#app/contract/integrations.ts'
import { startDatashakeServer } from '#workshop/doubles/shops/datashake-server.ts'
import type { BatteryCase } from '../battery-case.ts'

type Page = {
  name: ConnectableName
  page: string
  scale: 5 | 10
  /** The page's public address. Default: `page`. */
  address?: string
  /** Default: 20. */
  relistedHours?: number
}

/** By the services' scales: what a rating of 5 and one of 3.5 become. */
const starsOf = { 5: [5, 3], 10: [2, 1] } as const

/** A single review's address at the same service. */
const reviewOn = (address: string) => `${new URL(address).origin}/review/1`

const pageCase = ({
  name,
  page,
  scale,
  address = page,
  relistedHours = 20,
}: Page): BatteryCase => ({
  scale,
  relistedHours,
  async start({ now }) {
    const double = await startDatashakeServer(now)
    return {
      double,
      aggregatorToken: double.token,
      settings: { page },
      placeOrder: () => `${name}-${String(double.placeOrder().id)}`,
    }
  },
  pulled: {
    answers: {
      'GET /api/v2/profiles/reviews': {
        ...payload.info,
        result_count: 2,
        // The newest one last.
        reviews: [
          { ...payload.nameless, date: '2026-01-04', url: 'https://elsewhere.example/1' },
          {
            ...payload.answered,
            date: '2026-01-15',
            url: reviewOn(address),
            verified_order: true,
            language_code: 'en',
          },
        ],
      },
    },
    expected: [
      {
        kind: 'review',
        id: `${name}-109955990550898390948`,
        occurred_at: '2026-01-15T00:00:00.000Z',
        person: { first_name: 'Cecilia' },
        stars: starsOf[scale][0],
        body: 'Good coffee, long lines',
        sourceUrl: reviewOn(address),
        isVerified: true,
        language: 'en',
        answer: 'Thank you!',
      },
      {
        kind: 'review',
        id: `${name}-112986693786969480124`,
        occurred_at: '2026-01-04T00:00:00.000Z',
        person: { first_name: null },
        stars: starsOf[scale][1],
        body: 'Amazing coffee, long lines',
        // No one is led to another host.
        sourceUrl: address.replace(/\/$/, ''),
        isVerified: null,
        language: null,
        answer: null,
      },
    ],
  },
})

const pages: readonly Page[] = [
  { name: 'agoda', page: 'https://www.agoda.com/oak-inn/hotel/austin-us.html', scale: 10 },
  { name: 'airbnb', page: 'https://www.airbnb.com/rooms/12345678', scale: 5 },
  { name: 'aliexpress', page: 'https://www.aliexpress.com/item/1005001234567890.html', scale: 5 },
  { name: 'booking_com', page: 'https://www.booking.com/hotel/us/oak-inn.html', scale: 10 },
  { name: 'capterra', page: 'https://www.capterra.com/p/12345/Oak/', scale: 5 },
  { name: 'capterra_reviews', page: 'https://www.capterra.com/p/12345/Oak/reviews/', scale: 5 },
  { name: 'facebook', page: 'https://www.facebook.com/oakpottery/reviews', scale: 5 },
  {
    name: 'google_places',
    page: 'ChIJN1t_tDeuEmsRUsoyG83frY4',
    address: 'https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4',
    scale: 5,
  },
  { name: 'hotels_com', page: 'https://www.hotels.com/ho123456/', scale: 10 },
  { name: 'product_hunt', page: 'https://www.producthunt.com/products/oak/reviews', scale: 5 },
  {
    name: 'tripadvisor',
    page: 'https://www.tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Oak.html',
    scale: 5,
  },
  { name: 'trust_radius', page: 'https://www.trustradius.com/products/oak/reviews', scale: 10 },
  {
    name: 'yelp',
    page: 'https://www.yelp.com/biz/oak-pottery-austin',
    scale: 5,
    // Early enough to be kept for no longer than a day.
    relistedHours: 18,
  },
]

export const reviewPages: Readonly<Record<string, BatteryCase>> = Object.fromEntries(
  pages.map((page) => [page.name, pageCase(page)]),
)
