/** The built product is killed while requests with idempotency keys run (docs/threats.md R22). */
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyPostgresTemplate } from '../../support/database.ts'
import { startProductServer } from '../../support/product-server.ts'

const kills = 2
const requestsPerKill = 12

test('whatever was running when the process died has its effect once', async () => {
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const product = await startProductServer(databaseUrl === undefined ? {} : { databaseUrl })
  onTestFinished(() => product.remove())
  const account = await product.cli(
    ...['create-account', '--email', 'owner@example.com', '--password', 'correct horse battery'],
    ...['--site-url', 'https://shop.example'],
  )
  const address = `${product.baseUrl}/api/v1/sites/${String(account['site'])}/goals`
  const headers = {
    Authorization: `Bearer ${String(account['token'])}`,
    'Content-Type': 'application/json',
  }
  const send = (name: string) =>
    fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': name },
      body: JSON.stringify({ kind: 'order', name }),
    })
  const uuidOf = async (answer: Response) =>
    ((await answer.json()) as { data: { uuid: string } }).data.uuid

  const acknowledged = new Map<string, string>()
  const names: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const some = Array.from(
      { length: requestsPerKill },
      (_one, at) => `${String(kill)}-${String(at)}`,
    )
    names.push(...some)
    const running = some.map(async (name) => {
      const answer = await send(name)
      if (answer.ok) acknowledged.set(name, await uuidOf(answer))
    })
    // The first one is stored, and the others are on their way.
    await Promise.any(running)
    await product.kill9()
    await Promise.allSettled(running)
    await product.restart()
  }

  const replayed: string[] = []
  for (const name of names) {
    const answer = await send(name)
    expect([name, answer.status]).toEqual([name, 201])
    if (answer.headers.get('Idempotency-Replayed') === 'true') replayed.push(name)
    const uuid = await uuidOf(answer)
    expect(acknowledged.get(name) ?? uuid).toBe(uuid)
  }

  const listed = (await (await fetch(address, { headers })).json()) as { data: { name: string }[] }
  expect(listed.data.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(replayed).toEqual(expect.arrayContaining([...acknowledged.keys()]))
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills)
}, 300_000)
