/** Which screen is on its way, and what it is made of, as far as that shows before its data is there. */
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

/** The path of another screen that is on its way. A form, a filter and a page of a list keep their screen. */
export function pendingPath({ state, location, formMethod }: Coming, here: string): string | null {
  if (state !== 'loading' || !location || formMethod === 'POST') return null
  return location.pathname === here ? null : location.pathname
}
