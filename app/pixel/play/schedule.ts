/** What to show when. Pure: time is an argument, in milliseconds of any monotonic clock. */
import type { PixelItem, PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import type { Visitor } from '../core.ts'
import type { PageFacts, Showing } from '../renderer.ts'

/** The shop's server may report slightly earlier or later than the page. */
const aroundSeconds = 900

type Schedule = {
  /** Still to be shown, in order. */
  showings: readonly Showing[]
  /** Starts over with these after the last one. */
  round: readonly Showing[]
  loops: boolean
  /** Nudges that weren't shown yet. If any are left at the end, they had nothing to show. */
  pending: readonly PixelNudge[]
  /** How many more can be shown. */
  left: number
  /** Nothing is shown before this time. */
  dueAt: number
  /** Milliseconds between the end of one showing and the start of the next. */
  wait: number
}

type Step = { kind: 'show'; showing: Showing } | { kind: 'wait'; millis: number } | { kind: 'done' }

/**
 * The first nudge is shown `initial` milliseconds after the start, and no more than `maxNudges` in
 * total. `most` is how many more the visitor can be shown, whatever the site allows.
 */
export const startSchedule = (
  {
    timings,
    limitNudges,
    maxNudges,
    loop,
  }: Pick<PixelOptions, 'timings' | 'limitNudges' | 'maxNudges' | 'loop'>,
  most: number,
  now: number,
): Schedule => ({
  showings: [],
  round: [],
  loops: loop,
  pending: [],
  left: limitNudges ? Math.min(maxNudges, most) : most,
  dueAt: now + timings.initial,
  wait: timings.wait,
})

/** The schedule with more nudges at its end. */
export const addNudges = (schedule: Schedule, nudges: readonly PixelNudge[]): Schedule => {
  const added = listShowings(nudges)

  return {
    ...schedule,
    showings: schedule.showings.concat(added),
    round: schedule.round.concat(added),
    pending: schedule.pending.concat(nudges),
  }
}

/**
 * Whether the item may be the visitor's own order or sign-up. Also hides other people's from the
 * same minutes: pages receive no order numbers that could distinguish them.
 *
 * @param actedAt time of the visitor's action, in Unix seconds; NaN: none
 */
export const isRecentAction = ({ at = NaN }: PixelItem, actedAt: number): boolean =>
  Math.abs(at - actedAt) < aroundSeconds

/** Whether one of the items on the page shows the same activity. */
export const isRepeat = ({ repeat }: PixelItem, shown: readonly PixelItem[]): boolean =>
  shown.some((one) => repeat && one.repeat === repeat)

/**
 * The nudge with the items to show, of those that have a text. This page's total replaces the
 * site's. Items about other products are hidden on product pages. No item outlives its nudge.
 */
export const selectItems = (nudge: PixelNudge, facts: PageFacts): PixelNudge => {
  const { rules } = nudge
  const here = isOfProduct(nudge, facts)
    ? nudge.items.filter(({ page = facts.path }) => page === facts.path)
    : nudge.items
  const ofPage = here.filter(({ count }) => count?.of === 'paths')
  const items = ofPage.length ? ofPage : here

  return { ...nudge, items: items.map((item) => endWith(item, rules?.until ?? null)) }
}

/**
 * Whether this is a product page. A page with an inline nudge may be one unless it says otherwise.
 */
const isOfProduct = ({ items, surface }: PixelNudge, { path, kind, product }: PageFacts) =>
  kind === 'product' ||
  product ||
  (!kind && surface === 'inline' && path !== '/') ||
  items.some(({ page }) => page === path)

/** A countdown runs to the end of its offer: any earlier end would be false. */
const endWith = (item: PixelItem, until: number | null): PixelItem =>
  until === null || item.countsDown
    ? item
    : { ...item, until: Math.min(until, item.until ?? until) }

/**
 * The nudges in display order; `turn` differs on each page view. Rotates instead of choosing at
 * random, so that the next view starts with another one. `page` counts the pages of the visit, as
 * far as nothing else is known about it; 0 on the first.
 */
export const orderNudges = (
  nudges: readonly PixelNudge[],
  { nudgeRandomization }: Pick<PixelOptions, 'nudgeRandomization'>,
  { turn, page }: { turn: number; page: number },
): PixelNudge[] =>
  startAt(nudges, nudgeRandomization ? turn : page).map((nudge) => ({
    ...nudge,
    items: startAt(nudge.items, nudge.rotates ? turn : page),
  }))

/** The nudge without activities that the visitor has seen during this visit. */
export const dropRepeats = (
  nudge: PixelNudge,
  { loop }: Pick<PixelOptions, 'loop'>,
  { recent = [] }: Pick<Visitor, 'recent'>,
): PixelNudge =>
  loop || nudge.isPersistent || nudge.surface === 'inline'
    ? nudge
    : { ...nudge, items: nudge.items.filter(({ at, claim }) => !at || !recent.includes(claim)) }

/** The list, rotated. */
const startAt = <Entry>(list: readonly Entry[], turn: number): Entry[] => {
  const at = turn % (list.length || 1)
  return [...list.slice(at), ...list.slice(0, at)]
}

/** The schedule after a nudge was shown, or why it wasn't was reported. */
export const noteDecided = (schedule: Schedule, decided: PixelNudge): Schedule => ({
  ...schedule,
  pending: schedule.pending.filter((nudge) => nudge !== decided),
})

/** What to do at this time. */
export const nextStep = ({ showings, left, dueAt }: Schedule, now: number): Step => {
  const [showing] = showings
  if (!showing || left <= 0) return { kind: 'done' }
  if (now < dueAt) return { kind: 'wait', millis: dueAt - now }

  return { kind: 'show', showing }
}

/**
 * The schedule after the current showing ended, at whatever time. A closed nudge isn't shown again.
 */
export const endShowing = (schedule: Schedule, now: number, isClosed = false): Schedule => {
  const [shown] = schedule.showings
  const stays = ({ nudge }: Showing) => !isClosed || nudge !== shown?.nudge

  return goOn({
    ...schedule,
    showings: schedule.showings.slice(1).filter(stays),
    round: schedule.round.filter(stays),
    left: schedule.left - 1,
    dueAt: now + schedule.wait,
  })
}

/** The schedule without the current showing, which had nothing to show. */
export const skipShowing = (schedule: Schedule): Schedule => {
  const [skipped, ...showings] = schedule.showings

  return goOn({
    ...schedule,
    showings,
    round: schedule.round.filter((showing) => showing !== skipped),
  })
}

const goOn = (schedule: Schedule): Schedule =>
  schedule.showings.length || !schedule.loops ? schedule : { ...schedule, showings: schedule.round }

/** Nudges take turns. Every item is shown once, unless the site loops. Its age is then updated. */
const listShowings = (nudges: readonly PixelNudge[]): Showing[] =>
  nudges
    .flatMap((nudge) => nudge.items.map((item, round) => ({ nudge, item, round })))
    .sort((one, other) => one.round - other.round)
