/** Streams of the log are shared by processes, and move when one ends. */
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createLeases } from '#app/domain/events/log/leases.server.ts'
import { storeGroup } from '#app/domain/events/log/postgres/group-rows.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { textOf } from '#app/domain/events/store-events.server.ts'
import { countStored, logFolder, openShop } from '../support/event-log/log-world.ts'
import { buildLogApplier, startApplier } from '../support/event-log/start-log-applier.ts'
import { liftLimits } from '../support/stored-events.ts'

const streamCount = 64

async function openStreams() {
  const { services, visit } = await openShop()
  const { pool, now } = services
  const streams = Array.from({ length: streamCount }, () => randomUUID()).sort()
  function join() {
    const lost: string[] = []
    const leases = createLeases({
      pool,
      holder: randomUUID(),
      now,
      onLost: (stream) => void lost.push(stream),
      // None runs out here, however busy the machine is.
      times: { leaseMillis: 60_000, renewMillis: 100 },
    })
    onTestFinished(leases.leave)
    return { leases, lost, share: () => leases.share({ fixed: [] }, now()) }
  }
  return { services, visit, streams, join }
}

test('processes share streams evenly, and a new one gets its share', async () => {
  const { streams, join } = await openStreams()
  const [one, other, third] = [join(), join(), join()]
  await one.leases.join()
  await one.leases.offer(streams)
  await one.leases.offer(streams)

  const alone = await one.share()
  await other.leases.join()
  const given = [await one.share(), await other.share()]
  await third.leases.join()
  const thirds = [await one.share(), await other.share(), await third.share()]

  expect([...alone].sort()).toEqual(streams)
  expect(given.map(({ length }) => length)).toEqual([32, 32])
  expect(thirds.map(({ length }) => length)).toEqual([22, 22, 20])
  expect(thirds.flat().sort()).toEqual(streams)
  expect([...one.lost, ...other.lost]).toEqual([])
})

test('a process leaves its streams to the others, which have them immediately', async () => {
  const { streams, join } = await openStreams()
  const [one, other] = [join(), join()]
  await one.leases.join()
  await other.leases.join()
  await one.leases.offer(streams)
  await one.share()
  await other.share()

  await one.leases.leave()

  expect([...(await other.share())].sort()).toEqual(streams)
})

test('a process hears of streams that another one has taken', async () => {
  const { services, streams, join } = await openStreams()
  const [one, other] = [join(), join()]
  await one.leases.join()
  await one.leases.offer(streams)
  await one.share()
  await other.leases.join()

  // It renews them meanwhile, as a process that wakes does.
  const take = async () => {
    await services.pool.query("update event_leases set until = '-infinity' where holder <> stream")
    return (await other.share()).length
  }

  await expect.poll(take).toBe(streamCount / 2)
  await expect.poll(() => one.lost.length).toBe(streamCount / 2)
})

/** Six seconds of a lease, two until others look, and as much again for a busy machine. */
const movedMillis = 20_000

test('one of three processes is killed and one is paused: their streams move within seconds, and nothing counts twice', async () => {
  const { services, visit, streams, join } = await openStreams()
  await liftLimits(services)
  const { pool } = services
  const url = services.config.databaseUrl ?? ''
  const script = await buildLogApplier(logFolder())
  const groups = 25
  for (let n = 1; n <= groups; n += 1) {
    await Promise.all(
      streams.map((stream) => {
        const rows = [visit(), visit()]
        return storeGroup(pool, { stream, n, events: 2, body: textOf(rows), at: 1_000 })
      }),
    )
  }
  await join().leases.offer(streams)
  const readHolders = async () => {
    const { rows } = await pool.query<{ holder: string; streams: string[] }>(
      `select holder, array_agg(stream::text) as streams from event_leases
       where stream <> holder and until > clock_timestamp() group by holder`,
    )
    return rows
  }

  const killed = await startApplier(script, url)
  const [first] = await held(readHolders, 1)
  const paused = await startApplier(script, url)
  const pair = await held(readHolders, 2)
  await startApplier(script, url)
  const three = await held(readHolders, 3)
  const last = three.find(({ holder }) => pair.every((one) => one.holder !== holder))
  killed.kill('SIGKILL')
  paused.kill('SIGSTOP')
  const endedAt = performance.now()
  const before = await countStored(services)
  const [rest] = await held(readHolders, 1)
  const took = performance.now() - endedAt
  paused.kill('SIGCONT')
  await held(readHolders, 2)
  const expected = streamCount * groups * 2
  expect(before.rows).toBeLessThan(expected)
  await expect
    .poll(() => countStored(services), { interval: 500 })
    .toEqual({
      rows: expected,
      total: expected,
    })

  expect(first?.streams).toHaveLength(streamCount)
  expect(three.map((one) => one.streams.length).sort()).toEqual([20, 22, 22])
  expect(rest?.holder).toBe(last?.holder)
  expect(took).toBeLessThan(movedMillis)
  expect(await recount(services)).toEqual([])
}, 120_000)

type Holder = { holder: string; streams: string[] }

/** Resolves when all streams are with so many processes. */
async function held(read: () => Promise<Holder[]>, processes: number): Promise<Holder[]> {
  let holders: Holder[] = []
  await expect
    .poll(
      async () => {
        holders = await read()
        const sizes = holders.map(({ streams }) => streams.length)
        const isEven = Math.max(...sizes) - Math.min(...sizes) <= processes
        return [sizes.length, sizes.reduce((sum, size) => sum + size, 0), isEven]
      },
      { interval: 100 },
    )
    .toEqual([processes, streamCount, true])
  return holders
}
