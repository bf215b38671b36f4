/**
 * A saved view: filters and order of one list under a name. Views belong to one person on one site,
 * so no one’s tabs change because of other people’s searches. Safe in the browser.
 */

/** Filters of each list that has views, by their names in its address. */
const viewFields = {
  purchase: ['state', 'source', 'text', 'sort'],
  signup: ['state', 'source', 'text', 'sort'],
  review: ['state', 'source', 'text', 'sort'],
  product: ['text', 'sort'],
  popup: ['view', 'state', 'type', 'problem', 'text', 'sort'],
  inline: ['view', 'state', 'type', 'problem', 'text', 'sort'],
} as const satisfies Record<string, readonly string[]>

export type ViewList = keyof typeof viewFields

export type SavedView = {
  uuid: string
  name: string
  /** See `viewQuery`. */
  query: string
}

/** Maximum views of one person in one list. People scan more tabs than that instead of reading. */
export const maxViews = 12
export const maxViewName = 40
/** Longer than any filter that the lists accept. */
const maxValue = 200

/** Parameter of an address with the view that it began with. */
export const viewParameter = 'saved'

/**
 * The part of an address that a view keeps: filters and order, without a page. Two addresses that
 * show the same have the same text. When the view is opened, the list ignores filters that it
 * doesn’t accept (any more), as in every address.
 */
export function viewQuery(list: ViewList, params: URLSearchParams): string {
  const kept = viewFields[list].flatMap((name) => {
    const value = params.get(name)?.trim().slice(0, maxValue).toWellFormed() ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(kept).toString()
}

/** State of a list next to its saved views. */
export type ViewState = {
  /** The view that is open, or that was changed. */
  current: SavedView | null
  /** The address has other filters than that view, or filters without one. */
  isChanged: boolean
}

/**
 * @param query of the address, by `viewQuery`
 * @param began the view that the address names
 */
export function stateOfViews(
  views: readonly SavedView[],
  query: string,
  began: string | null,
): ViewState {
  const named = views.find(({ uuid }) => uuid === began) ?? null
  const current = named ?? views.find((view) => view.query === query) ?? null
  return { current, isChanged: current === null ? query !== '' : current.query !== query }
}
