/**
 * Answers a document from objects in memory. An object knows its type and its fields. A field is a
 * value, or a function of its arguments. A field that no object has is no field of the API here.
 */
import {
  resolveValue,
  type Document,
  type FieldSelection,
  type Operation,
  type Selection,
} from './read-document.ts'

export type Arguments = Readonly<Record<string, unknown>>

export type ApiObject = { readonly __typename: string; readonly [field: string]: unknown }

type ApiError = {
  message: string
  path?: (string | number)[]
  extensions?: Record<string, unknown>
}

export type Answer = { data: Record<string, unknown> | null; errors: ApiError[] }

/** Ends the whole operation with errors and without data. */
export class DocumentRefused extends Error {
  constructor(
    message: string,
    readonly extensions: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** Ends one field with an error: its value is null. */
export class FieldRefused extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

export type Question = {
  document: Document
  operation: Operation
  variables: Readonly<Record<string, unknown>>
}

/** @throws DocumentRefused for a field that the object doesn't have */
export function answerDocument(question: Question, root: ApiObject): Answer {
  const errors: ApiError[] = []
  const work: Work = { ...question, errors }
  const data = answerObject(work, { selections: question.operation.selections, path: [] }, root)
  return { data, errors }
}

type Work = Question & { errors: ApiError[] }
type Place = { selections: readonly Selection[]; path: (string | number)[] }

function answerObject(work: Work, { selections, path }: Place, object: ApiObject) {
  const answer: Record<string, unknown> = {}
  for (const field of fieldsOf(work, selections, object.__typename)) {
    const at = [...path, field.alias]
    const place = { selections: field.selections, path: at }
    const found = answerValue(work, place, fieldValue(work, { field, path: at }, object))
    const before = answer[field.alias]
    const isMerged = isRecord(before) && isRecord(found)
    answer[field.alias] = isMerged ? { ...before, ...found } : found
  }
  return answer
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldValue(
  work: Work,
  { field, path }: { field: FieldSelection; path: (string | number)[] },
  object: ApiObject,
): unknown {
  const value = object[field.name]
  if (value === undefined) {
    throw new DocumentRefused(
      `Field '${field.name}' doesn't exist on type '${object.__typename}'`,
      { code: 'undefinedField', typeName: object.__typename, fieldName: field.name },
    )
  }
  if (typeof value !== 'function') return value
  try {
    return (value as (args: Arguments) => unknown)(argumentsOf(field, work.variables))
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error
    work.errors.push({ message: error.message, path, extensions: { code: error.code } })
    return null
  }
}

function answerValue(work: Work, place: Place, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) {
    return value.map((one: unknown, index) =>
      answerValue(work, { ...place, path: [...place.path, index] }, one),
    )
  }
  const isObject = isRecord(value) && typeof value['__typename'] === 'string'
  if (isObject !== place.selections.length > 0) {
    const at = place.path.join('.')
    throw new DocumentRefused(`Field '${at}' must have ${isObject ? '' : 'no '}selections`, {
      code: 'selectionMismatch',
    })
  }
  return isObject ? answerObject(work, place, value as ApiObject) : value
}

/** The selected fields of an object, including those in fragments of its type. */
export function fieldsOf(
  { document, variables }: Pick<Question, 'document' | 'variables'>,
  selections: readonly Selection[],
  type: string | null,
): FieldSelection[] {
  return selections.flatMap((selection) => {
    const isIncluded = selection.condition.every(
      ({ includes, value }) => (resolveValue(value, variables) === true) === includes,
    )
    if (!isIncluded) return []
    if (selection.kind === 'field') return [selection]
    const fragment =
      selection.kind === 'spread' ? document.fragments.get(selection.name) : selection
    if (!fragment) throw new DocumentRefused('Fragment was used, but not defined')
    const fits = type === null || fragment.type === null || isOfType(type, fragment.type)
    return fits ? fieldsOf({ document, variables }, fragment.selections, type) : []
  })
}

const interfaces: Readonly<Record<string, readonly string[]>> = {
  MediaImage: ['Media', 'File'],
  AppSubscription: ['AppPurchase'],
  AppPurchaseOneTime: ['AppPurchase'],
}

const isOfType = (type: string, wanted: string) =>
  type === wanted || wanted === 'Node' || Boolean(interfaces[type]?.includes(wanted))

export const argumentsOf = (
  { arguments: given }: FieldSelection,
  variables: Readonly<Record<string, unknown>>,
): Arguments =>
  Object.fromEntries(
    [...given]
      .map(([name, value]) => [name, resolveValue(value, variables)] as const)
      .filter(([, value]) => value !== undefined),
  )
