import { expect, test } from 'vitest'
import * as contract from '#app/contract/activities.ts'
import * as goals from '#app/contract/goals.ts'
import * as webhooks from '#app/contract/webhooks.ts'
import { claimAnswer } from '#app/contract/claims.ts'
import { openapiDocument } from '#app/routes/api/openapi-document.ts'
import { accessTable } from '../tenancy/access-table.ts'
import { createWorld } from '../../support/world.ts'

const description = openapiDocument('https://app.example')

const shapes: Record<string, import('zod').ZodType> = {
  Activity: contract.activityInput,
  ActivityBatch: contract.describedBatch,
  StoredActivity: contract.singleAnswer,
  BatchAnswer: contract.batchAnswer,
  ActivityList: contract.activityList,
  SiteList: contract.siteList,
  Bearer: contract.bearerAnswer,
  Claim: claimAnswer,
  Goal: goals.goalInput,
  GoalChange: goals.goalChange,
  StoredGoal: goals.singleGoal,
  GoalList: goals.goalList,
  Conversion: goals.conversionInput,
  StoredConversion: goals.singleConversion,
  Hook: webhooks.hookInput,
  HookList: webhooks.hookList,
  NewHook: webhooks.newHook,
  WebhookBody: webhooks.webhookBody,
}

/** All bodies in the document with their examples, at any depth. */
function bodies(node: unknown): { schema: object; examples: unknown[] }[] {
  if (typeof node !== 'object' || node === null) return []
  const { schema, example, examples } = node as Record<string, unknown>
  const inside = Object.values(node).flatMap(bodies)
  if (typeof schema !== 'object' || schema === null) return inside
  const listed = Object.values(examples ?? {}) as { value: unknown }[]
  const all = [...(example === undefined ? [] : [example]), ...listed.map(({ value }) => value)]
  return [...inside, { schema, examples: all }]
}

/** Names of the schemas that a schema refers to. */
const namesIn = (schema: object) =>
  [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name = '']) => name,
  )

test('every example fits a shape that the server judges with', () => {
  const checked = bodies([description.paths, description.webhooks]).flatMap(
    ({ schema, examples }) =>
      examples.map((example) =>
        namesIn(schema).some((name) => shapes[name]?.safeParse(example).success),
      ),
  )

  expect(checked.length).toBeGreaterThanOrEqual(9)
  expect(checked).not.toContain(false)
})

test('every schema that is named is described', () => {
  const described = Object.keys(description.components.schemas)

  expect(
    namesIn([description.paths, description.webhooks]).filter((name) => !described.includes(name)),
  ).toEqual([])
})

test('what is described is what is built of the REST API', () => {
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

test('the examples of the description are taken by the server as they stand', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve()
  const headers = {
    Authorization: `Bearer ${await world.token(site.team)}`,
    'Content-Type': 'application/json',
  }
  const post = description.paths['/api/v1/sites/{uuid}/activities'].post
  const { purchase, signup, batch } = post.requestBody.content['application/json'].examples

  const statuses: number[] = []
  for (const { value } of [purchase, signup, batch]) {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/activities`, {
      method: 'POST',
      headers,
      body: JSON.stringify(value),
    })
    statuses.push(answer.status)
  }

  expect(statuses).toEqual([201, 201, 200])
})
