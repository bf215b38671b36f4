/** One field of a record, by its source. */
import { spend, type Effort } from './effort.ts'
import type { MappedField, Source } from './mapping.ts'
import { receivedPath, valueAt, type Origin, type Tree } from './pointer.ts'
import { boundText, maxTextLength, runStep, type Scalar } from './run-step.ts'
import { nameOf } from './steps.ts'

/** Something in a delivery that can't be used, for its owner. */
export type Problem = {
  /** The field that gets the value, or the part of the mapping: `each`, `id`. */
  field: MappedField | 'each' | 'id'
  /** Where the value is. */
  path: string
  /** Name of the step that failed. Empty: none did. */
  step: string
  message: string
}

export type FieldReading = {
  field: MappedField
  source: Source
  origin: Origin
  receivedAt: Date
  effort: Effort
  currency: string | undefined
  /** Why a value can't be used. Null: it can. */
  check: (value: Scalar) => string | null
  /** Gets what can't be read. */
  problems: Problem[]
}

/** The first path with a value that can be used. Undefined: there is none. */
export function readField(reading: FieldReading): Scalar | undefined {
  const { source, origin, receivedAt, effort, problems } = reading
  const before = problems.length
  for (const path of source.at) {
    if (path === receivedPath) return receivedAt.toISOString()
    if (!spend(effort, path.length)) return undefined
    const given = scalarOf(valueAt(path, origin))
    if (given === undefined) continue
    const value = change(reading, path, given)
    if (value !== undefined) return value
  }
  // A missing value can have a default, or be joined from other paths. An unreadable one can't.
  const isMissing = problems.length === before && source.do.length > 0
  return isMissing ? change(reading, source.at[0] ?? '', undefined) : undefined
}

function change(
  reading: FieldReading,
  path: string,
  given: Scalar | undefined,
): Scalar | undefined {
  const { field, source, origin, effort, currency, check, problems } = reading
  const textsAt = (paths: readonly string[]) =>
    paths.flatMap((one) => {
      if (!spend(effort, one.length + maxTextLength)) return []
      const text = scalarOf(valueAt(one, origin))
      return text === undefined ? [] : [String(text)]
    })
  let value = given
  for (const one of source.do) {
    if (!spend(effort, typeof value === 'string' ? value.length : 0)) return undefined
    const result = runStep(one, value, { currency, textsAt })
    if (typeof result === 'object') {
      problems.push({ field, path, step: nameOf(one), message: result.unreadable })
      return undefined
    }
    value = result
  }
  if (value === undefined) return undefined
  const objection = check(value)
  if (objection === null) return value
  problems.push({ field, path, step: '', message: objection })
  return undefined
}

/** Undefined: it is empty, a list or a group. Texts are cut at their bound. */
export function scalarOf(value: Tree | undefined): Scalar | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined
  if (typeof value !== 'string') return value
  return value.trim() === '' ? undefined : boundText(value)
}
