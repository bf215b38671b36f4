/** A program whose requests have idempotency keys, and run when the product is killed. */
import { expect } from 'vitest'
import type { KillLoad, KillWorld } from './kill-load.ts'

/** The number of kills that meet such requests. */
const rounds = 3
const requestsPerRound = 12

export const idempotencyLoad: KillLoad = {
  name: 'idempotency',
  start(world) {
    const { address, headers, send } = programOf(world)
    const acknowledged = new Map<string, string>()
    const names: string[] = []
    let running: Promise<void>[] = []

    return Promise.resolve({
      // Always grows, because kills don't wait for this load.
      acknowledged: () => performance.now(),
      async beforeKill(kill) {
        if (kill >= rounds) return
        const some = Array.from(
          { length: requestsPerRound },
          (_one, at) => `${String(kill)}-${String(at)}`,
        )
        names.push(...some)
        running = some.map(async (name) => {
          const answer = await send(name)
          if (answer.ok) acknowledged.set(name, await uuidOf(answer))
        })
        // The first one is stored, and the others are on their way.
        await Promise.any(running)
      },
      async restarted() {
        await Promise.allSettled(running)
      },
      stop: () => Promise.resolve(),
      async verify() {
        const replayed: string[] = []
        for (const name of names) {
          const answer = await send(name)
          expect([name, answer.status]).toEqual([name, 201])
          if (answer.headers.get('Idempotency-Replayed') === 'true') replayed.push(name)
          const uuid = await uuidOf(answer)
          expect(acknowledged.get(name) ?? uuid).toBe(uuid)
        }
        const listed = (await (await fetch(address, { headers })).json()) as {
          data: { name: string }[]
        }
        expect(listed.data.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
        expect(replayed).toEqual(expect.arrayContaining([...acknowledged.keys()]))
        expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
      },
    })
  },
}

function programOf({ product: { baseUrl }, uuid, token }: KillWorld) {
  const address = `${baseUrl}/api/v1/sites/${uuid}/goals`
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const send = (name: string) =>
    fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': name },
      body: JSON.stringify({ kind: 'order', name }),
    })
  return { address, headers, send }
}

const uuidOf = async (answer: Response) =>
  ((await answer.json()) as { data: { uuid: string } }).data.uuid
