/** Consequences of a push service's answer, for a message and for others to the same service. */
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { SendReason } from '#app/db/schema/push.ts'

/**
 * - `accepted`: the service has it.
 * - `gone`: the subscription no longer exists, and is deleted.
 * - `failed`: no further try would change it.
 * - `later`: it's tried again, and the service rests until then.
 */
export type PushOutcome =
  | { kind: 'accepted' }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: SendReason }
  | { kind: 'later' }

/**
 * RFC 8030, sections 5 and 8.4 (https://www.rfc-editor.org/rfc/rfc8030); the services' lists:
 * https://mozilla-services.github.io/autopush-rs/errors.html,
 * https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers,
 * https://blog.pushpad.xyz/2022/04/web-push-errors-explained-with-http-status-codes/ for FCM's,
 * https://learn.microsoft.com/en-us/windows/apps/windows-app-sdk/notifications/push-notifications/troubleshooting
 * for Microsoft's, which throttles with 406 and blocks a sender's domain with 410, “Domain Blocked”
 * (https://learn.microsoft.com/windows/apps/develop/notifications/push-notifications/push-request-response-headers):
 * that says nothing about the subscription.
 *
 * @param status null: no answer
 * @param phrase the status line's
 */
export function outcomeOf(status: number | null, phrase = ''): PushOutcome {
  if (status === null) return { kind: 'later' }
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 410 && /blocked/i.test(phrase)) return { kind: 'failed', reason: 'refused' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 413) return { kind: 'failed', reason: 'too_large' }
  if (status === 401 || status === 403) return { kind: 'failed', reason: 'key' }
  if (status >= 500 || waits.has(status)) return { kind: 'later' }
  return { kind: 'failed', reason: 'refused' }
}

const waits: ReadonlySet<number> = new Set([406, 408, 425, 429])

/** Longest rest of a service that names none. */
const longestRest = 10 * minuteMillis

/** How long a service rests after so many failures in a row, in milliseconds. */
export const restOfService = (failures: number): number =>
  Math.min(longestRest, 5 * secondMillis * 2 ** Math.min(10, Math.max(0, failures - 1)))
