/** Conditions that a sample suggests: the same event, and the same good state. */
import type { Condition } from './mapping.ts'
import type { Candidate } from './candidates.ts'

const eventKeys = ['eventtype', 'eventname', 'event', 'topic', 'hookevent', 'type', 'action']
const stateKeys = ['financialstatus', 'paymentstatus', 'orderstatus', 'status']
const goodStates = new Set(
  'paid complete completed processing succeeded success confirmed approved active subscribed captured'.split(
    ' ',
  ),
)

/** Services send several kinds of events to one address; only the sample's is mapped. */
export function suggestedConditions(candidates: readonly Candidate[]): Condition[] {
  const event = bestOf(candidates, eventKeys, (text) => /^[a-z][\w./ -]{2,79}$/i.test(text))
  const state = bestOf(candidates, stateKeys, (text) => goodStates.has(text.toLowerCase()))
  return [
    ...(event ? [{ at: event.path, op: 'eq' as const, value: event.text }] : []),
    ...(state ? [{ at: state.path, op: 'in' as const, value: [state.text] }] : []),
  ]
}

function bestOf(
  candidates: readonly Candidate[],
  keys: readonly string[],
  fits: (text: string) => boolean,
) {
  for (const key of keys) {
    const found = candidates
      .filter((one) => one.key === key && !one.isItem && one.depth <= 3)
      .sort((one, other) => one.depth - other.depth)
      .find(({ value }) => typeof value === 'string' && fits(value))
    if (found) return { path: found.path, text: String(found.value) }
  }
  return undefined
}
