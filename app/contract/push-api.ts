/** Push messages in the REST API. */
import { z } from 'zod'
import { closedObject } from './api/closed-object.ts'
import { pushKinds } from './push.ts'

const count = z.number().int()

/** Subscribers of a site. */
export const pushOverview = z.object({
  data: z.object({
    subscribers: count.describe('Browsers that are subscribed now.'),
    kinds: z.record(z.enum(pushKinds), count).describe('How many agreed to each kind.'),
    last_30_days: z.object({
      subscribed: count,
      unsubscribed: count,
      gone: count.describe('Their browser’s push service no longer knows them.'),
    }),
  }),
})
export type PushOverview = z.infer<typeof pushOverview>

const campaign = z.object({
  uuid: z.uuid(),
  name: z.string(),
  state: z.enum(['draft', 'sending', 'paused', 'sent', 'stopped']),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  sends: z.object({
    subscribers: count.describe('Subscribers that it is for, with those of the holdout group.'),
    accepted: count.describe('Push services took it.'),
    displayed: count.describe('Browsers showed it.'),
    clicked: count,
    closed: count,
    stopped: count.describe('Subscribers who turned news off with it.'),
    failed: count,
    skipped: count.describe(
      'Not sent, for example because of a cap. The holdout group isn’t among them.',
    ),
  }),
})
export type PushCampaign = z.infer<typeof campaign>

/** The newest 100. */
export const pushCampaignList = z.object({ data: z.array(campaign), next_cursor: z.null() })

export const shipmentInput = closedObject({
  order: z
    .string('Send the order’s ID.')
    .trim()
    .min(1, 'Send the order’s ID.')
    .max(255, 'Use 255 characters or fewer.')
    .describe('The ID or number under which the customer knows the order.'),
})

export const shipmentAnswer = z.object({
  data: z.object({
    order: z.string(),
    messages: count.describe('How many subscribers asked about it and will get a message.'),
  }),
})
