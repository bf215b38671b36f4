/** Requests to providers of several nodes, which keep to one budget. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  createSharedBudgets,
  sweepProviderBudgets,
} from '#app/domain/connections/upkeep/provider-budgets.server.ts'
import { BudgetSpent } from '#app/lib/web/provider-errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createProviders } from '#app/server/compose.server.ts'
import { at, testRequestBudgets } from '../../support/integrations/request-budgets.ts'
import { createWorld } from '../../support/world.ts'

testRequestBudgets(async () => createSharedBudgets((await createWorld()).services.db))

test('three nodes that send at the same moment together spend one budget', async () => {
  const { services } = await createWorld()
  const nodes = [1, 2, 3].map(() => createSharedBudgets(services.db))
  const budget = { requests: 10, seconds: 1 }
  // Their clocks differ.
  const clocks = [at(0), at(40), at(-40)]

  const answers = await Promise.all(
    nodes.flatMap((node, index) =>
      Array.from({ length: 15 }, async () => node.spend('a', budget, clocks[index] ?? at(0))),
    ),
  )

  expect(answers.filter((answer) => answer === null)).toHaveLength(10)
  expect(answers.every((answer) => answer === null || answer > at(900))).toBe(true)
})

test('requests of a node whose clock is behind leave the window with the others', async () => {
  const { services } = await createWorld()
  const [ahead, behind] = [createSharedBudgets(services.db), createSharedBudgets(services.db)]
  const budget = { requests: 2, seconds: 1 }

  const granted = [
    await ahead.spend('a', budget, at(1_000)),
    await behind.spend('a', budget, at(100)),
  ]
  const refused = [
    await ahead.spend('a', budget, at(1_999)),
    await behind.spend('a', budget, at(1_200)),
  ]
  const later = await ahead.spend('a', budget, at(2_000))

  expect(granted).toEqual([null, null])
  expect(refused).toEqual([at(2_000), at(2_000)])
  expect(later).toBeNull()
})

test('a pause that a provider asks one node for holds for the other', async () => {
  const { services } = await createWorld()
  const [one, other] = [createSharedBudgets(services.db), createSharedBudgets(services.db)]

  await one.pause('a', at(60_000))

  expect(await other.spend('a', { requests: 5, seconds: 1 }, at(0))).toEqual(at(60_000))
})

test('clients of two nodes on PostgreSQL have one budget', async () => {
  const { services, engine, clock } = await createWorld()
  const { config, db, net } = services
  const account = { key: 'shop', budget: { requests: 1, seconds: 60 } }
  const other = createProviders(config, clock.now, { budgets: createSharedBudgets(db) })(account)
  // It's spent before the address turns out to be closed to us.
  const request = { url: 'https://127.0.0.1:9/' }
  const outcomeOf = (client: typeof other) =>
    client.request(request).catch((error: unknown) => error)

  await outcomeOf(other)

  const outcome = await outcomeOf(net.providers(account))
  expect(outcome instanceof BudgetSpent).toBe(engine === 'postgres')
})

test('an account is stored as a hash, and removed when no budget remembers it', async () => {
  const { services, clock } = await createWorld()
  const budgets = createSharedBudgets(services.db)
  await budgets.spend('shop.example', { requests: 5, seconds: 1 }, clock.now())
  await budgets.pause('paused.example', new Date(clock.now().getTime() + 2 * dayMillis))
  const rows = async () =>
    (await services.db.system.execute(sql`select * from provider_budgets`)).rows

  const before = await rows()
  clock.advance(dayMillis + 1)
  await sweepProviderBudgets(services)
  const dayLater = await rows()
  clock.advance(2 * dayMillis)
  await sweepProviderBudgets(services)

  expect([before.length, dayLater.length, (await rows()).length]).toEqual([2, 1, 0])
  expect(JSON.stringify(before)).not.toContain('example')
})
