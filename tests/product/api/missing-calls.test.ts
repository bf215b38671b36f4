/** Missing ids, and methods that a URL doesn't have, are answered in the words of an API. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describedShop, operations } from '../../support/api/described-api.ts'
import { createWorld } from '../../support/world.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('every URL names its methods when it is asked by another one', async () => {
  const { call, fill } = await describedShop(await createWorld())

  const differences: string[] = []
  for (const path of new Set(operations.map((one) => one.path))) {
    const known = operations.flatMap((one) => (one.path === path ? [one.method.toUpperCase()] : []))
    const address = await fill(path)
    for (const method of methods.filter((one) => !known.includes(one))) {
      const answer = await call(method, address)
      const allowed = (answer.headers.get('Allow') ?? '').split(', ')
      const expected = known.includes('GET') ? [...known, 'HEAD'] : known
      const isProblem = answer.headers.get('Content-Type') === 'application/problem+json'
      const isSame = allowed.sort().join() === expected.sort().join()
      if (answer.status === 405 && isProblem && isSame) continue
      differences.push(`${method} ${path}: ${String(answer.status)}, ${allowed.join()}`)
    }
  }

  expect(differences).toEqual([])
})

test('every id that is missing is named as what it would be', async () => {
  const { call, fill } = await describedShop(await createWorld())

  const differences: string[] = []
  for (const { path, method } of operations.filter((one) =>
    /\{(?:uuid|id|externalId)\}$/.test(one.path),
  )) {
    const address = (await fill(path)).replace(/[^/]+$/, randomUUID())
    const answer = await call(method, address, method === 'get' ? undefined : {})
    const { message = '' } = (await answer.json()) as { message?: string }
    // A product that is put is created, once its fields are right.
    const isCreated = method === 'put' && answer.status === 422
    if (isCreated || (answer.status === 404 && /^[A-Z][a-z]+ not found/.test(message))) continue
    differences.push(`${method} ${path}: ${String(answer.status)} ${message}`)
  }

  expect(differences).toEqual([])
})
