import type { WebhookEvent } from '#app/contract/webhooks.ts'

/**
 * Ability that an API token needs to subscribe to an event, in addition to `hooks:manage`. Data
 * that the token can't read isn't sent to it either. Null: nothing more.
 */
export const neededAbility = {
  'activity.stored': 'activities:read',
  'review.stored': 'reviews:read',
  'goal.reached': 'goals:read',
  'nudge.published': null,
  'limit.reached': null,
  'connection.lost': null,
  'push.subscribed': null,
  'push.unsubscribed': null,
} as const satisfies Record<WebhookEvent, string | null>
