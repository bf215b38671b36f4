/** Why messages weren't sent or accepted, and what helps. Safe in the browser. */
import type { SendReason } from '#app/db/schema/push.ts'

/** Days that the screen shows. */
export const deliveryDays = 30

type ReasonWords = { name: string; advice: string }

export const reasonWords: Readonly<Record<SendReason, ReasonWords>> = {
  unwanted: {
    name: 'No longer wanted',
    advice: 'They turned these messages off in the meantime. Nothing to do.',
  },
  stopped: { name: 'Campaign stopped', advice: 'You stopped it before these were sent.' },
  outdated: {
    name: 'No longer true',
    advice:
      'The product sold out again, the price went back up or the cart changed. Nothing to do.',
  },
  cap: {
    name: 'Limit per subscriber',
    advice: 'They already got as many messages as you allow. See the limits below.',
  },
  holdout: {
    name: 'Holdout group',
    advice: 'They get no campaigns, so you can measure what campaigns change.',
  },
  limit: {
    name: 'Plan limit',
    advice: 'Your plan’s limit was reached. Messages about products wait, others aren’t sent.',
  },
  late: {
    name: 'Too late',
    advice:
      'It waited, for quiet hours, a pause or a service that rested, until it was no longer worth showing.',
  },
  gone: {
    name: 'Subscription ended',
    advice: 'The browser was reset, or permission was withdrawn. We removed these subscribers.',
  },
  too_large: {
    name: 'Message too large',
    advice: 'Shorten the text or the image’s URL.',
  },
  key: {
    name: 'Key not accepted',
    advice:
      'These browsers subscribed with another key, for example another tool’s. They can subscribe again on your site.',
  },
  refused: {
    name: 'Refused by the service',
    advice: 'The push service didn’t take the message. Contact support if it keeps happening.',
  },
  unreachable: {
    name: 'Service didn’t answer',
    advice: 'We tried until the message was no longer worth showing. Nothing to do.',
  },
}
