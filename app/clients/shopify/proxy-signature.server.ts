import { createHmac } from 'node:crypto'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'

/** Clocks of two servers differ, and Shopify's own library allows as much. */
const maxAgeSeconds = 90

/** With two values, each reader might pick another one. */
const single = ['shop', 'timestamp', 'path_prefix', 'signature']

type About = {
  /** Secrets of the app, newest first. */
  secrets: readonly string[]
  now: Date
}

/**
 * Whether Shopify passed a request of a storefront on to the app's proxy: the parameter `signature` is the
 * HMAC-SHA256, in hex, of all others, sorted by name, without anything between them. Several values of
 * one name are joined by commas.
 * https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies
 */
export function isProxiedByShopify(query: URLSearchParams, { secrets, now }: About): boolean {
  if (single.some((name) => query.getAll(name).length !== 1)) return false
  const timestamp = query.get('timestamp') ?? ''
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || age > maxAgeSeconds) return false
  const signed = [...new Set(query.keys())]
    .filter((name) => name !== 'signature')
    .map((name) => `${name}=${query.getAll(name).join(',')}`)
    .sort()
    .join('')
  const signature = query.get('signature') ?? ''
  return secrets.some((secret) =>
    timingSafeEqualText(signature, createHmac('sha256', secret).update(signed).digest('hex')),
  )
}
