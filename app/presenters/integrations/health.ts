/** How a connection is, in words that say what to do. Safe in the browser. */
import { refusedAccess } from '#app/domain/connections/faults.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { dayMillis } from '#app/lib/time.ts'

export type HealthState =
  | 'approval'
  | 'waiting'
  | 'working'
  | 'quiet'
  | 'failing'
  | 'paused'
  | 'plan'
  | 'lost'
  | 'ended'

export type HealthFacts = {
  state: 'pending' | 'active' | 'paused' | 'lost' | 'ended'
  failures: number
  failingSince: Date | null
  /** Without a failure: a part that can't be read, though the connection works. */
  fault: string | null
  firstRecordAt: Date | null
  lastRecordAt: Date | null
  createdAt: Date
  /** The plan that includes the integration, may be empty. Null: the current one does. */
  neededPlan: string | null
}

export type Health = {
  state: HealthState
  label: string
  tone: 'success' | 'info' | 'attention' | 'critical' | null
  /** Describes what happened, and what to do if something has to be done. */
  sentence: string
  /** Since when it is so. Null: it doesn't matter, or isn't known. */
  since: Date | null
}

/** After this many days without data, the owner is asked to check the connection. */
const quietDays = 14

/** One failed attempt is an everyday thing, and the next one often works. */
const worryingFailures = 2

/** @param service its name */
export function healthOf(facts: HealthFacts, service: string, now: Date): Health {
  const { state, failures, failingSince, fault, firstRecordAt, lastRecordAt, createdAt } = facts
  const limit = failures === 0 ? fault : null
  if (facts.neededPlan !== null && state !== 'pending' && state !== 'ended') {
    return {
      state: 'plan',
      label: 'Paused by your plan',
      tone: 'attention',
      sentence: `Nothing new arrives on your current plan, and nothing is deleted.${availability(facts.neededPlan)}`,
      since: null,
    }
  }
  switch (state) {
    case 'pending':
      return {
        state: 'approval',
        label: 'Waiting for your approval',
        tone: 'attention',
        sentence: `Approve the connection in ${service}. If you closed that page, start again.`,
        since: createdAt,
      }
    case 'paused':
      return {
        state: 'paused',
        label: 'Paused',
        tone: null,
        sentence: 'Nothing new arrives until you resume it.',
        since: null,
      }
    case 'lost':
      return {
        state: 'lost',
        label: 'Needs reconnecting',
        tone: 'critical',
        sentence:
          fault === null || fault === refusedAccess
            ? `${service} no longer accepts our access, so nothing new arrives.`
            : `${fault} Nothing new arrives.`,
        since: failingSince,
      }
    case 'ended':
      return {
        state: 'ended',
        label: 'Disconnected',
        tone: null,
        sentence: 'Nothing new arrives. Data that arrived before is kept.',
        since: null,
      }
    case 'active':
      if (failures >= worryingFailures) {
        return {
          state: 'failing',
          label: 'Failing',
          tone: 'attention',
          sentence: fault ?? `We can’t reach ${service}. We keep trying automatically.`,
          since: failingSince,
        }
      }
      if (firstRecordAt === null) {
        return {
          state: 'waiting',
          label: 'Waiting for first data',
          tone: 'info',
          sentence: limit ?? `Connected. Nothing has arrived from ${service} yet.`,
          since: createdAt,
        }
      }
      if (lastRecordAt !== null && now.getTime() - lastRecordAt.getTime() > quietDays * dayMillis) {
        return {
          state: 'quiet',
          label: 'Working',
          tone: 'success',
          sentence: `Connected, but nothing new has arrived for more than ${String(quietDays)} days. That’s fine if nothing happened in ${service}.`,
          since: lastRecordAt,
        }
      }
      return {
        state: 'working',
        label: 'Working',
        tone: 'success',
        sentence: limit ?? `${service} is connected, and new data arrives automatically.`,
        since: null,
      }
  }
}

/** If no plan has it, support adds it. */
const availability = (plan: string) => (plan === '' ? '' : ` ${gateSentence(plan)}`)

const running: ReadonlySet<HealthState> = new Set(['waiting', 'working', 'quiet'])

/** New data arrives, as far as is known. */
export const isRunning = (state: HealthState): boolean => running.has(state)

/** Connections that need their owner come first, then those that run. */
export const healthRank: Record<HealthState, number> = {
  lost: 0,
  failing: 1,
  approval: 2,
  plan: 2,
  waiting: 3,
  paused: 4,
  quiet: 5,
  working: 6,
  ended: 7,
}
