/**
 * Which screen is on its way, and what it is made of, as far as that shows before its data is there.
 *
 * A table by address, and no `handle` of the routes: a handle arrives with the code of its screen, and
 * the outline is shown for as long as that is on its way.
 */
import { matchPath } from '@remix-run/react'

export type SkeletonKind = 'cards' | 'table' | 'editor'

/** As app/routes.ts spells them; a screen that is not named shows cards. */
export const skeletonScreens = {
  editor: ['/nudges/:id'],
  table: [
    ...['/account/api-tokens', '/account/devices'],
    ...['/data-feeds', '/data-feeds/counts', '/data-feeds/exclusions', '/data-feeds/products'],
    ...['/data-feeds/reviews', '/data-feeds/signups'],
    '/goals',
    '/popup-nudges/list',
    '/push-nudges/campaigns',
    ...['/settings/outbox', '/settings/teams'],
    ...['/settings/teams/:id/log', '/settings/teams/:id/members'],
    ...['/statistics/nudges', '/statistics/pages', '/statistics/products'],
  ],
} as const

export function skeletonKindOf(path: string): SkeletonKind {
  const isOneOf = (addresses: readonly string[]) =>
    addresses.some((address) => matchPath(address, path) !== null)
  if (isOneOf(skeletonScreens.editor)) return 'editor'
  return isOneOf(skeletonScreens.table) ? 'table' : 'cards'
}

type Coming = {
  state: 'idle' | 'loading' | 'submitting'
  location?: { pathname: string } | undefined
  formMethod?: string | undefined
}

/** Path of the next screen. Null while a form, a filter or a list page stays on the same screen. */
export function pendingPath({ state, location, formMethod }: Coming, here: string): string | null {
  if (state !== 'loading' || !location || formMethod === 'POST') return null
  return location.pathname === here ? null : location.pathname
}
