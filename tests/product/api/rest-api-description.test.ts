/** The API's description: complete, valid, and its examples do what they show. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openapiDocument } from '#app/routes/api/description/openapi-document.ts'
import { accessTable } from '../tenancy/access-table.ts'
import {
  describedShop,
  description,
  examplesOf,
  misfitOf,
  namesIn,
  operations,
  schemas,
  type Body,
  type Described,
} from '../../support/api/described-api.ts'
import { createWorld } from '../../support/world.ts'

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
  const built = Object.keys(accessTable)
    .filter((path) => path.startsWith('/api/v1/'))
    .map((path) => path.replace(/:(\w+)/g, '{$1}'))
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
