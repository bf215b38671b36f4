/** Whether a record is made. */
import type { Condition } from './mapping.ts'
import { isList, valueAt, type Origin, type Tree } from './pointer.ts'
import { readAmount } from './amounts.ts'
import { spend, type Effort } from './effort.ts'
import { boundText } from './run-step.ts'

/** False as well when `effort` doesn't suffice. */
export const holdAll = (
  conditions: readonly Condition[],
  origin: Origin,
  effort: Effort,
): boolean => conditions.every((one) => spend(effort, one.at.length) && holds(one, origin, effort))

function holds(one: Condition, origin: Origin, effort: Effort): boolean {
  const value = valueAt(one.at, origin)
  switch (one.op) {
    case 'exists':
      return value !== undefined && value !== null && value !== ''
    case 'eq':
      return isEqual(value, one.value)
    case 'ne':
      return !isEqual(value, one.value)
    case 'in':
      return one.value.some((each) => isEqual(value, each))
    case 'contains':
      return contains(value, one.value, effort)
    case 'gt':
    case 'lt': {
      const number =
        typeof value === 'string' || typeof value === 'number' ? readAmount(value) : undefined
      if (number === undefined) return false
      return one.op === 'gt' ? number > one.value : number < one.value
    }
  }
}

/** Entries of a list that are compared. */
const mostEntries = 1_000

function contains(
  value: Tree | undefined,
  expected: string | number | boolean,
  effort: Effort,
): boolean {
  if (isList(value)) {
    const entries = value.slice(0, mostEntries)
    return spend(effort, entries.length) && entries.some((entry) => isEqual(entry, expected))
  }
  if (typeof value !== 'string') return false
  const text = boundText(value)
  return spend(effort, text.length) && text.includes(String(expected))
}

/** Forms send numbers and answers as text. */
const isEqual = (value: Tree | undefined, expected: string | number | boolean): boolean =>
  value !== undefined && value !== null && typeof value !== 'object'
    ? String(value) === String(expected)
    : false
