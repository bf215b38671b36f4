/**
 * Stored pictures as screens may show them. Specification section 9: a stored path that starts with http
 * is kept as it is, anything else is a file of our own; section 7: both are shown through /api.
 */
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { ImageSource } from './image-url.ts'

const route = '/api/image'

/** A picture of our own, by its number in `photos`. */
export const sourceOfPhoto = (photoId: string | null): ImageSource | null =>
  photoId === null ? null : sourceOf({ photo: photoId })

/** Null for what is no address of the web: `httpx:` begins with http, too (security.md 3.0). */
export function sourceOfPath(secrets: Secrets, path: string | null): ImageSource | null {
  if (path === null || path === '') return null
  if (!path.startsWith('http')) return sourceOfPhoto(path)
  if (!URL.canParse(path)) return null
  const { protocol, href } = new URL(path)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return sourceOf({ url: href, key: keyOf(secrets, href) })
}

/** Whether it was us who made the address: others must not have the server fetch what they want. */
export const isSignedImage = (
  secrets: Secrets,
  { url, key }: { url: string; key: string },
): boolean => timingSafeEqualText(key, keyOf(secrets, url))

const keyOf = (secrets: Secrets, url: string) => secrets.fingerprint(url, 'image')

const sourceOf = (query: Record<string, string>) =>
  `${route}?${new URLSearchParams(query).toString()}` as ImageSource
