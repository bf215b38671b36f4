/**
 * Where a person was last, for whatever comes in again later: a shop platform opens its frame at the
 * root. Specification sections 2, 4 and 9; security.md 3.0.
 */
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

/** Spec §9. */
export const lastRouteMillis = 100

/** Spec §2. */
const skipped = ['/auth/login', '/auth/register', '/auth/forgot', '/shopify', '/shopify/billing']

const prefix = 'last-route:'

type RouteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** False for what is never come back to: the five addresses, and everything of the staff. */
export function isKept(path: string): boolean {
  const localPath = safeRedirectPath(path, '')
  if (localPath === '') return false
  const { pathname } = new URL(localPath, 'http://own.invalid')
  const plain = pathname.replace(/\/+$/, '').toLowerCase()
  return !skipped.includes(plain) && plain !== '/kiosk' && !plain.startsWith('/kiosk/')
}

export function saveLastRoute(storage: RouteStorage, userId: number, path: string): void {
  if (isKept(path)) storage.setItem(prefix + String(userId), safeRedirectPath(path))
}

/**
 * Where to go on; the root when nothing is kept, or nothing that may be followed.
 *
 * @param isKnown whether the URL table has this path: what stands in a browser's storage is a guess
 */
export function readLastRoute(
  storage: RouteStorage,
  userId: number,
  isKnown: (path: string) => boolean,
): string {
  const path = safeRedirectPath(storage.getItem(prefix + String(userId)), '')
  return path !== '' && isKept(path) && isKnown(path) ? path : '/'
}

/** At logout, and when somebody begins or ends standing in for another: nothing is left to the next. */
export function dropLastRoutes(storage: RouteStorage & Pick<Storage, 'key' | 'length'>): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at))
  for (const name of names) if (name?.startsWith(prefix)) storage.removeItem(name)
}
