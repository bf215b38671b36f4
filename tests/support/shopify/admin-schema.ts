/** The published schema of Shopify's Admin API, and checks of documents and answers against it. */
import { readFileSync } from 'node:fs'
import {
  buildClientSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type IntrospectionQuery,
  type SelectionSetNode,
} from 'graphql'
import { readUrl } from '#app/lib/read-url.ts'
import { adminSchemaFile, ensureAdminSchema } from '#workshop/run/admin-schema.js'

let reading: Promise<GraphQLSchema> | undefined

/** Read once for all tests of a process: it has eleven megabytes. */
export const readAdminSchema = (): Promise<GraphQLSchema> => (reading ??= read())

async function read(): Promise<GraphQLSchema> {
  await ensureAdminSchema()
  const { data } = JSON.parse(readFileSync(adminSchemaFile, 'utf8')) as { data: IntrospectionQuery }
  return buildClientSchema(data)
}

/** Errors in a document, by the schema. Empty if it's valid. */
export function findDocumentErrors(schema: GraphQLSchema, text: string): string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message)
  } catch (error) {
    return [String(error)]
  }
}

/** Forms of the scalars that have one. */
const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(String(value)),
  Decimal: (value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value),
  ID: (value) => typeof value === 'string' && value.startsWith('gid://shopify/'),
  Int: (value) => Number.isInteger(value),
  Money: (value) => typeof value === 'string' && /^-?\d+\.\d\d$/.test(value),
  String: (value) => typeof value === 'string',
  URL: (value) => typeof value === 'string' && readUrl(value) !== null,
  UnsignedInt64: (value) => typeof value === 'string' && /^\d+$/.test(value),
}

/** Where an answer isn't what the document asked for, by the schema's types. Empty: nowhere. */
export function findAnswerErrors(schema: GraphQLSchema, text: string, data: unknown): string[] {
  const document = parse(text)
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return ['The document has no operation.']
  const root = schema.getRootType(operation.operation)
  if (!root) return ['The schema has no such operation.']
  const check = new AnswerCheck(schema, document)
  check.object(root, operation.selectionSet, { value: data, path: operation.operation })
  return check.errors
}

type Place = { value: unknown; path: string }

class AnswerCheck {
  readonly errors: string[] = []
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
  ) {
    this.fragments = new Map(
      document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      ),
    )
  }

  object(type: GraphQLObjectType, selections: SelectionSetNode, { value, path }: Place): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.errors.push(`${path}: no object of ${type.name}`)
      return
    }
    const wanted = this.fieldsOf(type, selections)
    const extra = Object.keys(value).filter((name) => !wanted.has(name))
    if (extra.length > 0) this.errors.push(`${path}: nobody asked for ${extra.join(', ')}`)
    for (const [alias, { name, selection }] of wanted) {
      const found = (value as Record<string, unknown>)[alias]
      const at = { value: found, path: `${path}.${alias}` }
      const field = type.getFields()[name]
      if (name === '__typename') {
        if (found !== type.name) this.errors.push(`${at.path}: not ${type.name}`)
      } else if (!field) this.errors.push(`${at.path}: no field of ${type.name}`)
      else this.value(field.type, selection, at)
    }
  }

  private value(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    { value, path }: Place,
  ): void {
    if (isNonNullType(type)) {
      if (value === null || value === undefined) this.errors.push(`${path}: must not be null`)
      else this.value(type.ofType, selection, { value, path })
    } else if (value === undefined) this.errors.push(`${path}: missing`)
    else if (value === null) return
    else if (isListType(type)) {
      if (!Array.isArray(value)) this.errors.push(`${path}: no list`)
      else
        value.forEach((one, index) => {
          this.value(type.ofType, selection, { value: one, path: `${path}.${String(index)}` })
        })
    } else this.named(type, selection, { value, path })
  }

  private named(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    { value, path }: Place,
  ): void {
    const named = getNamedType(type)
    if (isEnumType(named)) {
      if (!named.getValue(String(value))) this.errors.push(`${path}: no value of ${named.name}`)
    } else if (isLeafType(named)) {
      const fits = scalars[named.name] ?? (() => true)
      if (!fits(value)) this.errors.push(`${path}: ${String(value)} is no ${named.name}`)
    } else if (!selection) this.errors.push(`${path}: ${named.name} has no selection`)
    else {
      const { __typename: name } = value as { __typename?: string }
      // For an interface or a union, only the answer names the type.
      const object = isObjectType(named) ? named : this.schema.getType(name ?? '')
      if (isObjectType(object)) this.object(object, selection, { value, path })
      else this.errors.push(`${path}: ask for __typename of ${named.name} as well`)
    }
  }

  /** By alias. Fragments of other types have no fields here. */
  private fieldsOf(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
  ): Map<string, { name: string; selection: SelectionSetNode | undefined }> {
    const found = new Map<string, { name: string; selection: SelectionSetNode | undefined }>()
    for (const one of selections) {
      if (one.kind === Kind.FIELD) {
        const { alias, name, selectionSet } = one
        found.set(alias?.value ?? name.value, { name: name.value, selection: selectionSet })
        continue
      }
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? this.fragments.get(one.name.value) : one
      const condition = fragment?.typeCondition?.name.value ?? type.name
      const fits =
        condition === type.name || type.getInterfaces().some(({ name }) => name === condition)
      if (!fragment || !fits) continue
      for (const [alias, field] of this.fieldsOf(type, fragment.selectionSet)) {
        found.set(alias, field)
      }
    }
    return found
  }
}
