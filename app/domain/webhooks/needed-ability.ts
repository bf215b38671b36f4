import type { WebhookEvent } from '#app/contract/webhooks.ts'

/**
 * What an API token needs to subscribe to an event, in addition to `hooks:manage`: what it couldn't read
 * isn't sent to it either. Null: nothing more.
 */
export const neededAbility = {
  'activity.stored': 'activities:read',
  'review.stored': 'reviews:read',
  'goal.reached': 'goals:read',
  'nudge.published': null,
  'limit.reached': null,
  'connection.lost': null,
} as const satisfies Record<WebhookEvent, string | null>
