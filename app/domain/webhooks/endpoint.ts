/** A webhook endpoint, and the forms that change one. Safe in the browser. */
import { z } from 'zod'
import { endpointFields, type WebhookEvent } from '#app/contract/webhooks.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

/** Why nothing is sent to it. `gone`: it answered 410. `backlog`: too much waited for it. */
export type PauseReason = 'owner' | 'failing' | 'backlog' | 'gone'

export type Endpoint = {
  uuid: string
  url: string
  events: WebhookEvent[]
  state: 'active' | 'paused'
  pauseReason: PauseReason | null
  pausedAt: Date | null
  /** Since when every attempt failed. Null: the last one didn't. */
  failingSince: Date | null
  lastDeliveredAt: Date | null
  /** The former secret signs as well until then. Null: there is none. */
  previousUntil: Date | null
  /** Name of the API token that subscribed. Null: it was added on the screen. */
  token: string | null
  createdAt: Date
}

/** Labels on screens, and what is sent. */
export const eventLabels: Record<WebhookEvent, { name: string; meaning: string }> = {
  'activity.stored': {
    name: 'New purchase or sign-up',
    meaning: 'From any source except imported files, if it’s less than a day old.',
  },
  'review.stored': { name: 'New review', meaning: 'Once it’s stored and approved.' },
  'goal.reached': { name: 'Goal reached', meaning: 'Each conversion that counts.' },
  'nudge.published': {
    name: 'Nudge published',
    meaning: 'A nudge goes live, or a new version of it.',
  },
  'limit.reached': { name: 'Plan limit reached', meaning: 'Nudges pause until usage resets.' },
  'connection.lost': {
    name: 'Connection lost',
    meaning: 'A connected service stopped sending data.',
  },
  'push.subscribed': {
    name: 'Push subscriber added',
    meaning: 'A visitor agreed to push messages.',
  },
  'push.unsubscribed': {
    name: 'Push subscriber left',
    meaning: 'A visitor unsubscribed, or their browser can’t be reached anymore.',
  },
}

export const newEndpointInput = z.object(endpointFields)
export type EndpointInput = z.output<typeof newEndpointInput>

/** Forms of an endpoint's screen. The endpoint is in its URL. */
export const endpointInput = z.discriminatedUnion('intent', [
  newEndpointInput.extend({ intent: z.literal('change') }),
  z.object({ intent: z.enum(['rotate', 'pause', 'resume', 'test', 'delete']) }),
  z.object({ intent: z.literal('resend'), message: z.uuid() }),
])

/** Form fields that can repeat. */
export const endpointLists = ['events'] as const

/** The part of an endpoint's URL that can be shown: its path can be secret. */
export const endpointHost = (url: string): string => parseWebAddress(url)?.host ?? 'Unknown'
