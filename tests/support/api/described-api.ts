/** The REST API as it describes itself, and a shop on which each described request can be run. */
import { z } from 'zod'
import { openapiDocument } from '#app/routes/api/description/openapi-document.ts'
import type { World } from '../world.ts'

export type Body = {
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

export const description = openapiDocument('https://app.example')
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export const operations = Object.entries(
  description.paths as unknown as Record<string, PathItem>,
).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method] as Operation | undefined
    return operation === undefined
      ? []
      : [{ path, method, operation, shared: item.parameters ?? [] }]
  }),
)
export type Described = (typeof operations)[number]

export const schemas = description.components.schemas as Record<string, object>

/** Names of the schemas that a schema refers to. */
export const namesIn = (schema: object) =>
  [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  )

/** Describes why a value fits none of the described schemas. Null if it fits one. */
export function misfitOf({ schema }: Pick<Body, 'schema'>, value: unknown): string | null {
  const problems: string[] = []
  for (const name of namesIn(schema)) {
    const shape = z.fromJSONSchema(schemas[name] as Parameters<typeof z.fromJSONSchema>[0])
    const parsed = shape.safeParse(value)
    if (parsed.success) return null
    problems.push(`${name}: ${z.prettifyError(parsed.error)}`)
  }
  return problems.join('\n') || 'it has no schema'
}

export const examplesOf = ({ example, examples }: Body): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples ?? {}).map(({ value }) => value),
]

/** A shop with one of everything that URLs name, created only by the described requests. */
export async function describedShop(world: World) {
  const site = await world.site({ url: 'https://shop.example' })
  await world.nudge(site)
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
    if (within.endsWith('/{externalId}')) {
      const isReview = within.includes('/reviews/')
      await (isReview
        ? made('recordReviews', `${base}/reviews`)
        : made('recordActivities', `${base}/activities`))
      return within
        .replace('{kind}', 'purchase')
        .replace('{externalId}', isReview ? 'review-501' : 'order-1001')
    }
    if (!within.includes('{id}')) return within
    const [, kind = ''] = /\{uuid\}\/(\w+)\/\{id\}/.exec(path) ?? []
    const ids: Record<string, () => Promise<string>> = {
      activities: () => made('recordActivities', `${base}/activities`),
      reviews: () => made('recordReviews', `${base}/reviews`),
      goals: () => made('createGoal', `${base}/goals`),
      async nudges() {
        const uuid = await made('createNudge', `${base}/nudges`)
        await call('post', `${base}/nudges/${uuid}/publish`)
        return uuid
      },
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
