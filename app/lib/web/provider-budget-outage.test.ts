/** A provider is called while the database that holds its budget is away. */
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '#tests/support/clock.ts'
import { startProviderServer } from '#workshop/doubles/provider-server.ts'
import { createProviderClients } from './provider-client.server.ts'
import { BudgetSpent, TryLater } from './provider-errors.ts'
import { createRequestBudgets, type RequestBudgets } from './request-budget.ts'

/** As the driver says it, inside of what the query builder throws. */
const away = () =>
  new Error('Failed query', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })

async function connect(broken: Partial<RequestBudgets>) {
  const provider = await startProviderServer()
  onTestFinished(provider.stop)
  const clock = createClock()
  const lost: unknown[] = []
  const clients = createProviderClients({
    now: clock.now,
    internet: { doubles: [provider.url] },
    budgets: { ...createRequestBudgets(), ...broken },
    onPauseLost: (error) => lost.push(error),
  })
  const client = clients({ key: 'shop', budget: { requests: 10, seconds: 1 } })
  const outcome = () =>
    client
      .request({
        url: `${provider.url}/orders`,
        headers: { Authorization: `Bearer ${provider.token}` },
      })
      .catch((error: unknown) => error)
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  return { provider, lost, outcome, inSeconds }
}

test('a request whose budget can’t be read waits and isn’t sent', async () => {
  const { provider, outcome, inSeconds } = await connect({ spend: () => Promise.reject(away()) })

  const failure = await outcome()

  expect(failure).toBeInstanceOf(BudgetSpent)
  expect(failure).toMatchObject({ at: inSeconds(5), reply: null })
  expect(provider.seen).toEqual([])
})

test('a fault in the budget stays a fault', async () => {
  const { outcome } = await connect({
    spend: () => Promise.reject(new TypeError('no such column')),
  })

  expect(await outcome()).toBeInstanceOf(TypeError)
})

test('a provider’s refusal arrives when its pause can’t be noted', async () => {
  const error = away()
  const { provider, lost, outcome, inSeconds } = await connect({
    pause: () => Promise.reject(error),
  })
  provider.limit(0, '30')

  const failure = await outcome()

  expect(failure).toBeInstanceOf(TryLater)
  expect(failure).toMatchObject({ at: inSeconds(30), reply: { status: 429 } })
  expect(lost).toEqual([error])
})
