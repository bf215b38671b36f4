/** The log in NATS with one real server. Its promises with a database are in tests/postgres. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LogGap, LogUnavailable } from '#app/domain/events/log/event-log.ts'
import { listSegments } from '#app/domain/events/log/file/segments.server.ts'
import { appendAll, groupOf, groups, readAll } from '#tests/support/event-log/groups.ts'
import { findNatsServer } from '#tests/support/nats/nats-servers.ts'
import {
  accountOf,
  createShares,
  openNode,
  openServers,
  type NatsNode,
} from '#tests/support/nats/nats-world.ts'

describe.skipIf(findNatsServer() === null)('the log in NATS, on one server', () => {
  let nats: Awaited<ReturnType<typeof openServers>>
  beforeAll(async () => {
    nats = await openServers({ count: 1 })
  })
  afterAll(() => nats.stop())

  async function open(finished = new Set<string>()) {
    const account = accountOf(nats)
    const share = createShares(finished)
    const node = await openNode(account, share)
    return { ...node, account, share, openOther: () => openNode(account, share) }
  }

  const forget = ({ folder }: Pick<NatsNode, 'folder'>, stream: string) => {
    rmSync(path.join(folder, stream), { recursive: true })
  }

  const lossesOf = ({ entries }: NatsNode['notes']) =>
    entries.filter(({ fields }) => 'source' in fields)

  it('keeps groups in their order, and reads them from any of them on', async () => {
    const { log } = await open()

    const stream = await appendAll(log, 40)

    expect(await readAll(log, stream)).toEqual(groups(40))
    log.noteApplied(stream, 17)
    expect(await readAll(log, stream, 17)).toEqual(groups(40).slice(17))
  })

  it('reads streams of a process that ended, which share the subjects of others', async () => {
    const { log, end, openOther } = await open()
    const other = await openOther()
    for (const group of groups(20)) {
      await log.append(group)
      await other.log.append(groupOf(99))
    }
    const stream = log.begun()[0]?.stream ?? ''
    await end()

    expect(await other.log.adopt()).toEqual([stream])
    expect(await readAll(other.log, stream)).toEqual(groups(20))
    expect(await readAll(other.log, stream, 13)).toEqual(groups(20).slice(13))
  })

  it('a group that the server lost comes from the file of the node that wrote it', async () => {
    const { log, link, account, notes } = await open()
    const stream = await appendAll(log, 5)

    await link.jsm.streams.deleteMessage(account.stream, 3)

    expect(await readAll(log, stream)).toEqual(groups(5))
    expect(lossesOf(notes)).toMatchObject([{ level: 'warn', fields: { n: 3, source: 'file' } }])
  })

  it('acknowledged groups at the end that the server lost come from there, too', async () => {
    const { log, link, account } = await open()
    const stream = await appendAll(log, 5)

    for (const seq of [4, 5]) await link.jsm.streams.deleteMessage(account.stream, seq)

    expect(await readAll(log, stream)).toEqual(groups(5))
  })

  it.each([{ lost: [3] }, { lost: [1] }, { lost: [4, 5] }, { lost: [1, 2, 3, 4, 5] }])(
    'without any copy of $lost nothing behind is read',
    async ({ lost }) => {
      const node = await open()
      const { log, link, account, notes } = node
      const stream = await appendAll(log, 5)
      for (const seq of lost) await link.jsm.streams.deleteMessage(account.stream, seq)
      forget(node, stream)

      const reader = log.read(stream, 0)
      const before = lost[0] === 1 ? null : await reader.read(1_000)

      expect(before?.to ?? 0).toBe((lost[0] ?? 0) - 1)
      await expect(reader.read(1_000)).rejects.toThrow(LogGap)
      await expect(reader.read(1_000)).rejects.toThrow(LogGap)
      expect(lossesOf(notes)[0]).toMatchObject({ level: 'error', fields: { source: null } })
      await reader.close()
    },
  )

  it('another process stops in front of a gap, and goes on where the files of the writer are', async () => {
    const node = await open()
    const { log, link, account, end, openOther, share, folder } = node
    const stream = await appendAll(log, 5)
    await link.jsm.streams.deleteMessage(account.stream, 3)
    await end()
    const other = await openOther()

    await other.log.adopt()
    const reader = other.log.read(stream, 0)
    expect((await reader.read(1_000))?.to).toBe(2)
    await expect(reader.read(1_000)).rejects.toThrow(LogGap)
    await reader.close()

    const returned = await openNode(account, share, { folder })
    expect(await readAll(returned.log, stream, 2)).toEqual(groups(5).slice(2))
  })

  it('groups that the server lost at the end of a finished stream are logged again from the files of its node', async () => {
    const finished = new Set<string>()
    const { log, link, account, end, openOther, share, folder } = await open(finished)
    const stream = await appendAll(log, 5)
    for (const seq of [4, 5]) await link.jsm.streams.deleteMessage(account.stream, seq)
    await end()
    const other = await openOther()
    await other.log.adopt()
    expect(await readAll(other.log, stream)).toEqual(groups(3))
    await other.log.seal(stream, 3)
    finished.add(stream)

    const returned = await openNode(account, share, { folder })
    await returned.log.adopt()
    await returned.log.adopt()

    const again = returned.log.begun()
    expect(again.map(({ kept }) => kept)).toEqual([2])
    expect(await readAll(returned.log, again[0]?.stream ?? '')).toEqual(groups(5).slice(3))
    expect(returned.log.countRepaired()).toBe(2)
  })

  it('a writer that was taken for dead can’t write behind the end of its stream', async () => {
    const { log, openOther } = await open()
    const stream = await appendAll(log, 3)
    const other = await openOther()

    const early = await other.log.seal(stream, 2)
    const sealed = await other.log.seal(stream, 3)
    const again = await other.log.seal(stream, 3)
    const refused = log.append(groupOf(4))

    await expect(refused).rejects.toThrow(LogUnavailable)
    const next = await log.append(groupOf(5))
    expect([early, sealed, again]).toEqual([false, true, true])
    expect(next).toMatchObject({ n: 1 })
    expect(next.stream).not.toBe(stream)
    expect(await readAll(other.log, stream)).toEqual(groups(3))
  })

  it('a writer that was paused before its first group can’t write to a stream that was ended and removed', async () => {
    const account = accountOf(nats)
    const finished = new Set<string>()
    const share = createShares(finished)
    const { log } = await openNode(account, () => {
      const shared = share()
      return {
        ...shared,
        async begin(stream, at) {
          await shared.begin(stream, at)
          // As when another process took it for dead for 72 hours. It’s the first stream alone.
          if (finished.size === 0) finished.add(stream)
        },
      }
    })

    await expect(log.append(groupOf(1))).rejects.toThrow(LogUnavailable)
    const next = await log.append(groupOf(2))

    expect(next.n).toBe(1)
    expect(finished.has(next.stream)).toBe(false)
    expect(await readAll(log, next.stream)).toEqual([groupOf(2)])
  })

  it('a copy goes within minutes when another node has removed its stream', async () => {
    const finished = new Set<string>()
    const { log, account, end, share, folder } = await open(finished)
    const stream = await appendAll(log, 3)
    await log.seal(stream, 3)
    finished.add(stream)
    await end()
    const returned = await openNode(account, share, { folder, recoverMillis: 0 })
    await returned.log.adopt()
    const before = existsSync(path.join(folder, stream))

    await returned.link.jsm.streams.purge(account.stream)
    await returned.log.adopt()

    expect(before).toBe(true)
    expect(existsSync(path.join(folder, stream))).toBe(false)
  })

  it('a full stream refuses, drops nothing, and takes more when there is room', async () => {
    const { log, link, account } = await open()
    const stream = await appendAll(log, 3)
    const { state } = await link.jsm.streams.info(account.stream)
    await link.jsm.streams.update(account.stream, { max_bytes: state.bytes })

    await expect(log.append(groupOf(4))).rejects.toThrow(LogUnavailable)
    const failing = log.isFailing()
    await link.jsm.streams.update(account.stream, { max_bytes: account.maxBytes })
    const place = await log.append(groupOf(5))

    expect([failing, log.isFailing()]).toEqual([true, false])
    expect(place).toEqual({ stream, n: 4 })
    expect(await readAll(log, stream)).toEqual([...groups(3), groupOf(5)])
  })

  it('files of the node are removed when everything in them is applied, while it goes on', async () => {
    const { log, folder } = await open()
    // The first file has four megabytes.
    for (let n = 1; n <= 25; n += 1) await log.append(groupOf(n, 200_000))
    const stream = log.begun()[0]?.stream ?? ''
    const files = () => listSegments(path.join(folder, stream))
    const [, second] = await files()

    await log.trim(stream, { n: (second?.first ?? 0) - 2, isFinished: false }, 0)
    const early = await files()
    await log.trim(stream, { n: 25, isFinished: false }, 0)
    await log.append(groupOf(26))

    expect(early).toHaveLength(2)
    expect(await files()).toEqual([second])
    expect(await readAll(log, stream, 25)).toEqual([groupOf(26)])
  })

  it('a group that is larger than a message is kept compressed, and others behind it', async () => {
    const { log } = await open()
    // A report of a hundred visits, each of which reaches fifty goals.
    const rows = Array.from({ length: 5_100 }, (_row, at) =>
      JSON.stringify({
        id: `${randomUUID()}:${String(at % 51)}`,
        page: `/products/${'x'.repeat(250)}`,
      }),
    )
    const large = { events: rows.length, body: rows.join(','), at: 1_000 }

    const { stream } = await log.append(large)
    await log.append(groupOf(2))

    expect(large.body.length).toBeGreaterThan(1024 ** 2)
    expect(await readAll(log, stream)).toEqual([large, groupOf(2)])
    expect(await log.seal(stream, 1)).toBe(false)
  })

  it('a group that no message can have is refused, and the next one isn’t', async () => {
    const { log } = await open()
    const noise = randomBytes(1024 ** 2).toString('base64')

    await expect(log.append({ events: 1, body: `"${noise}"`, at: 1_000 })).rejects.toThrow(
      LogUnavailable,
    )

    expect(log.isFailing()).toBe(false)
    expect(await log.append(groupOf(1))).toMatchObject({ n: 1 })
  })

  it('nothing is acknowledged while the server is away, and everything that was is there', async () => {
    const { log } = await open()
    await appendAll(log, 3)
    const [server] = nats.servers
    await server?.kill()

    await expect(log.append(groupOf(4))).rejects.toThrow(LogUnavailable)
    const failing = log.isFailing()
    await server?.start()
    await expect
      .poll(() => log.append(groupOf(5)).catch(() => null), { interval: 100 })
      .not.toBeNull()

    expect(failing).toBe(true)
    const kept = await Promise.all(log.begun().map((one) => readAll(log, one.stream)))
    expect(kept.flat()).toEqual([...groups(3), groupOf(5)])
  })

  it('a server that answers slowly delays the answer, and the group is kept once', async () => {
    const { log, link } = await open()
    const stream = await appendAll(log, 1)
    const attempts = vi.spyOn(link.js, 'publish')
    const [server] = nats.servers
    server?.hang()

    const slow = log.append(groupOf(2))
    await expect.poll(() => attempts.mock.calls.length).toBe(2)
    server?.goOn()

    expect(await slow).toEqual({ stream, n: 2 })
    expect(await readAll(log, stream)).toEqual(groups(2))
  })
})
