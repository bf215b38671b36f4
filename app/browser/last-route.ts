/**
 * Remembers a person's last page: a shop platform opens its frame at the root again. The stored
 * path is only a guess, so it has to be one of ours.
 */
import { safeRedirectPath } from '#app/lib/security/redirects.ts'

/** Delay before the page is stored, so redirects in between aren't. */
export const lastRouteMillis = 100

/** Pages to log in, and the entry pages of shop platforms. */
const skipped = ['/auth/login', '/auth/register', '/auth/forgot', '/shopify', '/shopify/billing']

/** Pages about what just happened: later they say nothing, or something else. Where to be instead. */
const moments: readonly [path: RegExp, next: string][] = [
  [/^\/(?:shopify\/billing|billing\/checkout(?:\/[^/]+)?)\/success$/, '/billing'],
  [/^\/onboarding\?(?:.*&)?step=publish(?:&|$)/, '/'],
  [/^\/settings\/open\?/, '/'],
]

const prefix = 'last-route:'

type RouteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** False for pages not to return to: the five above, and all staff pages. */
export function isKept(path: string): boolean {
  const localPath = safeRedirectPath(path, '')
  if (localPath === '') return false
  const { plain } = readPath(localPath)
  return !skipped.includes(plain) && plain !== '/kiosk' && !plain.startsWith('/kiosk/')
}

/** The page as the router finds it: in any case, with any slashes. */
function readPath(localPath: string): { plain: string; search: string } {
  const { pathname, search } = new URL(localPath, 'http://own.invalid')
  return { plain: `/${pathname.split('/').filter(Boolean).join('/')}`.toLowerCase(), search }
}

function afterwards(localPath: string): string {
  const { plain, search } = readPath(localPath)
  const found = moments.find(([path]) => path.test(plain) || path.test(plain + search))
  return found ? found[1] : localPath
}

/** Who a page is remembered for: in shops, each person has a page per shop. */
export const routeOwner = (userId: number, shop: string | null): string =>
  shop === null ? String(userId) : `${String(userId)}@${shop}`

/** @param owner from `routeOwner` */
export function saveLastRoute(storage: RouteStorage, owner: string, path: string): void {
  if (isKept(path)) storage.setItem(prefix + owner, afterwards(safeRedirectPath(path)))
}

/** The page to return to; the root when nothing is stored or the path isn't allowed. */
export function readLastRoute(storage: RouteStorage, owner: string): string {
  const path = safeRedirectPath(storage.getItem(prefix + owner), '')
  return path !== '' && isKept(path) ? afterwards(path) : '/'
}

/** On logout, and when impersonation starts or ends: the next person must not see it. */
export function dropLastRoutes(storage: RouteStorage & Pick<Storage, 'key' | 'length'>): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at))
  for (const name of names) if (name?.startsWith(prefix)) storage.removeItem(name)
}
