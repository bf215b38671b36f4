/**
 * Stored images as screens show them. A stored path that starts with http is an external URL,
 * anything else is one of our files. Both are served through /api/image.
 */
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { webAddress } from '#app/lib/web/web-address.ts'
import type { ImageSource } from './image-url.ts'

const route = '/api/image'

/** One of our images, by its id in `photos`. */
export const sourceOfPhoto = (photoId: string | null): ImageSource | null =>
  photoId === null ? null : sourceOf({ photo: photoId })

/** Null unless it is a web URL: `httpx:` starts with http, too. */
export function sourceOfPath(secrets: Secrets, path: string | null): ImageSource | null {
  if (path === null || path === '') return null
  if (!path.startsWith('http')) return sourceOfPhoto(path)
  const url = webAddress(path)
  return url === undefined ? null : sourceOf({ url, key: keyOf(secrets, url) })
}

/** Whether we created the URL. Otherwise anyone could make the server fetch anything. */
export const isSignedImage = (
  secrets: Secrets,
  { url, key }: { url: string; key: string },
): boolean => timingSafeEqualText(key, keyOf(secrets, url))

const keyOf = (secrets: Secrets, url: string) => secrets.fingerprint(url, 'image')

const sourceOf = (query: Record<string, string>) =>
  `${route}?${new URLSearchParams(query).toString()}` as ImageSource
