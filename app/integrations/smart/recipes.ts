/**
 * Mappings for services whose deliveries are known from a stored sample (tests/payloads). A recipe is data:
 * the choices that an owner would make by hand, in the service's words for its fields.
 *
 * Squarespace has none: its webhooks carry the ID of an order and nothing else of it
 * (developers.squarespace.com, webhook notifications). Its orders come by file or by Zapier.
 */
import { gumroad, kajabi, lemonSqueezy, paddle, stripe } from './recipes/payments.ts'
import { calendly, mailchimp, typeform } from './recipes/people.ts'
import type { Recipe } from './recipes/recipe.ts'
import { reviewsApp, trustpilot } from './recipes/reviews.ts'
import { shopify, woocommerce } from './recipes/shops.ts'

export type { Recipe }

/** In the order of screens. */
export const recipes: readonly Recipe[] = [
  shopify,
  woocommerce,
  stripe,
  mailchimp,
  trustpilot,
  calendly,
  gumroad,
  reviewsApp,
  kajabi,
  lemonSqueezy,
  paddle,
  typeform,
]

export const findRecipe = (id: string): Recipe | undefined => recipes.find((one) => one.id === id)
