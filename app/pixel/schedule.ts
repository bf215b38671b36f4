/** What to show when. Pure: the time is an argument, in milliseconds on any clock that only rises. */
import type { PixelItem, PixelNudge, PixelPayload } from '../contract/pixel.ts'

/** One item of one nudge, to be shown once. */
export type Showing = { nudge: PixelNudge; item: PixelItem }

type Schedule = {
  /** What is still to come, in order. */
  showings: readonly Showing[]
  /** Before this time the next one does not appear. */
  dueAt: number
  /** Milliseconds between the end of one showing and the beginning of the next. */
  wait: number
}

type Step = { kind: 'show'; showing: Showing } | { kind: 'wait'; millis: number } | { kind: 'done' }

/** Spec §3: the first nudge comes `initial` milliseconds after the start, at most `maxNudges` do. */
export const startSchedule = ({ options, nudges }: PixelPayload, now: number): Schedule => ({
  showings: listShowings(nudges).slice(0, options.maxNudges),
  dueAt: now + options.timings.initial,
  wait: options.timings.wait,
})

/** What is to be done at this time. */
export const nextStep = ({ showings, dueAt }: Schedule, now: number): Step => {
  const [showing] = showings
  if (!showing) return { kind: 'done' }
  if (now < dueAt) return { kind: 'wait', millis: dueAt - now }

  return { kind: 'show', showing }
}

/** The schedule once the current showing has left the page, however long it stayed. */
export const endShowing = (schedule: Schedule, now: number): Schedule => ({
  ...schedule,
  showings: schedule.showings.slice(1),
  dueAt: now + schedule.wait,
})

/**
 * The nudges take turns. Each item comes once: to show it again as if it were new would be a second
 * purchase that never happened.
 */
const listShowings = (nudges: readonly PixelNudge[]) => {
  const showings: Showing[] = []
  const rounds = Math.max(0, ...nudges.map(({ items }) => items.length))
  for (let round = 0; round < rounds; round++) {
    for (const nudge of nudges) {
      const item = nudge.items[round]
      if (item) showings.push({ nudge, item })
    }
  }
  return showings
}
