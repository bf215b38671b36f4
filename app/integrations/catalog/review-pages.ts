/**
 * Services whose reviews are public, and that give their owners no API for them. Each page's address is
 * known by its shape: hosts, paths and scales are those that these sites used in 2026.
 */
import { z } from 'zod'
import { pageAddress, reviewPage } from '../kit/review-page.ts'

const ending = /^(?:com|[a-z]{2}|com?\.[a-z]{2})$/
const language = /^[a-z]{2}$/

/** In all countries: `name.com`, `name.de`, `name.co.uk`, `de.name.com`. */
const inCountries =
  (name: string) =>
  (host: string): boolean => {
    const [before, rest = '', ...others] = `.${host}`.split(`.${name}.`)
    const isPrefixed = before === '' || language.test(before?.slice(1) ?? '')
    return others.length === 0 && isPrefixed && ending.test(rest)
  }

/** One of these. */
const at =
  (...hosts: string[]) =>
  (host: string): boolean =>
    hosts.includes(host)

export const agoda = reviewPage({
  name: 'agoda',
  summary: 'Guest reviews of your hotel on Agoda.',
  step: 'Open your hotel’s page on Agoda, and copy its address.',
  scale: 10,
  page: pageAddress({
    what: 'your hotel’s page on Agoda',
    host: at('agoda.com'),
    path: /^(?:\/[a-z]{2}-[a-z]{2})?\/[\w-]+\/hotel\/[\w-]+\.html$/,
    example: 'https://www.agoda.com/your-hotel/hotel/city-country.html',
  }),
})

export const airbnb = reviewPage({
  name: 'airbnb',
  summary: 'Guest reviews of your home or experience on Airbnb.',
  step: 'Open your listing on Airbnb as a guest sees it, and copy its address.',
  scale: 5,
  page: pageAddress({
    what: 'your listing on Airbnb',
    host: inCountries('airbnb'),
    path: /^\/(?:rooms(?:\/plus)?\/\d+|h\/[\w-]+|experiences\/\d+)$/,
    example: 'https://www.airbnb.com/rooms/12345678',
  }),
})

export const aliexpress = reviewPage({
  name: 'aliexpress',
  summary: 'Reviews of one of your products on AliExpress.',
  step: 'Open the product on AliExpress, and copy its address.',
  scale: 5,
  page: pageAddress({
    what: 'your product on AliExpress',
    host: inCountries('aliexpress'),
    path: /^\/item\/(?:[\w-]+\/)?\d+\.html$/,
    example: 'https://www.aliexpress.com/item/1005001234567890.html',
  }),
})

export const bookingCom = reviewPage({
  name: 'booking_com',
  summary: 'Guest reviews of your property on Booking.com.',
  step: 'Open your property’s page on Booking.com as a guest sees it, and copy its address.',
  scale: 10,
  page: pageAddress({
    what: 'your property’s page on Booking.com',
    host: at('booking.com'),
    path: /^\/hotel\/[a-z]{2}\/[\w-]+(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html$/,
    example: 'https://www.booking.com/hotel/us/your-hotel.html',
  }),
})

/** Names differ by country and page, the number doesn't. */
const productNumber = (path: string): string => /\d+/.exec(path)?.[0] ?? path

export const capterra = reviewPage({
  name: 'capterra',
  summary: 'Reviews of your software from its product page on Capterra.',
  step: 'Open your software’s product page on Capterra, and copy its address.',
  scale: 5,
  page: pageAddress({
    what: 'your software’s product page on Capterra',
    host: inCountries('capterra'),
    path: /^\/(?:p|software)\/\d+\/[\w-]+$/,
    example: 'https://www.capterra.com/p/12345/Your-Software',
  }),
  keyOf: productNumber,
})

export const capterraReviews = reviewPage({
  name: 'capterra_reviews',
  summary: 'Reviews of your software from its reviews page on Capterra.',
  step: 'Open the reviews of your software on Capterra, and copy the page’s address.',
  scale: 5,
  page: pageAddress({
    what: 'your software’s reviews on Capterra',
    host: inCountries('capterra'),
    path: /^\/(?:reviews\/\d+\/[\w-]+|p\/\d+\/[\w-]+\/reviews)$/,
    example: 'https://www.capterra.com/p/12345/Your-Software/reviews',
  }),
  publisher: 'capterra',
  keyOf: productNumber,
})

export const facebook = reviewPage({
  name: 'facebook',
  summary: 'Public reviews of your Facebook page, as far as they have a rating.',
  step: 'Open your page on Facebook, choose Reviews, and copy the address.',
  scale: 5,
  page: pageAddress({
    what: 'your page on Facebook',
    host: at('facebook.com', 'm.facebook.com'),
    path: /^\/(?:pg\/)?[\w.-]{3,100}(?:\/reviews)?$/,
    example: 'https://www.facebook.com/yourpage/reviews',
  }),
  keyOf: (path) => path.replace(/^\/pg(?=\/)|\/reviews$/g, '').toLowerCase(),
})

export const googlePlaces = reviewPage({
  name: 'google_places',
  summary: 'Reviews of any place on Google Maps, without a login.',
  step: 'Find your business in Google’s Place ID Finder, and copy its place ID. If you manage the Business Profile, connect Google Business Profile instead: it brings new reviews sooner.',
  scale: 5,
  page: z
    .string('Enter a place ID.')
    .trim()
    .regex(
      /^[A-Za-z0-9][\w-]{19,254}$/,
      'A place ID has at least 20 letters and digits, like ChIJN1t_tDeuEmsRUsoyG83frY4.',
    )
    .meta({ label: 'Place ID', placeholder: 'ChIJN1t_tDeuEmsRUsoyG83frY4' }),
  pageOf: (place) => ({ place_id: place }),
  addressOf: (place) => `https://www.google.com/maps/place/?q=place_id:${place}`,
  isLink: (place, { hostname, searchParams }) =>
    /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname) &&
    [...searchParams.values()].some((value) => value.replace(/^place_id:/, '') === place),
})

export const hotelsCom = reviewPage({
  name: 'hotels_com',
  summary: 'Guest reviews of your hotel on Hotels.com.',
  step: 'Open your hotel’s page on Hotels.com, and copy its address.',
  scale: 10,
  page: pageAddress({
    what: 'your hotel’s page on Hotels.com',
    host: inCountries('hotels'),
    path: /^\/ho\d+(?:\/[\w-]+)?$/,
    example: 'https://www.hotels.com/ho123456',
  }),
})

export const productHunt = reviewPage({
  name: 'product_hunt',
  summary: 'Reviews of your product on Product Hunt.',
  step: 'Open the reviews of your product on Product Hunt, and copy the page’s address.',
  scale: 5,
  page: pageAddress({
    what: 'your product’s reviews on Product Hunt',
    host: at('producthunt.com'),
    path: /^\/products\/[\w-]+(?:\/reviews)?$/,
    example: 'https://www.producthunt.com/products/your-product/reviews',
  }),
  keyOf: (path) => path.replace(/\/reviews$/, ''),
  isAnsweredByAnyone: true,
})

export const tripadvisor = reviewPage({
  name: 'tripadvisor',
  summary: 'Reviews of your hotel, restaurant or attraction on Tripadvisor.',
  step: 'Open your page on Tripadvisor, and copy its address.',
  scale: 5,
  page: pageAddress({
    what: 'your page on Tripadvisor',
    host: inCountries('tripadvisor'),
    path: /^\/[A-Za-z]+_Review-g\d+-d\d+-Reviews-[\w.-]+\.html$/,
    example: 'https://www.tripadvisor.com/Restaurant_Review-g1-d2-Reviews-Your_Name.html',
  }),
})

export const trustRadius = reviewPage({
  name: 'trust_radius',
  summary: 'Reviews of your software on TrustRadius.',
  step: 'Open the reviews of your software on TrustRadius, and copy the page’s address.',
  scale: 10,
  page: pageAddress({
    what: 'your software’s reviews on TrustRadius',
    host: at('trustradius.com'),
    path: /^\/products\/[\w-]+\/reviews(?:\/all)?$/,
    example: 'https://www.trustradius.com/products/your-software/reviews',
  }),
})

export const yelp = reviewPage({
  name: 'yelp',
  summary: 'Reviews of your business on Yelp.',
  step: 'Open your business on Yelp, and copy its address.',
  scale: 5,
  page: pageAddress({
    what: 'your business on Yelp',
    host: inCountries('yelp'),
    path: /^\/biz\/[\w%-]+$/,
    example: 'https://www.yelp.com/biz/your-business-city',
  }),
  // Yelp's display requirements: nothing is kept for longer than a day.
  keptHours: 24,
})
