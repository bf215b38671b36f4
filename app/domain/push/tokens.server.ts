/**
 * Tokens that pages, workers and visitor pages act with. Sealed, so that no one can make one, and the
 * database holds none. They end with the subscription.
 */
import type { Secrets } from '#app/lib/security/secrets.server.ts'

const purpose = 'push token'

/** Proves that the sender is the browser that subscribed, or got one of its messages. */
export type PushToken = {
  /** The subscription's uuid. */
  subscription: string
  /** Id in `push_sends`. Null: the token of the subscription itself. */
  send: number | null
}

export const createPushToken = (secrets: Secrets, { subscription, send }: PushToken): string =>
  secrets
    .seal(`${subscription} ${send === null ? '' : String(send)}`, purpose)
    .toString('base64url')

/** Null for anything that isn't one. */
export function readPushToken(secrets: Secrets, token: string): PushToken | null {
  const read = /^([\da-f-]{36}) (\d{0,16})$/.exec(open(secrets, token) ?? '')
  const [, subscription, send = ''] = read ?? []
  return subscription === undefined
    ? null
    : { subscription, send: send === '' ? null : Number(send) }
}

function open(secrets: Secrets, token: string): string | null {
  try {
    return secrets.open(Buffer.from(token, 'base64url'), purpose)
  } catch {
    return null
  }
}
