/** Decides what to show when. Time is an argument, in milliseconds of any monotonic clock. */
import type { PixelItem, PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import { isPlain } from '../build-kind.ts'
import type { PageFacts } from '../renderer.ts'

/** The shop's server may report slightly earlier or later than the page. */
const aroundSeconds = 900

/** A nudge with those of its items that this page shows. */
export type Turn = { nudge: PixelNudge; items: readonly PixelItem[] }

type Schedule = {
  /** Still to be shown, in order. The first one is shown now or next. */
  showings: { nudge: PixelNudge; item: PixelItem }[]
  /** Nudges that weren't shown yet. If any are left at the end, they were too many. */
  pending: Set<PixelNudge>
  /** How many more the site allows on this page. */
  allowed: number
  /** Nothing is shown before this time. */
  dueAt: number
}

type Pace = Pick<PixelOptions, 'timings' | 'maxNudges' | 'loop'>

/** The first nudge is shown `initial` milliseconds after the start. */
export const startSchedule = (pace: Pace, now: number): Schedule => ({
  showings: [],
  pending: new Set(),
  allowed: isPlain ? 1 : (pace.maxNudges ?? Infinity),
  dueAt: now + pace.timings.initial,
})

/** Adds showings at the end. Nudges take turns. Every item is shown once, unless the site loops. */
export const addTurns = (schedule: Schedule, turns: readonly Turn[]) => {
  const added = turns.flatMap(({ nudge, items }) => {
    schedule.pending.add(nudge)
    return items.map((item, round) => ({ nudge, item, round }))
  })
  schedule.showings.push(...added.sort((one, other) => one.round - other.round))
}

/**
 * Milliseconds until the next showing; Infinity: there is none. `most` is how many more the visitor
 * can be shown, whatever the site allows.
 */
export const readWait = (schedule: Schedule, most: number, now: number): number =>
  schedule.showings[0] && Math.min(schedule.allowed, most) > 0
    ? Math.max(schedule.dueAt - now, 0)
    : Infinity

/** Ends the current showing. */
export const endShowing = (schedule: Schedule, pace: Pace, now: number) => {
  const shown = schedule.showings.shift()
  if (!shown) return
  schedule.pending.delete(shown.nudge)
  if (!isPlain && pace.loop) schedule.showings.push(shown)
  schedule.allowed--
  if (!isPlain) schedule.dueAt = now + pace.timings.wait
}

/**
 * Drops the current showing of the nudge, which has nothing to show. True when that was the nudge's last chance
 * in this view, so that a nudge that was never shown has one reason, however many items it has.
 */
export const dropShowing = (schedule: Schedule, nudge: PixelNudge): boolean => {
  schedule.showings.shift()
  return schedule.pending.has(nudge) && !schedule.showings.some((other) => other.nudge === nudge)
}

/** Puts the current showing behind those of other nudges, which may have room. */
export const deferShowing = ({ showings }: Schedule) => {
  const [first] = showings
  if (first && showings.some(({ nudge }) => nudge !== first.nudge)) {
    showings.shift()
    showings.push(first)
  }
}

/** A nudge that was closed isn't shown again. */
export const dropNudge = (schedule: Schedule, nudge: PixelNudge) => {
  schedule.showings = schedule.showings.filter((showing) => showing.nudge !== nudge)
}

/**
 * Whether the item may be the visitor's own order or sign-up. Also hides other people's from the
 * same minutes: pages receive no order numbers that could distinguish them.
 *
 * @param actedAt time of the visitor's action, in Unix seconds; NaN: none
 */
export const isRecentAction = (item: PixelItem, actedAt: number): boolean =>
  Math.abs((item.at ?? NaN) - actedAt) < aroundSeconds

/** Whether one of the items on the page shows the same activity. */
export const isRepeat = ({ repeat }: PixelItem, shown: readonly PixelItem[]): boolean =>
  shown.some((one) => repeat && one.repeat === repeat)

/**
 * The items to show, of those that have a text. This page's total replaces the site's. Items about
 * other products are hidden on product pages. A page with an inline nudge may be one unless it says
 * otherwise.
 */
export const selectItems = (
  { items, surface }: PixelNudge,
  { path, kind, product }: PageFacts,
): PixelItem[] => {
  const isOfProduct =
    product ??
    ((isPlain || kind ? kind === 'product' : surface === 'inline' && path !== '/') ||
      items.some(({ page }) => page === path))
  const here = items.filter(({ page = path }) => !isOfProduct || page === path)
  if (isPlain) return here
  const ofPage = here.filter(({ count }) => count?.of === 'paths')

  return ofPage[0] ? ofPage : here
}

/**
 * The list in display order: rotated, so that the next page begins with another entry, without
 * choosing at random.
 *
 * @param doesRotate by `turn`, which differs on each page view. Otherwise by `page`, which counts
 *   the pages of the visit, as far as nothing else is known about it; 0 on the first
 */
export const order = <Entry>(
  list: readonly Entry[],
  doesRotate: boolean | undefined,
  place: { turn: number; page: number },
): Entry[] => {
  const at = (!isPlain && doesRotate ? place.turn : place.page) % (list.length || 1)
  return [...list.slice(at), ...list.slice(0, at)]
}

/** The items without activities that the visitor has seen during this visit; `recent` are their claims. */
export const dropRepeats = (
  items: readonly PixelItem[],
  { isPersistent, surface }: PixelNudge,
  recent: readonly string[] = [],
): readonly PixelItem[] =>
  !isPlain && (isPersistent || surface === 'inline')
    ? items
    : items.filter(({ at, claim }) => !at || !recent.includes(claim))
