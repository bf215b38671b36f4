/** Callers who wait until a group is applied, for the outcomes of its events. */
import type { StoreOutcome } from '../store-events.server.ts'
import type { GroupPlace } from './event-log.ts'

/** The outcome of the event at a place of the group, from 0 on. */
export type Outcomes = (index: number) => StoreOutcome

/** Callers of one group share one. */
type Waiter = {
  place: GroupPlace
  outcomes: Promise<Outcomes | null>
  resolve: (outcomes: Outcomes | null) => void
}

/** By the event's place in all groups, from 1 on. */
type Fates = ReadonlyMap<number, StoreOutcome>

export type OutcomeWaiters = {
  has: (place: GroupPlace) => boolean
  /** Null: the outcomes aren't known. Never resolves when the group is never applied. */
  add: (place: GroupPlace) => Promise<Outcomes | null>
  answer: (place: GroupPlace, outcomes: Outcomes | null) => void
  /** Groups that were applied together. Events without an outcome are repeats. */
  answerAll: (
    stream: string,
    groups: readonly { n: number; events: number }[],
    fates: { refused: Fates; stored: Fates },
  ) => void
  /** Groups of a stream up to a number are applied, or nothing of it will be; their outcomes aren't known. */
  answerUpTo: (stream: string, n: number) => void
}

export function createOutcomeWaiters(): OutcomeWaiters {
  const waiters = new Map<string, Waiter>()
  const keyOf = ({ stream, n }: GroupPlace) => `${stream} ${String(n)}`

  function answer(place: GroupPlace, outcomes: Outcomes | null): void {
    const key = keyOf(place)
    waiters.get(key)?.resolve(outcomes)
    waiters.delete(key)
  }

  return {
    has: (place) => waiters.has(keyOf(place)),
    add(place) {
      const known = waiters.get(keyOf(place))
      if (known) return known.outcomes
      let resolve: Waiter['resolve'] = () => undefined
      const outcomes = new Promise<Outcomes | null>((settle) => (resolve = settle))
      waiters.set(keyOf(place), { place, outcomes, resolve })
      return outcomes
    },
    answer,
    answerAll(stream, groups, { refused, stored }) {
      let before = 0
      for (const { n, events } of groups) {
        const from = before
        answer({ stream, n }, (index) => {
          const place = from + index + 1
          return refused.get(place) ?? stored.get(place) ?? 'duplicate'
        })
        before += events
      }
    },
    answerUpTo(stream, n) {
      for (const { place } of waiters.values()) {
        if (place.stream === stream && place.n <= n) answer(place, null)
      }
    },
  }
}
