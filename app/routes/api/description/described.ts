/** The parts of the OpenAPI document that its page shows. Knows no HTML. */
import { openapiDocument } from './openapi-document.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

type Example = { summary: string; value: unknown }
type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, Example> }
>
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Item = {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Paths = Record<string, { parameters?: Parameter[] } & Partial<Record<Method, Item>>>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

export type Field = {
  name: string
  isRequired: boolean
  /** Type and bounds. */
  type: string
  description: string | null
}

export type Shown = { title: string; text: string }

export type Operation = {
  /** Anchor on the page. */
  id: string
  method: string
  path: string
  summary: string
  description: string | null
  parameters: Field[]
  body: Field[]
  curl: Shown[]
  answers: { status: string; description: string; examples: Shown[] }[]
  /** Statuses of problems. */
  problems: string[]
}

export type Group = { id: string; title: string; operations: Operation[] }

const titles: Record<string, string> = {
  me: 'Token',
  sites: 'Sites',
  activities: 'Activities',
  reviews: 'Reviews',
  claims: 'Claims',
  products: 'Products',
  goals: 'Goals and conversions',
  push: 'Push messages',
  nudges: 'Nudges',
  statistics: 'Statistics',
  hooks: 'Webhooks',
}

/** In the document's order. */
export function describeOperations(appUrl: string): Group[] {
  const document = openapiDocument(appUrl)
  const schemas = document.components.schemas as Record<string, Schema>
  const groups = new Map<string, Group>()
  for (const [path, item] of Object.entries(document.paths as unknown as Paths)) {
    const id = groupOf(path)
    const group = groups.get(id) ?? { id, title: titles[id] ?? capitalize(id), operations: [] }
    groups.set(id, group)
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      group.operations.push(describe(operation, { appUrl, path, method, parameters, schemas }))
    }
  }
  return [...groups.values()]
}

/** The subject of a path's operations: the part after the site's UUID. */
const groupOf = (path: string) =>
  /^\/api\/v1\/(?:sites\/\{uuid\}\/)?(\w+)/.exec(path)?.[1] ?? 'other'

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

type About = {
  appUrl: string
  path: string
  method: Method
  parameters: Parameter[]
  schemas: Record<string, Schema>
}

function describe(operation: Item, about: About): Operation {
  const { path, method, parameters, schemas } = about
  const { operationId, summary, description = null, requestBody, responses } = operation
  const bodies = Object.values(requestBody?.content ?? {})
  const answered = Object.entries(responses)
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map((one) => ({
      name: one.name,
      isRequired: one.required ?? false,
      type: typeOf(one.schema),
      description: one.description ?? one.schema.description ?? null,
    })),
    body: bodies.flatMap(({ schema }) => fieldsOf(firstOf(schema, schemas))),
    curl: curlsOf(bodies.flatMap(examplesOf), about),
    answers: answered
      .filter(([status]) => status < '300')
      .map(([status, { description: means, content = {} }]) => ({
        status,
        description: means,
        examples: Object.values(content).flatMap(examplesOf).map(asText),
      })),
    problems: answered.map(([status]) => status).filter((status) => status >= '300'),
  }
}

type Body = Content[string]

const examplesOf = ({ example, examples }: Body): Example[] => [
  ...(example === undefined ? [] : [{ summary: 'Example', value: example }]),
  ...Object.values(examples ?? {}),
]

const asText = ({ summary, value }: Example): Shown => ({
  title: summary,
  text: JSON.stringify(value, null, 2),
})

/** The schema of a body; of several, the one for a single thing. */
function firstOf(schema: Schema, schemas: Record<string, Schema>): Schema {
  const [first] = schema.oneOf ?? schema.anyOf ?? []
  if (first) return firstOf(first, schemas)
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : firstOf(schemas[name] ?? {}, schemas)
}

/** Fields by dotted path, those of lists with [] after the name. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const field = withoutNull(given)
    const path = `${prefix}${name}${field.items ? '[]' : ''}`
    const inside = field.items ?? field
    return [
      {
        name: path,
        isRequired: required.includes(name),
        type: typeOf(given),
        description: given.description ?? field.description ?? null,
      },
      ...fieldsOf(inside, `${path}.`),
    ]
  })
}

const isNull = ({ type }: Schema) => type === 'null'

/** A field's schema when it isn't null. */
function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter((one) => !isNull(one))
  return others?.length === 1 && others[0] ? others[0] : schema
}

/** "integer, 1 to 100, or null". */
function typeOf(schema: Schema): string {
  const field = withoutNull(schema)
  const values = field.enum ?? (field.const === undefined ? undefined : [field.const])
  const parts = [
    values ? values.map((value) => JSON.stringify(value)).join(' or ') : nameOfType(field),
    boundsOf(field),
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} by default`,
    field === schema ? null : 'or null',
  ]
  return parts.filter((part) => part !== null).join(', ')
}

const formats: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date',
  uuid: 'UUID',
  uri: 'URL',
  email: 'email address',
}

function nameOfType({ type, format, items }: Schema): string {
  if (items) return 'list'
  if (format !== undefined && format in formats) return formats[format] ?? format
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'value')
}

/** Bounds of safe integers are no news. */
function boundsOf({ minimum, maximum, maxLength, maxItems }: Schema): string | null {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (isBounded) return `${String(minimum ?? 0)} to ${String(maximum)}`
  if (maxLength !== undefined) return `up to ${String(maxLength)} characters`
  return maxItems === undefined ? null : `up to ${String(maxItems)} items`
}

/** A command for each example of a body, or one. */
function curlsOf(examples: readonly Example[], about: About): Shown[] {
  if (examples.length === 0) return [{ title: 'curl', text: curlOf(undefined, about) }]
  return examples.map(({ summary, value }) => ({
    title: examples.length === 1 ? 'curl' : `curl: ${summary}`,
    text: curlOf(value, about),
  }))
}

function curlOf(body: unknown, { appUrl, path, method, parameters }: About): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    textOf(parameters.find((one) => one.in === 'path' && one.name === name)?.example),
  )
  const shown = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  const query = new URLSearchParams(shown.map(({ name, example }) => [name, textOf(example)]))
  const address = `${appUrl}${filled}${query.size === 0 ? '' : `?${query.toString()}`}`
  const key = parameters.find(({ name }) => name === 'Idempotency-Key')?.example
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quote(address)}`,
    '-H "Authorization: Bearer $FOOTFALL_TOKEN"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(key === undefined || method !== 'post' ? [] : [`-H "Idempotency-Key: ${textOf(key)}"`]),
    ...(body === undefined ? [] : [`-d ${quote(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

/** As it is written in a URL or a header. */
const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example)

/** For a shell. */
export const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
