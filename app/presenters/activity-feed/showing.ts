/** Whether visitors see an activity now, and otherwise the first reason why they don't. Safe in the browser. */
import type { ActivityState } from '#app/domain/activities/activity-state.ts'

type NamedNudge = { uuid: string; name: string }

export type Showing =
  | { kind: Exclude<ActivityState, 'live'> }
  /** All nudges of the site are. */
  | { kind: 'paused' }
  /** No published nudge shows activities of its kind. */
  | { kind: 'no_nudge' }
  /** As part of a number alone. */
  | { kind: 'counted'; nudge: NamedNudge }
  /** A person without a place isn't shown. */
  | { kind: 'no_place' }
  /** The nudge takes another source only. */
  | { kind: 'other_source'; nudge: NamedNudge }
  /** The nudge shows reviews with more stars, or with text. */
  | { kind: 'few_stars'; nudge: NamedNudge; stars: number }
  | { kind: 'no_text'; nudge: NamedNudge }
  /** The nudge shows only so many, and there are newer ones. */
  | { kind: 'newer'; nudge: NamedNudge; listSize: number }
  /** At the latest until then: newer ones take its place. */
  | { kind: 'shown'; nudge: NamedNudge; until: Date }
