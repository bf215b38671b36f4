/** The value that is the same for each report of the same order. */
import { parentOf, type Candidate } from './candidates.ts'

const points: Readonly<Record<string, number>> = {
  id: 8,
  orderid: 9,
  saleid: 9,
  reviewid: 9,
  paymentid: 9,
  transactionid: 9,
  subscriptionid: 8,
  responseid: 9,
  submissionid: 9,
  ordernumber: 7,
  uuid: 7,
  guid: 7,
  token: 6,
  eventid: 5,
  number: 4,
}
/** Ids of something else. */
const otherGroups = new Set(
  'customer user consumer product line lines item items merchant seller shop store account =form definition field request tags category list webhook config reviewer buyer'.split(
    ' ',
  ),
)

/** @param anchor the value that the record is about: its id is usually beside it, or a little above */
export function suggestedId(
  candidates: readonly Candidate[],
  anchor: Candidate | undefined,
): string[] {
  const parent = anchor ? parentOf(anchor.path) : undefined
  let best: { path: string; score: number } | undefined
  for (const { key, path, groups, isItem, value, depth } of candidates) {
    const base = points[key]
    const isEmpty = value === null || value === '' || typeof value === 'boolean'
    if (base === undefined || isItem || isEmpty) continue
    const distance = distanceOf(parentOf(path), parent)
    if (distance !== 0 && groups.some((word) => otherGroups.has(word))) continue
    const score = base + (distance === null ? 0 : Math.max(0, 4 - distance / 2)) - depth / 10
    if (!best || score > best.score) best = { path, score }
  }
  return best ? [best.path] : []
}

/** How many levels a group is above another. Null: it isn't above it. */
function distanceOf(group: string, inner: string | undefined): number | null {
  if (inner === undefined || (inner !== group && !inner.startsWith(`${group}/`))) return null
  return inner.slice(group.length).split('/').length - 1
}
