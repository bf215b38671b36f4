/** Finds activities that popups and inline nudges of one payload both show. */
import type { PixelNudge } from '#app/contract/pixel.ts'

export type CompiledNudge = {
  nudge: PixelNudge
  /** By item, in their order. Undefined for an item that isn't about a single activity. */
  activityIds: readonly (number | undefined)[]
  /** By item: its product's page. Null: it's unknown, or the item isn't about a product. */
  productUrls: readonly (string | null)[]
}

/**
 * The nudges, with the same number on items of both surfaces that show the same activity. The ids
 * themselves would show how many activities we have stored.
 */
export function markRepeats(compiled: readonly CompiledNudge[]): PixelNudge[] {
  const ofSurface = (surface: PixelNudge['surface']) =>
    new Set(
      compiled.flatMap(({ nudge, activityIds }) => (nudge.surface === surface ? activityIds : [])),
    )
  const inline = ofSurface('inline')
  const both = [...ofSurface('popup')].filter((id) => id !== undefined && inline.has(id))
  if (both.length === 0) return compiled.map(({ nudge }) => nudge)

  return compiled.map(({ nudge, activityIds }) => ({
    ...nudge,
    items: nudge.items.map((item, place) => {
      const repeat = both.indexOf(activityIds[place]) + 1
      return repeat === 0 ? item : { ...item, repeat }
    }),
  }))
}
