/** Whether a claimed send is sent now, later or never. */
import { defaultDelivery } from '#app/contract/push-settings.ts'
import type { SendReason, SentMessage } from '#app/db/schema/push.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import type { Facts } from './message-facts.server.ts'
import { fillContent, isCapped } from '../message-content.ts'
import { afterQuietHours } from '../quiet-hours.ts'
import { isProductWatch } from '../watches.server.ts'

export type Decision =
  | { do: 'send'; shown: SentMessage; image: string | null }
  | { do: 'wait'; until: Date }
  | { do: 'skip'; reason: SendReason }
  /** It can't be composed, and no further try would change it. */
  | { do: 'fail' }

type Known = {
  at: Date
  /** The site's plan limit is reached. */
  isLimitReached: boolean
  /** Null: they no longer hold. */
  facts: Facts | null
  /** Sends of the same batch to the same subscription that count towards the caps. */
  sentNow: number
}

export function decideSend(send: ClaimedSend, known: Known): Decision {
  const { at, isLimitReached, facts, sentNow } = known
  const delivery = { ...defaultDelivery, ...send.delivery }
  if (!send.kinds.includes(send.kind)) return { do: 'skip', reason: 'unwanted' }
  if (at >= send.expiresAt) {
    return { do: 'skip', reason: send.attempts > 1 ? 'unreachable' : 'late' }
  }
  if (isLimitReached) {
    // A request about a product waits on. Others have a moment, which passes.
    if (isProductWatch(send.kind)) return { do: 'wait', until: new Date(at.getTime() + hourMillis) }
    return { do: 'skip', reason: 'limit' }
  }
  const until = afterQuietHours(delivery, send.timeZone, at)
  if (until > at) return { do: 'wait', until }
  if (isCapped(send.kind)) {
    const { day, week } = send.recent
    if (day + sentNow >= delivery.perDay || week + sentNow >= delivery.perWeek) {
      return { do: 'skip', reason: 'cap' }
    }
  }
  if (facts === null) return { do: 'skip', reason: 'outdated' }
  const content = send.variant === 'b' ? (send.contentB ?? send.content) : send.content
  const filled = fillContent(content, facts.values)
  if (filled === null) return { do: 'skip', reason: 'outdated' }
  const url = new URL(facts.path ?? content.url, send.siteUrl).href
  const { version } = send
  return { do: 'send', shown: { ...filled, url, version, why: facts.why }, image: content.image }
}
