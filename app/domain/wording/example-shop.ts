/**
 * The shop that every example is from: a person and a place with the product that is drawn in
 * `public/example-shop`. Screens always mark it as an example. The words of a review aren't made up.
 */
import { minSameCity } from './person.ts'
import type { PurchaseFacts } from './purchase.ts'

/** A purchase with all facts. */
export const exampleFacts: PurchaseFacts = {
  firstName: 'Mia',
  lastName: 'Keller',
  city: 'Ghent',
  country: 'BE',
  sameCity: minSameCity,
  productTitle: 'Glazed mug',
}

/** URL of the product's drawing, which needs no image proxy. */
export const examplePicture = (appUrl: string): string => `${appUrl}/example-shop/mug.svg`
