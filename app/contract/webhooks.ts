/** Webhooks that a site sends: their events, the bodies, and the calls that subscribe to them. */
import { z } from 'zod'
import { maxWebAddress } from '#app/lib/web/web-address.ts'
import { activityAnswer } from './activities.ts'
import { closedObject } from './api/closed-object.ts'
import { conversionAnswer } from './goals.ts'
import { pushKinds } from './push.ts'

/** The events that a webhook can report. */
export const webhookEvents = [
  'activity.stored',
  'review.stored',
  'goal.reached',
  'nudge.published',
  'limit.reached',
  'connection.lost',
  'push.subscribed',
  'push.unsubscribed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent by hand, to try an endpoint. No endpoint subscribes to it. */
export const testEvent = 'webhook.test'

/** Version of the bodies. A change that a receiver could trip over makes a new one. */
export const webhookVersion = '1'

export const maxEndpoints = 20

const body = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    id: z
      .string()
      .describe('The same each time this event is sent, also as the header webhook-id.'),
    type: z.literal(type),
    version: z.literal(webhookVersion),
    timestamp: z.iso.datetime().describe('When it happened.'),
    site: z.uuid(),
    data,
  })

const activity = body('activity.stored', activityAnswer)
const review = body('review.stored', activityAnswer)

const goalReached = body(
  'goal.reached',
  conversionAnswer
    .omit({ id: true })
    .extend({ name: z.string().describe('The goal’s name, as it is now.') }),
)

const nudgePublished = body(
  'nudge.published',
  z.object({
    uuid: z.uuid(),
    name: z.string(),
    type: z.string(),
    surface: z.enum(['popup', 'inline', 'push']),
    version: z.number().int(),
    published_at: z.iso.datetime(),
  }),
)

const limitReached = body(
  'limit.reached',
  z.object({
    metered_by: z.enum(['visitors', 'impressions']),
    used: z.number().int(),
    limit: z.number().int().nullable(),
    month: z.iso.date().describe('First day of the month (UTC).'),
    resets_at: z.iso.datetime(),
  }),
)

const connectionLost = body(
  'connection.lost',
  z.object({
    uuid: z.uuid(),
    integration: z.string(),
    account: z.string().describe('The account’s name at the provider.'),
  }),
)

const subscriber = {
  id: z.uuid().describe('The subscription’s. Nothing else is known about its person.'),
  kinds: z.array(z.enum(pushKinds)).describe('What they agreed to.'),
}

const pushSubscribed = body('push.subscribed', z.object(subscriber))

const pushUnsubscribed = body(
  'push.unsubscribed',
  z.object({
    ...subscriber,
    reason: z
      .enum(['visitor', 'gone', 'owner'])
      .describe(
        'The visitor or the owner ended it, or the browser’s push service no longer knows it.',
      ),
  }),
)

const test = body(testEvent, z.object({ message: z.string() }))

/** The JSON that is sent. */
export const webhookBody = z.discriminatedUnion('type', [
  activity,
  review,
  goalReached,
  nudgePublished,
  limitReached,
  connectionLost,
  pushSubscribed,
  pushUnsubscribed,
  test,
])
export type WebhookBody = z.infer<typeof webhookBody>

const noEvent = 'Select at least one event.'

/** Fields of an endpoint, in forms and calls. */
export const endpointFields = {
  url: z
    .url('Enter a URL, for example https://example.com/webhooks.')
    .max(maxWebAddress, `Use ${String(maxWebAddress)} characters or fewer.`),
  events: z
    .array(z.enum(webhookEvents, `Use ${webhookEvents.join(', ')}.`), 'Send a list.')
    .min(1, noEvent)
    .max(webhookEvents.length, noEvent)
    .transform((events) => webhookEvents.filter((one) => events.includes(one))),
}

export const hookInput = closedObject({
  site: z.uuid('Send the site’s uuid.'),
  target_url: endpointFields.url.describe(
    'Where we send the events, by POST. A URL that starts with https://, on a public server.',
  ),
  events: endpointFields.events,
})

const hookAnswer = z.object({
  id: z.uuid(),
  site: z.uuid(),
  target_url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z
    .enum(['active', 'paused'])
    .describe('Paused ones get nothing until someone resumes them in the site’s settings.'),
  created_at: z.iso.datetime(),
})
export type HookAnswer = z.infer<typeof hookAnswer>

export const hookList = z.object({ data: z.array(hookAnswer), next_cursor: z.null() })

export const newHook = z.object({
  data: hookAnswer.extend({
    secret: z
      .string()
      .describe('Verifies the signatures (standardwebhooks.com). We show it only once.'),
  }),
})
