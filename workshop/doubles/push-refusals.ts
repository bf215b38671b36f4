/**
 * Refusals as the four push services publish them. Written from their pages, not from what we send:
 *
 * - Mozilla: https://mozilla-services.github.io/autopush-rs/errors.html (its 413 names 4,028 characters; the
 *   body that it takes has 4,096 bytes, https://mozilla-services.github.io/autopush-rs/http.html)
 * - Microsoft: https://learn.microsoft.com/windows/apps/develop/notifications/push-notifications/push-request-response-headers
 * - Apple: https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers.
 *   It decodes the topic (https://github.com/AltanS/collie/pull/90), and takes no contact at `localhost`
 *   (https://github.com/web-push-libs/web-push/issues/947).
 * - Google: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode for TTL, limits and outages,
 *   https://github.com/google/WebFundamentals/pull/4379 for subscriptions and sizes,
 *   https://github.com/web-push-libs/web-push/issues/237 for a missing signature, and
 *   https://github.com/web-push-libs/webpush-java/issues/212 for another key.
 */

export type PushServiceName = 'google' | 'mozilla' | 'microsoft' | 'apple'

/** Causes of a refusal. `blocked` is a sender's whole domain; `busy` and `fault` pass. */
export type RefusalCause =
  | 'unknown'
  | 'gone'
  | 'unsigned'
  | 'otherKey'
  | 'ttl'
  | 'topic'
  | 'encoding'
  | 'tooLarge'
  | 'throttled'
  | 'fault'
  | 'gateway'
  | 'busy'
  | 'blocked'

export type PublishedAnswer = {
  status: number
  /** The status line's phrase; absent: HTTP's usual one. */
  phrase?: string
  headers?: Record<string, string>
  body?: string
}

export type ServiceRules = {
  refusals: Readonly<Partial<Record<RefusalCause, PublishedAnswer>>>
  /** Largest body, in bytes. */
  maxBytes: number
  /** In seconds. */
  maxTtl: number
  /** Whether a topic is decoded, so its length has to be one of base64url. */
  decodesTopic?: true
  /** Whether the contact has to be one that could be reached. */
  checksContact?: true
}

const json = (status: number, body: object, more: Partial<PublishedAnswer> = {}) => ({
  status,
  ...more,
  headers: { 'Content-Type': 'application/json', ...more.headers },
  body: JSON.stringify(body),
})

const autopush = (status: number, errno: number, headers: Record<string, string> = {}) =>
  json(status, { code: status, errno, error: '', message: '' }, { headers })

const apple = (status: number, reason: string) => json(status, { reason })

const fcm = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code: status, status: code } }, { headers })

export const pushServiceRules: Readonly<Record<PushServiceName, ServiceRules>> = {
  google: {
    maxBytes: 4_096,
    maxTtl: 2_419_200,
    refusals: {
      unknown: { status: 404 },
      gone: { status: 410 },
      unsigned: { status: 400, body: 'UnauthorizedRegistration' },
      otherKey: { status: 403 },
      ttl: fcm(400, 'INVALID_ARGUMENT'),
      topic: fcm(400, 'INVALID_ARGUMENT'),
      encoding: fcm(400, 'INVALID_ARGUMENT'),
      tooLarge: { status: 413 },
      throttled: fcm(429, 'QUOTA_EXCEEDED', { 'Retry-After': '60' }),
      fault: fcm(500, 'INTERNAL'),
      gateway: { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<!DOCTYPE html>' },
      busy: fcm(503, 'UNAVAILABLE', { 'Retry-After': '30' }),
    },
  },
  mozilla: {
    maxBytes: 4_096,
    maxTtl: 2_592_000,
    refusals: {
      unknown: autopush(404, 102),
      gone: autopush(410, 106),
      unsigned: autopush(401, 109),
      otherKey: autopush(401, 109),
      ttl: autopush(400, 112),
      topic: autopush(400, 113),
      encoding: autopush(400, 110),
      tooLarge: autopush(413, 104),
      throttled: autopush(429, 201, { 'Retry-After': '127' }),
      fault: autopush(500, 999),
      gateway: autopush(502, 902),
      busy: autopush(503, 201),
    },
  },
  microsoft: {
    maxBytes: 5_000,
    maxTtl: 2_592_000,
    refusals: {
      unknown: { status: 404 },
      gone: { status: 410 },
      blocked: { status: 410, phrase: 'Domain Blocked' },
      unsigned: { status: 401 },
      otherKey: { status: 403 },
      ttl: { status: 400 },
      topic: { status: 400 },
      encoding: { status: 400 },
      tooLarge: { status: 413 },
      // Not 429: https://github.com/MicrosoftDocs/windows-dev-docs/issues/4166
      throttled: { status: 406, headers: { 'Retry-After': '90' } },
      fault: { status: 500 },
      busy: { status: 503, headers: { 'Retry-After': '45' } },
    },
  },
  apple: {
    maxBytes: 4_096,
    maxTtl: 2_592_000,
    decodesTopic: true,
    checksContact: true,
    refusals: {
      unknown: apple(404, 'BadPath'),
      gone: apple(410, 'Unregistered'),
      unsigned: apple(403, 'BadJwtToken'),
      otherKey: apple(400, 'VapidPkHashMismatch'),
      ttl: apple(400, 'BadTtl'),
      topic: apple(400, 'BadWebPushTopic'),
      encoding: apple(400, 'BadWebPushRequest'),
      tooLarge: apple(413, 'PayloadTooLarge'),
      throttled: apple(429, 'TooManyRequests'),
      fault: apple(500, 'InternalServerError'),
      busy: apple(503, 'ServiceUnavailable'),
    },
  },
}
