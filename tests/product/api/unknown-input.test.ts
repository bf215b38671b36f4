/**
 * Unknown input is refused at its path. Made from the description: a new operation,
 * field or parameter joins without a line here.
 */
import { expect, test } from 'vitest'
import { describedShop, operations, schemas } from '../../support/api/described-api.ts'
import { createWorld } from '../../support/world.ts'

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Each schema that a body can have. */
function choicesOf(schema: Schema): Schema[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return choicesOf((schemas as Record<string, Schema>)[name] ?? {})
  const choices = schema.oneOf ?? schema.anyOf
  if (!choices) return [schema]
  return choices.filter(({ type }) => type !== 'null').flatMap(choicesOf)
}

/** A value with every object that the schema can have, by its first choice. */
function filled(schema: Schema): unknown {
  const [choice = {}] = choicesOf(schema)
  if (choice.const !== undefined) return choice.const
  if (choice.enum) return choice.enum[0]
  if (choice.items) return [filled(choice.items)]
  if (!choice.properties) return choice.type === 'string' ? 'x' : 1
  return Object.fromEntries(
    Object.entries(choice.properties).map(([name, field]) => [name, filled(field)]),
  )
}

type Path = readonly (string | number)[]

/** Paths of all objects within a value, the value itself included. */
function objectsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => objectsIn(one, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  const within = Object.entries(value).flatMap(([name, one]) => objectsIn(one, [...path, name]))
  return [path, ...within]
}

const unknown = 'nobody_knows'

function withUnknown(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return { ...(value as object), [unknown]: 1 }
  if (Array.isArray(value)) {
    return value.map((one, at): unknown => (at === first ? withUnknown(one, rest) : one))
  }
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: withUnknown(fields[first], rest) }
}

const bodies = operations.flatMap((one) =>
  Object.values(one.operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    choicesOf(schema).map((choice) => ({ ...one, value: filled(choice) })),
  ),
)

test('every object of every body refuses an unknown field at its path', async () => {
  const { call, fill } = await describedShop(await createWorld())

  const taken: string[] = []
  let sent = 0
  for (const { path, method, operation, value } of bodies) {
    const address = await fill(path)
    for (const at of objectsIn(value)) {
      const answer = await call(method, address, withUnknown(value, at))
      sent += 1
      // In a batch each item has its own errors, by paths within the item.
      const isItem = typeof at[1] === 'number' && answer.status === 200
      const field = [...(isItem ? at.slice(2) : at), unknown].join('.')
      const body = (await answer.json()) as {
        errors?: Record<string, string[]>
        data?: { outcome: string; errors?: Record<string, string[]> }[]
      }
      const errors = isItem ? body.data?.[0]?.errors : body.errors
      const isRefused = isItem ? body.data?.[0]?.outcome === 'rejected' : answer.status === 422
      if (isRefused && errors?.[field]?.[0]?.startsWith(`${unknown} isn’t a field here.`)) continue
      taken.push(
        `${operation.operationId} ${field}: ${String(answer.status)} ${JSON.stringify(errors)}`,
      )
    }
  }

  expect(taken).toEqual([])
  expect(sent).toBeGreaterThan(bodies.length)
})

test('every object of every body is described as closed', () => {
  const open = bodies.flatMap(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      openIn(schema as Schema).map((path) => `${operation.operationId} ${path}`),
    ),
  )

  expect(open).toEqual([])
})

function openIn(schema: Schema, path = ''): string[] {
  return choicesOf(schema).flatMap((choice) => [
    ...(choice.properties && choice.additionalProperties !== false ? [path || 'itself'] : []),
    ...Object.entries(choice.properties ?? {}).flatMap(([name, field]) =>
      openIn(field, `${path}.${name}`),
    ),
    ...(choice.items ? openIn(choice.items, `${path}[]`) : []),
  ])
}

test('every URL refuses a parameter that it doesn’t know, and one that it has twice', async () => {
  const { call, fill } = await describedShop(await createWorld())

  const taken: string[] = []
  for (const { path, method, operation, shared } of operations) {
    const address = await fill(path)
    const parameters = [...shared, ...(operation.parameters ?? [])]
    const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    const asked = [
      [unknown, `${unknown}=1`],
      ...known.map((name) => [name, `${name}=1&${name}=1`] as const),
    ] as const
    for (const [name, query] of asked) {
      const answer = await call(method, `${address}?${query}`)
      const { errors } = (await answer.json().catch(() => ({}))) as { errors?: object }
      if (answer.status === 422 && errors && name in errors) continue
      taken.push(`${operation.operationId}?${query}: ${String(answer.status)}`)
    }
  }

  expect(taken).toEqual([])
})

const at = '2026-03-02T09:00:00Z'

/** As shops’ developers write them. */
const mistakes = [
  [
    'activities',
    { kind: 'purchase', id: '1', occurred_at: at, status: 'refunded' },
    'status',
    'state',
  ],
  ['activities', { kind: 'purchase', id: '1', occurred_at: at, is_test: true }, 'is_test', 'test'],
  ['activities', { kind: 'purchase', id: '1', occurred_at: at, product: {} }, 'product', 'items'],
  [
    'activities',
    { kind: 'signup', id: '1', occurred_at: at, person: { firstname: 'Ann' } },
    'person.firstname',
    'first_name',
  ],
  ['reviews', { id: '1', occurred_at: at, stars: 5, text: 'Good' }, 'text', 'body'],
  ['reviews', { id: '1', occurred_at: at, stars: 5, author: 'Ann' }, 'author', 'person'],
  ['goals', { kind: 'order', name: 'Order', isActive: true }, 'isActive', 'is_active'],
] as const

test.each(mistakes)('%s with %o is refused at %s, with %s in its place', async (...row) => {
  const [list, body, field, meant] = row
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve()
  const answer = await fetch(`/api/v1/sites/${site.uuid}/${list}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await world.token(site.team)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })

  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: { [field]: [`${field.split('.').at(-1) ?? ''} isn’t a field here. Use ${meant}.`] },
  })
  const { rows } = await world.services.pool.query('select from activities')
  expect(rows).toEqual([])
})
