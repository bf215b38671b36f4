/** Recipes for reviews. */
import { isoDate, recipe, wholeName } from './recipe.ts'

/** Source: support.trustpilot.com, how to set up webhooks. */
export const trustpilot = recipe({
  id: 'trustpilot-reviews',
  label: 'Trustpilot reviews',
  beside: 'trustpilot',
  summary: 'New service reviews from Trustpilot.',
  secret: 'none',
  steps: [
    'In Trustpilot Business, open Integrations, and add a webhook.',
    'Enter the address from this page. Keep it secret, because it’s all that protects it.',
    'Select the event for new service reviews, and save.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'review',
    each: '/events',
    when: [{ at: '@/eventName', op: 'eq', value: 'service-review-created' }],
    id: ['@/eventData/id'],
    set: {
      'person.first_name': wholeName('@/eventData/consumer/name'),
      stars: { at: ['@/eventData/stars'], do: [{ rating: { max: 5 } }] },
      body: { at: ['@/eventData/text'], do: ['strip_html'] },
      occurred_at: isoDate('@/eventData/createdAt'),
    },
  },
})

/**
 * Source: judge.me/api/docs, webhooks and the review object; help.judge.me, verifying webhooks. The secret
 * is the one of the OAuth app that created the webhook.
 */
export const reviewsApp = recipe({
  id: 'judge-me-reviews',
  label: 'Judge.me reviews',
  summary: 'Published product reviews from Judge.me.',
  secret: 'service',
  steps: [
    'Judge.me creates webhooks through its API. Ask your developer, or export your reviews and import the file here.',
    'Create webhooks for review/created and review/updated, with the address from this page as url.',
    'Copy the secret of the app at Judge.me that created them.',
  ],
  verification: {
    type: 'hmac',
    header: 'judgeme-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'hex',
  },
  mapping: {
    kind: 'review',
    when: [
      { at: '/review/published', op: 'eq', value: true },
      { at: '/review/hidden', op: 'ne', value: true },
      { at: '/review/curated', op: 'ne', value: 'spam' },
    ],
    id: ['/review/id'],
    set: {
      'person.first_name': wholeName('/review/reviewer/name'),
      'person.email': { at: ['/review/reviewer/email'], do: ['trim', 'lower'] },
      'item.title': { at: ['/review/product_title'], do: ['trim'] },
      'item.product_id': { at: ['/review/product_external_id'] },
      stars: { at: ['/review/rating'], do: [{ rating: { max: 5 } }] },
      body: { at: ['/review/body'], do: ['strip_html'] },
      occurred_at: isoDate('/review/created_at'),
    },
  },
})
