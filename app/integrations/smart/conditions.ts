/** Whether a record is made. */
import type { Condition } from './mapping.ts'
import { isList, valueAt, type Origin, type Tree } from './pointer.ts'
import { readAmount } from './amounts.ts'

export const holdAll = (conditions: readonly Condition[], origin: Origin): boolean =>
  conditions.every((one) => holds(one, origin))

function holds(one: Condition, origin: Origin): boolean {
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
      return isList(value)
        ? value.some((entry) => isEqual(entry, one.value))
        : typeof value === 'string' && value.includes(String(one.value))
    case 'gt':
    case 'lt': {
      const number =
        typeof value === 'string' || typeof value === 'number' ? readAmount(value) : undefined
      if (number === undefined) return false
      return one.op === 'gt' ? number > one.value : number < one.value
    }
  }
}

/** Forms send numbers and answers as text. */
const isEqual = (value: Tree | undefined, expected: string | number | boolean): boolean =>
  value !== undefined && value !== null && typeof value !== 'object'
    ? String(value) === String(expected)
    : false
