/** What to show when. Pure: the time is an argument, in milliseconds on any clock that only rises. */
import type { PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import type { Showing } from '../renderer.ts'

type Schedule = {
  /** What is still to come, in order. */
  showings: readonly Showing[]
  /** What comes again when all were shown. */
  round: readonly Showing[]
  loops: boolean
  /** Those of which nothing was told yet. When all turns are over, they had none. */
  pending: readonly PixelNudge[]
  /** How many may still be shown. */
  left: number
  /** Before this time the next one does not appear. */
  dueAt: number
  /** Milliseconds between the end of one showing and the beginning of the next. */
  wait: number
}

type Step = { kind: 'show'; showing: Showing } | { kind: 'wait'; millis: number } | { kind: 'done' }

/**
 * Spec §3: the first nudge comes `initial` milliseconds after the start, at most `maxNudges` do.
 * `most` is how many the visitor may still be shown, whatever the site allows.
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

/** The schedule with further nudges at its end. */
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
 * The nudges in the order in which they take their turns; `turn` is another number with each page
 * view. Nothing is drawn by lot: what begins next is what did not begin last.
 */
export const orderNudges = (
  nudges: readonly PixelNudge[],
  { nudgeRandomization }: Pick<PixelOptions, 'nudgeRandomization'>,
  turn: number,
): PixelNudge[] =>
  startAt(nudges, nudgeRandomization ? turn : 0).map((nudge) =>
    nudge.rotates ? { ...nudge, items: startAt(nudge.items, turn) } : nudge,
  )

/** The list from another place on, and then its beginning. */
const startAt = <Entry>(list: readonly Entry[], turn: number): Entry[] => {
  const at = turn % (list.length || 1)
  return [...list.slice(at), ...list.slice(0, at)]
}

/** The schedule once something was told of the nudge: to the visitor, or why not. */
export const noteDecided = (schedule: Schedule, decided: PixelNudge): Schedule => ({
  ...schedule,
  pending: schedule.pending.filter((nudge) => nudge !== decided),
})

/** What is to be done at this time. */
export const nextStep = ({ showings, left, dueAt }: Schedule, now: number): Step => {
  const [showing] = showings
  if (!showing || left <= 0) return { kind: 'done' }
  if (now < dueAt) return { kind: 'wait', millis: dueAt - now }

  return { kind: 'show', showing }
}

/**
 * The schedule once the current showing has left the page, however long it stayed. What the visitor
 * closed has no further turn.
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

/** The schedule without the current showing, which turned out to have nothing to tell. */
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

/**
 * The nudges take turns. Each item comes once, unless the site has them come again: the age that
 * stands with it is the true one then too.
 */
const listShowings = (nudges: readonly PixelNudge[]): Showing[] =>
  nudges
    .flatMap((nudge) => nudge.items.map((item, round) => ({ nudge, item, round })))
    .sort((one, other) => one.round - other.round)
