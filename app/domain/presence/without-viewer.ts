/** Pure rules of live counts. Safe in the browser. */

/** Everybody but the viewer, who is one of those counted. Never below nothing. */
export const withoutViewer = (count: number): number => Math.max(0, count - 1)

/** A nudge's minimum is about the others: null when there are too few of them to be told. */
export function showableOthers(count: number, minimum: number): number | null {
  const others = withoutViewer(count)
  return others >= Math.max(1, minimum) ? others : null
}
