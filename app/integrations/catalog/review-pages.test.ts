/** Which addresses are pages of reviews, and what is kept of them. */
import { expect, test } from 'vitest'
import type { AnyIntegration } from '../integration.ts'
import { findIntegration } from '../registry.ts'

const serviceOf = (name: string): AnyIntegration => {
  const found = findIntegration(name)
  if (!found) throw new Error(`${name} is not in the registry.`)
  return found
}

const pageOf = (name: string, page: string): unknown => {
  const read = serviceOf(name).settings.safeParse({ page })
  return read.success ? read.data['page'] : null
}

test.each([
  [
    'agoda',
    'agoda.com/en-gb/oak-inn/hotel/austin-us.html?cid=1',
    'https://agoda.com/en-gb/oak-inn/hotel/austin-us.html',
  ],
  [
    'airbnb',
    'https://www.airbnb.co.uk/rooms/123?adults=2#reviews',
    'https://www.airbnb.co.uk/rooms/123',
  ],
  ['airbnb', 'https://de.airbnb.com/h/oak-house/', 'https://de.airbnb.com/h/oak-house'],
  [
    'aliexpress',
    'http://de.aliexpress.com/item/100500.html',
    'https://de.aliexpress.com/item/100500.html',
  ],
  [
    'booking_com',
    'https://www.booking.com/hotel/us/oak.en-gb.html?sid=1',
    'https://www.booking.com/hotel/us/oak.en-gb.html',
  ],
  ['capterra', 'https://www.capterra.com/p/12345/Oak/', 'https://www.capterra.com/p/12345/Oak'],
  [
    'capterra_reviews',
    'https://www.capterra.co.uk/reviews/12345/oak',
    'https://www.capterra.co.uk/reviews/12345/oak',
  ],
  ['facebook', 'https://www.facebook.com/oak.pottery', 'https://www.facebook.com/oak.pottery'],
  ['hotels_com', 'https://uk.hotels.com/ho123456/', 'https://uk.hotels.com/ho123456'],
  [
    'product_hunt',
    'https://www.producthunt.com/products/oak',
    'https://www.producthunt.com/products/oak',
  ],
  [
    'tripadvisor',
    'https://www.tripadvisor.com.au/Hotel_Review-g1-d2-Reviews-Oak_Inn-Austin_Texas.html',
    'https://www.tripadvisor.com.au/Hotel_Review-g1-d2-Reviews-Oak_Inn-Austin_Texas.html',
  ],
  [
    'trust_radius',
    'https://www.trustradius.com/products/oak/reviews#comparisons',
    'https://www.trustradius.com/products/oak/reviews',
  ],
  [
    'yelp',
    'https://www.yelp.de/biz/caf%C3%A9-oak-berlin?hrid=1',
    'https://www.yelp.de/biz/caf%C3%A9-oak-berlin',
  ],
  ['google_places', ' ChIJN1t_tDeuEmsRUsoyG83frY4 ', 'ChIJN1t_tDeuEmsRUsoyG83frY4'],
])('%s takes %s', (name, typed, kept) => {
  expect(pageOf(name, typed)).toBe(kept)
})

test.each([
  ['yelp', 'https://www.yelp.com/'],
  ['yelp', 'https://www.yelp.com.evil.example/biz/oak'],
  ['yelp', 'https://evil.example/www.yelp.com/biz/oak'],
  ['yelp', 'https://www.yelp.com@evil.example/biz/oak'],
  ['yelp', 'https://user:secret@www.yelp.com/biz/oak'],
  ['yelp', 'https://www.yelp.com:8443/biz/oak'],
  ['yelp', 'ftp://www.yelp.com/biz/oak'],
  ['yelp', 'javascript://www.yelp.com/biz/oak'],
  ['airbnb', 'https://www.yelp.com/biz/oak'],
  ['airbnb', 'https://www.airbnb.evil.example/rooms/1'],
  ['booking_com', 'https://www.booking.com/hotel/us/../../searchresults.html'],
  ['capterra', 'https://www.capterra.com/p/12345/Oak/reviews'],
  ['google_places', 'https://maps.google.com/?cid=1'],
])('%s refuses %s, with an example', (name, typed) => {
  const read = serviceOf(name).settings.safeParse({ page: typed })

  expect(read.error?.issues[0]?.message).toMatch(/, like \S{10,}/)
})

test('a page is one account, with and without “www.”', () => {
  const accountOf = (typed: string) => {
    const { settings, accountOf: account } = serviceOf('yelp')
    return account(settings.parse({ page: typed }))
  }

  expect(accountOf('https://www.yelp.com/biz/oak')).toBe(accountOf('yelp.com/biz/oak/'))
  expect(accountOf('https://www.yelp.de/biz/oak')).not.toBe(accountOf('yelp.com/biz/oak'))
})
