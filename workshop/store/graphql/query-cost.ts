/** The cost of a query, and the bucket that it is paid from. */
import { argumentsOf, fieldsOf, type Question } from './answer-document.ts'
import type { FieldSelection, Selection } from './read-document.ts'

/** A single query can't cost more. */
export const maxQueryCost = 1_000

const mutationCost = 10

/**
 * One point for each object and two for each connection, times the items that are asked for. A
 * mutation costs ten points more.
 */
export function requestedCost(question: Question): number {
  const { operation } = question
  const base = operation.kind === 'mutation' ? mutationCost : 0
  return base + costOf(question, operation.selections)
}

const costOf = (question: Question, selections: readonly Selection[]): number =>
  fieldsOf(question, selections, null).reduce((sum, field) => sum + fieldCost(question, field), 0)

function fieldCost(question: Question, field: FieldSelection): number {
  const inside = costOf(question, field.selections)
  const { first, last } = argumentsOf(field, question.variables)
  const count = first ?? last
  if (typeof count === 'number') return 2 + count * Math.max(1, inside)
  // A connection's lists are paid for with the connection.
  const isFree = field.selections.length === 0 || /^(?:edges|nodes|node|pageInfo)$/.test(field.name)
  return inside + (isFree ? 0 : 1)
}

/** One point for each object of the answer. */
export function actualCost(data: unknown, kind: 'query' | 'mutation'): number {
  const objects = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objects(one), 0)
    if (typeof value !== 'object' || value === null) return 0
    return 1 + objects(Object.values(value))
  }
  return Math.max(1, objects(data) - 1) + (kind === 'mutation' ? mutationCost : 0)
}

export type CostBucket = {
  /** Pays, unless too little is left. */
  spend: (points: number) => boolean
  /** Returns what was paid too much. */
  refund: (points: number) => void
  status: () => CostLimits & { currentlyAvailable: number }
  /** Leaves so many points. */
  drain: (left?: number) => void
  /** Whether other apps take each point as soon as it comes back. */
  setUsedUp: (isUsedUp: boolean) => void
  /** Replaces the limits of the shop's plan. */
  setLimits: (limits: CostLimits) => void
}

type CostLimits = {
  maximumAvailable: number
  /** Points that come back each second. */
  restoreRate: number
}

export function createCostBucket(clock: () => Date): CostBucket {
  let { maximumAvailable, restoreRate }: CostLimits = { maximumAvailable: 2_000, restoreRate: 100 }
  let available = maximumAvailable
  let isUsedUp = false
  let at = clock().getTime()
  const restore = () => {
    const now = clock().getTime()
    const restored = (Math.max(0, now - at) / 1000) * restoreRate
    available = isUsedUp ? 0 : Math.min(maximumAvailable, available + restored)
    at = now
  }
  return {
    spend(points) {
      restore()
      if (points > available) return false
      available -= points
      return true
    },
    refund(points) {
      available = Math.min(maximumAvailable, available + points)
    },
    status() {
      restore()
      return { maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate }
    },
    drain(left = 0) {
      restore()
      available = left
    },
    setUsedUp(wanted) {
      restore()
      isUsedUp = wanted
      available = wanted ? 0 : maximumAvailable
    },
    setLimits(limits) {
      restore()
      maximumAvailable = limits.maximumAvailable
      restoreRate = limits.restoreRate
      available = maximumAvailable
    },
  }
}
