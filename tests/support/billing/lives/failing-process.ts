/** One process of the product, which meets an outage of Stripe in the middle of its work, or ends there. */
import type { Database, Queries, Transaction } from '#app/db/db.ts'
import type { JobQueue } from '#app/jobs/job.ts'
import type { Services } from '#app/services.ts'
import type { StripeBilling } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import {
  stripeFails,
  stripeThrottles,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'

/** Outages. A call that times out is either of the first two: Stripe didn’t do it, or did. */
const faults = {
  'hangs up': 'hang up',
  'loses its answers': 'lose the answer',
  fails: stripeFails,
  'is asked too often': stripeThrottles,
} as const

export type Mishap =
  /** From this request on, or at this one alone. Counts from 0. */
  | { kind: 'outage'; fault: keyof typeof faults; from: number; isLasting: boolean }
  /** The process ends: once Stripe has done this request, or around this commit. */
  | { kind: 'killed'; at: 'request' | 'before commit' | 'after commit'; from: number }

export const faultNames = Object.keys(faults) as (keyof typeof faults)[]

/** The process has ended: nothing of it happens any more, not even its `finally`. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

export type SentJob = { name: string; payload: unknown }

export type Process = {
  services: Services
  /** Whether the mishap has happened. */
  hasFailed: () => boolean
  isDead: () => boolean
}

type World = { services: Services; stripe: StripeBilling; sent: SentJob[] }

/** @param mishap null: all goes well. `stripe.heal()` ends it */
export function startProcess({ services, stripe, sent }: World, mishap: Mishap | null): Process {
  const state = { hasFailed: false, isDead: false }
  let requests = 0
  stripe.failBy(() => {
    if (state.isDead) return 'hang up'
    const number = requests
    requests += 1
    if (mishap?.kind === 'killed') {
      if (mishap.at !== 'request' || number !== mishap.from) return undefined
      Object.assign(state, { hasFailed: true, isDead: true })
      return 'lose the answer'
    }
    const isHit =
      mishap !== null && (mishap.isLasting ? number >= mishap.from : number === mishap.from)
    if (!isHit) return undefined
    state.hasFailed = true
    return faults[mishap.fault]
  })
  return {
    services: {
      ...services,
      db: mortal(services.db, mishap?.kind === 'killed' ? mishap : null, state),
      jobs: recording(services.jobs, sent),
    },
    hasFailed: () => state.hasFailed,
    isDead: () => state.isDead,
  }
}

type Death = Extract<Mishap, { kind: 'killed' }> | null
type State = { hasFailed: boolean; isDead: boolean }

/** The database until the process ends. An open transaction is rolled back then. */
function mortal(db: Database, death: Death, state: State): Database {
  let commits = 0
  type Run = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  const die = () => {
    Object.assign(state, { hasFailed: true, isDead: true })
    return new Killed()
  }
  const guarded = async <T>(run: Run, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    if (state.isDead) throw new Killed()
    const number = commits
    commits += 1
    const isLast = number === death?.from
    const result = await run(async (tx) => {
      const done = await work(tx)
      if (isLast && death.at === 'before commit') throw die()
      return done
    })
    if (isLast && death.at === 'after commit') throw die()
    return result
  }
  return {
    get system(): Queries {
      if (state.isDead) throw new Killed()
      return db.system
    },
    transaction: (work) => guarded(db.transaction, work),
    longTransaction: (work) => guarded(db.longTransaction, work),
    readSnapshot: (work) => guarded(db.readSnapshot, work),
    asTeam: (team, work) => guarded((inner) => db.asTeam(team, inner), work),
    asTeamAfter: (team, look) =>
      db.asTeamAfter(team, async (before) => {
        if (state.isDead) throw new Killed()
        return look(before)
      }),
  }
}

/** Jobs that are committed. No process works them off. */
function recording(jobs: JobQueue, sent: SentJob[]): JobQueue {
  return {
    ...jobs,
    hasQueue: () => Promise.resolve(true),
    send({ name }, payload, tx) {
      const note = () => void sent.push({ name, payload })
      if (tx) (tx as unknown as Pick<Transaction, 'afterCommit'>).afterCommit(note)
      else note()
      return Promise.resolve()
    },
  }
}
