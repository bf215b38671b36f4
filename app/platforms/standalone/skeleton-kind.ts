/** The layout of the next screen, as far as it's known before its data. */
export type SkeletonKind = 'cards' | 'table' | 'editor'

const tables = [
  /^\/popup-nudges\/list$/,
  /^\/data-feeds(\/(counts|exclusions|products|reviews|signups))?$/,
  /^\/goals$/,
  /^\/statistics\/(meter|nudges|pages|products)$/,
  /^\/settings\/(outbox|teams)$/,
  /^\/settings\/teams\/\d+\/(members|invitations|log)$/,
  /^\/account\/(api-tokens|devices)$/,
]

export function skeletonKindOf(path: string): SkeletonKind {
  if (/^\/nudges\/[^/]+$/.test(path)) return 'editor'
  return tables.some((address) => address.test(path)) ? 'table' : 'cards'
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
