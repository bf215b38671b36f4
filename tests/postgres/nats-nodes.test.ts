/**
 * Nodes that log events in NATS, while its servers fail. Three real servers, as in production. KILLS=10 kills
 * ten times each.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NatsAccount } from '#app/clients/nats/nats-link.server.ts'
import { readGroup, readStored } from '#app/clients/nats/stored-groups.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import { hourMillis } from '#app/lib/time.ts'
import { countStored, openShop } from '../support/event-log/log-world.ts'
import { expireLeases } from '../support/event-log/postgres-place.ts'
import { openNatsNode, type NatsNode } from '../support/nats/nats-nodes.ts'
import { findNatsServer, type NatsServers } from '../support/nats/nats-servers.ts'
import { accountOf, openServers } from '../support/nats/nats-world.ts'
import { liftLimits } from '../support/stored-events.ts'

const kills = Number(process.env['KILLS'] ?? 1)

describe.skipIf(findNatsServer() === null)('nodes that log events in NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    nats = await openServers({ count: 3 })
  })
  afterAll(() => nats.stop())

  async function open() {
    const { services, visit, world } = await openShop()
    await liftLimits(services)
    const account = accountOf(nats)
    const openNode = (folder?: string) => openNatsNode(services, account, folder)
    return { services, visit, world, account, openNode }
  }

  /** Everything is stored once, and sums are those of the rows. */
  async function expectCounted(services: Services, rows: number): Promise<void> {
    await expect.poll(() => countStored(services), { interval: 200 }).toEqual({ rows, total: rows })
    expect(await recount(services)).toEqual([])
  }

  it('two nodes count an event once that both got, and one goes on with what the other left', async () => {
    const { services, visit, openNode } = await open()
    const [node, other] = [await openNode(), await openNode()]
    const twice = Array.from({ length: 20 }, () => visit())
    for (const row of twice) await Promise.all([node.append(row), other.append(row, visit())])
    expect(await node.applier.applyAll()).toBe(true)
    expect(await other.applier.applyAll()).toBe(true)
    await expectCounted(services, 40)

    for (let at = 0; at < 10; at += 1) await node.append(visit(), visit())
    await node.kill()
    await other.applier.keepUp()
    expect(await other.applier.applyAll()).toBe(true)

    await expectCounted(services, 60)
    expect(other.applier.readFigures()).toMatchObject({ gaps: 0, setAside: 0 })
  })

  it('a node that was taken for dead counts nothing twice when it wakes, and goes on in another stream', async () => {
    const { services, visit, openNode } = await open()
    const [paused, other] = [await openNode(), await openNode()]
    const { stream } = await paused.append(visit())
    await expireLeases(services, paused.log)
    await other.applier.keepUp()
    await other.applier.applyAll()

    await expect(paused.append(visit())).rejects.toThrow('NATS could not keep a group.')
    const next = await paused.append(visit())
    await paused.applier.applyAll()

    expect(next.stream).not.toBe(stream)
    await expectCounted(services, 2)
  })

  it('a stream that the database knows nothing of, as after a restore to a moment before it, is applied', async () => {
    const { services, visit, openNode } = await open()
    const writer = await openNode()
    await appendSurely(writer, visit(), visit())
    await appendSurely(writer, visit())
    const [{ stream } = { stream: '' }] = writer.log.begun()
    await writer.kill()
    await services.pool.query('delete from event_leases where stream = $1', [stream])
    await services.pool.query('delete from event_streams where id = $1', [stream])

    const other = await openNode()
    await other.applier.applyAll()

    await expectCounted(services, 3)
  })

  it('a gap is an alarm after each start, until its number is given up, and what follows it counts', async () => {
    const { services, visit, world, account, openNode } = await open()
    const writer = await openNode()
    for (let n = 1; n <= 5; n += 1) await appendSurely(writer, visit())
    const [{ stream } = { stream: '' }] = writer.log.begun()
    await writer.link.jsm.streams.deleteMessage(account.stream, 3)
    await writer.kill()

    for (let start = 1; start <= 2; start += 1) {
      const node = await openNode()
      await node.applier.applyAll()
      expect(node.applier.readFigures().gaps).toBe(1)
    }
    await expectCounted(services, 2)
    expect(world.takeErrors()).toHaveLength(2)
    await services.pool.query('update event_streams set n = 3 where id = $1 and n = 2', [stream])
    const restarted = await openNode()
    await restarted.applier.applyAll()

    await expectCounted(services, 4)
    expect(restarted.applier.readFigures().gaps).toBe(0)
  })

  it('a node that gave up a stream leaves it to the node whose files have what is missing', async () => {
    const { services, visit, world, account, openNode } = await open()
    const writer = await openNode()
    await writer.applier.stop()
    for (let n = 1; n <= 5; n += 1) await appendSurely(writer, visit())
    await writer.link.jsm.streams.deleteMessage(account.stream, 3)
    await writer.kill()
    const other = await openNode()
    await other.applier.applyAll()
    expect(other.applier.readFigures().gaps).toBe(1)
    await expectCounted(services, 2)

    const returned = await openNode(writer.folder)
    for (let round = 0; round < 3; round += 1) {
      await other.applier.keepUp()
      await returned.applier.keepUp()
    }
    await returned.applier.applyAll()

    await expectCounted(services, 5)
    expect(returned.log.countRepaired()).toBe(1)
    expect(world.takeErrors()).toHaveLength(1)
  })

  it('a stream that NATS removed before it was applied is a gap, and no end', async () => {
    const { services, visit, world, account, openNode } = await open()
    const writer = await openNode()
    await writer.applier.stop()
    await appendSurely(writer, visit())
    const [{ stream } = { stream: '' }] = writer.log.begun()
    await writer.link.jsm.streams.purge(account.stream)
    await writer.kill()
    world.clock.advance(73 * hourMillis)

    const other = await openNode()
    await other.applier.applyAll()

    expect(other.applier.readFigures().gaps).toBe(1)
    expect(world.takeErrors()).toHaveLength(1)
    const ends = 'select from event_streams where id = $1 and ended_at is null'
    expect((await services.pool.query(ends, [stream])).rowCount).toBe(1)
  })

  /** Repeats an append until it's acknowledged, as pages do. */
  const appendSurely = (node: NatsNode, ...rows: Parameters<NatsNode['append']>) =>
    expect.poll(() => node.append(...rows).catch(() => null), { interval: 50 }).not.toBeNull()

  /** Appends while something fails. @returns how many events */
  async function appendDuring(
    { visit, node }: { visit: Awaited<ReturnType<typeof open>>['visit']; node: NatsNode },
    fail: () => Promise<void>,
  ): Promise<number> {
    let count = 0
    const failure = { isOver: false }
    const appending = (async () => {
      // Some more behind the failure, which the servers then have to agree on.
      for (let behind = 0; behind < 20; behind += failure.isOver ? 1 : 0) {
        await appendSurely(node, visit(), visit())
        count += 2
      }
    })()
    await fail()
    failure.isOver = true
    await appending
    return count
  }

  /** Place of a stream's leader among the servers, when they have one. */
  async function leaderOf({ stream }: NatsAccount): Promise<number> {
    let at = -1
    const find = async () => {
      for (const server of nats.servers) {
        const leader = await server.leaderOf(stream).catch(() => null)
        at = nats.servers.findIndex(({ name }) => name === leader)
        if (at !== -1) break
      }
      return at
    }
    await expect.poll(find).not.toBe(-1)
    return at
  }

  it('the leader is killed: nothing acknowledged is lost, and nothing counts twice', async () => {
    const { services, visit, account, openNode } = await open()
    const node = await openNode()
    await appendSurely(node, visit())
    let count = 1

    for (let kill = 0; kill < kills; kill += 1) {
      const leader = nats.servers[await leaderOf(account)]
      count += await appendDuring({ visit, node }, async () => {
        await leader?.kill()
        await leader?.start()
      })
    }
    await node.applier.applyAll()

    await expectCounted(services, count)
    expect(node.applier.readFigures().gaps).toBe(0)
  }, 300_000)

  it('two of three are killed in the same moment: what was acknowledged is counted, once, whatever a server has lost', async () => {
    const { services, visit, account, openNode } = await open()
    const node = await openNode()
    await appendSurely(node, visit())
    let count = 1

    for (let kill = 0; kill < kills; kill += 1) {
      const at = await leaderOf(account)
      const victims = [at, (at + 1) % 3].flatMap((one) => nats.servers[one] ?? [])
      count += await appendDuring({ visit, node }, async () => {
        await Promise.all(victims.map((server) => server.kill()))
        await Promise.all(victims.map((server) => server.start()))
      })
    }
    await node.applier.applyAll()

    await expectCounted(services, count)
    expect(node.applier.readFigures().gaps).toBe(0)
  }, 300_000)

  it('a replica that is short of messages hides none: others have them, and a node reads on', async () => {
    const { services, visit, account, openNode } = await open()
    const node = await openNode()
    for (let n = 1; n <= 5; n += 1) await appendSurely(node, visit())
    const { stream } = node.log.begun()[0] ?? { stream: '' }
    const stored = readStored(node.link, account.stream)
    const found = new Set<number | undefined>()
    for (let asked = 0; asked < 12; asked += 1) {
      const message = await stored.fromAny(stream, 3)
      found.add(message ? readGroup(message.bytes)?.n : undefined)
    }
    expect([...found]).toEqual([3])

    // As when the leader has lost it. Its answers are real but for this one.
    const request = node.link.connection.request.bind(node.link.connection)
    node.link.connection.request = async (...given) =>
      given[0].includes('STREAM.MSG.GET') && String(given[1]).includes('"seq":3')
        ? request(given[0], JSON.stringify({ seq: 9_999 }), given[2])
        : request(...given)
    await node.applier.applyAll()

    await expectCounted(services, 5)
    expect(node.log.countRepaired()).toBe(1)
    expect(node.notes.entries).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ n: 3, source: 'replica' }) as object,
      }),
    )
  })
})
