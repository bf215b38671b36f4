/** Rules of live counts. Safe in the browser. */

/** "Now" means within five minutes: a longer window must be named to the visitor. */
export const nowSeconds = 300

export const cartSeconds = 86_400

/** Everyone except the viewer, who is included in the count. Never negative. */
export const withoutViewer = (count: number): number => Math.max(0, count - 1)

/** A nudge's minimum applies to the others: null when there are too few to show. */
export function showableOthers(count: number, minimum: number): number | null {
  const others = withoutViewer(count)
  return others >= Math.max(1, minimum) ? others : null
}
