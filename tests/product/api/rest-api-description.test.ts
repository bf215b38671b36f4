/** The API's description: complete, valid, and its examples do what they show. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openapiDocument } from '#app/routes/api/description/openapi-document.ts'
import { accessTable } from '../tenancy/access-table.ts'
import { createWorld, type World } from '../../support/world.ts'

type Body = {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Content = Record<string, Body>
type Parameter = { name: string; in: string; required?: boolean; example?: unknown }
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type PathItem = { parameters?: Parameter[] } & Record<string, unknown>

const description = openapiDocument('https://app.example')
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

const operations = Object.entries(description.paths as unknown as Record<string, PathItem>).flatMap(
  ([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined
      return operation === undefined
        ? []
        : [{ path, method, operation, shared: item.parameters ?? [] }]
    }),
)
type Described = (typeof operations)[number]

const schemas = description.components.schemas as Record<string, object>

/** Names of the schemas that a schema refers to. */
const namesIn = (schema: object) =>
  [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  )

/** Describes why a value fits none of the described schemas. Null if it fits one. */
function misfitOf({ schema }: Pick<Body, 'schema'>, value: unknown): string | null {
  const problems: string[] = []
  for (const name of namesIn(schema)) {
    const shape = z.fromJSONSchema(schemas[name] as Parameters<typeof z.fromJSONSchema>[0])
    const parsed = shape.safeParse(value)
    if (parsed.success) return null
    problems.push(`${name}: ${z.prettifyError(parsed.error)}`)
  }
  return problems.join('\n') || 'it has no schema'
}

const examplesOf = ({ example, examples }: Body): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples ?? {}).map(({ value }) => value),
]

const bodiesOf = ({ operation: { requestBody, responses } }: Described): Body[] => [
  ...Object.values(requestBody?.content ?? {}),
  ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
]

test('every operation has examples of what it takes and of all that it answers', () => {
  const missing = operations.flatMap((one) => {
    const { operation, shared } = one
    const all = [...shared, ...(operation.parameters ?? [])]
    const unshown = all.filter(({ required, example }) => required && example === undefined)
    return [
      ...bodiesOf(one)
        .filter((body) => examplesOf(body).length === 0)
        .map(() => `${operation.operationId}: a body without an example`),
      ...unshown.map(({ name }) => `${operation.operationId}: ${name} without an example`),
    ]
  })

  expect(missing).toEqual([])
  expect(operations.length).toBeGreaterThanOrEqual(25)
})

test('every example fits its described schema', () => {
  const misfits = operations.flatMap((one) =>
    bodiesOf(one).flatMap((body) =>
      examplesOf(body).flatMap((example) => {
        const misfit = misfitOf(body, example)
        return misfit === null ? [] : [`${one.operation.operationId}: ${misfit}`]
      }),
    ),
  )

  expect(misfits).toEqual([])
})

test('every schema that is named is described, and every operation has its own name', () => {
  const names = operations.map(({ operation }) => operation.operationId)

  expect(namesIn(description.paths).filter((name) => !(name in schemas))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('the described paths are exactly those built of the REST API', () => {
  const built = Object.entries(accessTable)
    .filter(([path, { state }]) => path.startsWith('/api/v1/') && state === 'built')
    .map(([path]) => path.replace(/:(\w+)/g, '{$1}'))
    .filter((path) => path !== '/api/v1/openapi.json')

  expect(Object.keys(description.paths).sort()).toEqual(built.sort())
})

test('the description is served without a token and names this address', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const answer = await fetch('/api/v1/openapi.json')

  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(
    JSON.parse(JSON.stringify(openapiDocument(world.services.config.appUrl))),
  )
})

/** A shop with one of everything that URLs name, created only by the described requests. */
async function describedShop(world: World) {
  const site = await world.site({ url: 'https://shop.example' })
  const nudge = await world.nudge(site)
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(path, {
      method: method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const exampleOf = (operationId: string) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId)
    const [body] = Object.values(found?.operation.requestBody?.content ?? {})
    return body && examplesOf(body)[0]
  }
  const made = async (operationId: string, path: string) => {
    const answer = await call('post', path, exampleOf(operationId))
    return ((await answer.json()) as { data: { uuid: string } }).data.uuid
  }
  const base = `/api/v1/sites/${site.uuid}`
  /** Bodies that name a site name this one. */
  const withSite = (body: unknown): unknown =>
    typeof body === 'object' && body !== null && 'site' in body
      ? { ...body, site: site.uuid }
      : body
  const subscribed = async () => {
    const answer = await call('post', '/api/v1/hooks', withSite(exampleOf('createHook')))
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  /** The path with ids of what exists; what was deleted before is made again. */
  const fill = async (path: string): Promise<string> => {
    if (path === '/api/v1/hooks/{id}') return path.replace('{id}', await subscribed())
    const within = path.replace('{uuid}', site.uuid)
    if (!within.includes('{id}')) return within
    const [, kind = ''] = /\{uuid\}\/(\w+)\/\{id\}/.exec(path) ?? []
    const ids: Record<string, () => Promise<string>> = {
      activities: () => made('recordActivities', `${base}/activities`),
      reviews: () => made('recordReviews', `${base}/reviews`),
      goals: () => made('createGoal', `${base}/goals`),
      nudges: () => Promise.resolve(nudge.uuid),
      async claims() {
        await made('recordActivities', `${base}/activities`)
        return claimOf(world, site.uuid)
      },
      async products() {
        await call('post', `${base}/products`, exampleOf('storeProducts'))
        return 'oak-board'
      },
    }
    const id = await ids[kind]?.()
    if (id === undefined) throw new Error(`${path}: nothing stands for its id.`)
    return within.replace('{id}', id)
  }
  return { call, fill, withSite }
}

/** Returns the id of a claim in the site's payload. */
async function claimOf({ services }: World, uuid: string): Promise<string> {
  await services.siteCache.payload(uuid)
  const { rows } = await services.pool.query<{ id: string }>('select id from claims limit 1')
  return rows[0]?.id ?? ''
}

/** Every request that the description shows of an operation. */
function requestsOf({ operation, shared }: Described): { query: string; body?: unknown }[] {
  const bodies = Object.values(operation.requestBody?.content ?? {}).flatMap(examplesOf)
  if (bodies.length > 0) return bodies.map((body) => ({ query: '', body }))
  const shown = [...shared, ...(operation.parameters ?? [])].filter(
    (one) => one.in === 'query' && one.example !== undefined,
  )
  const query = new URLSearchParams(shown.map(({ name, example }) => [name, String(example)]))
  return query.size === 0 ? [{ query: '' }] : [{ query: '' }, { query: `?${query.toString()}` }]
}

test('every example is accepted by the server, and every answer fits its described schema', async () => {
  const world = await createWorld()
  const { call, fill, withSite } = await describedShop(world)

  const differences: string[] = []
  let run = 0
  for (const one of operations) {
    const { path, method, operation } = one
    for (const { query, body } of requestsOf(one)) {
      const key = { 'Idempotency-Key': randomUUID() }
      const address = (await fill(path)) + query
      const sent = withSite(body)
      const answer = await call(method, address, sent, key)
      const text = await answer.text()
      run += 1
      const described = operation.responses[String(answer.status)]
      const shown = `${operation.operationId}${query} ${String(answer.status)}`
      if (!answer.ok || !described) {
        differences.push(`${shown}: ${text}`)
        continue
      }
      const [content] = Object.values(described.content ?? {})
      const misfit = content ? misfitOf(content, JSON.parse(text)) : text || null
      if (misfit !== null) differences.push(`${shown}: ${misfit}`)
      if (answer.headers.get('RateLimit') === null) differences.push(`${shown}: no RateLimit`)
      if (method === 'get') continue

      // A write that is sent again has the same answer.
      const again = await call(method, address, sent, key)
      const isSame = again.status === answer.status && (await again.text()) === text
      const isReplayed = again.headers.get('Idempotency-Replayed') === 'true'
      if (!isSame || !isReplayed) differences.push(`${shown}: not replayed`)
    }
  }

  expect(differences).toEqual([])
  expect(run).toBeGreaterThanOrEqual(operations.length)
})
