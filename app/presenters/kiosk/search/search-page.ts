/** Pages of the kiosk's lists, and what they are filtered by. Safe in the browser. */
import { z } from 'zod'
import { numericId } from '#app/domain/teams/team.ts'

/** Rows of a page. A search has one page, of its newest rows. */
export const kioskPageSize = 50

const searchInput = z.object({
  q: z.string().trim().max(200).catch('').default(''),
  before: numericId.nullable().catch(null),
})

export type KioskSearch = {
  /** The typed text. Empty: everything. */
  text: string
  /** The id of the last row that was shown. Null: the newest page. */
  before: number | null
}

export type KioskPage<Row> = {
  rows: Row[]
  /** For `before` on the next page. Null: there is none. */
  next: number | null
  /** The search has more results than are shown. */
  isCut: boolean
}

export function readKioskSearch({ url }: { url: string }): KioskSearch {
  const { searchParams } = new URL(url)
  const given = { q: searchParams.get('q') ?? '', before: searchParams.get('before') }
  const { q: text, before } = searchInput.parse(given)
  return { text, before }
}

/** @param found one row more than a page, if there are */
export function pageOf<Row extends { id: number }>(
  found: readonly Row[],
  { text }: KioskSearch,
): KioskPage<Row> {
  const rows = found.slice(0, kioskPageSize)
  const hasMore = found.length > kioskPageSize
  return {
    rows,
    next: hasMore && text === '' ? (rows.at(-1)?.id ?? null) : null,
    isCut: hasMore && text !== '',
  }
}
