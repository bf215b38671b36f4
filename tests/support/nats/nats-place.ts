/** A log in NATS, and what can happen to it. Its server is real. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Msg } from '@nats-io/transport-node'
import { expect, onTestFinished } from 'vitest'
import { ensureEventStream } from '#app/clients/nats/event-stream.server.ts'
import { connectNats, type NatsLink } from '#app/clients/nats/nats-link.server.ts'
import { openNatsLog } from '#app/clients/nats/nats-log.server.ts'
import { readGroup, readStored } from '#app/clients/nats/stored-groups.server.ts'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import { shareStreams } from '#app/domain/events/log/shared-streams.server.ts'
import type { LogPlace } from '../event-log/log-battery.ts'
import { expireLeases, faultyPool } from '../event-log/postgres-place.ts'
import { createWorld } from '../world.ts'
import type { NatsServers } from './nats-servers.ts'
import { accountOf, createNotes, useFolder } from './nats-world.ts'

/** As many as a test opens. */
const processes = 3

type Harmed = { stream: string; n: number }

/** As when a bit of what is stored changed: every answer with the group has it. */
function harmAnswers(link: NatsLink, harmed: readonly Harmed[]): NatsLink {
  const harm = (bytes: Buffer): Buffer => {
    const group = readGroup(bytes)
    if (group && harmed.some(({ n }) => n === group.n)) {
      bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1
    }
    return bytes
  }
  const { connection } = link
  async function request(...given: Parameters<typeof connection.request>): Promise<Msg> {
    const answer = await connection.request(...given)
    if (!given[0].includes('MSG.GET') && !given[0].includes('DIRECT.GET')) return answer
    const data =
      answer.data.length > 0 && answer.data[0] === 0x7b
        ? harmJson(answer)
        : harm(Buffer.from(answer.data))
    return {
      ...answer,
      headers: answer.headers,
      data,
      json: (): unknown => JSON.parse(data.toString()),
    } as Msg
  }
  function harmJson(answer: Msg): Buffer {
    const found = answer.json<{ message?: { data?: string } }>()
    if (found.message?.data) {
      found.message.data = harm(Buffer.from(found.message.data, 'base64')).toString('base64')
    }
    return Buffer.from(JSON.stringify(found))
  }
  return {
    ...link,
    connection: Object.assign(Object.create(connection) as object, {
      request,
    }) as typeof connection,
  }
}

/** @param nats one server */
export const natsPlaces = (nats: () => NatsServers) => async (): Promise<LogPlace> => {
  const { services } = await createWorld()
  const account = accountOf(nats())
  const folder = useFolder()
  const links = await Promise.all(
    Array.from({ length: processes }, () => connectNats(account, { log: createNotes() })),
  )
  onTestFinished(async () => {
    for (const link of links) await link.close()
  })
  const [first = await connectNats(account, { log: createNotes() })] = links
  const eventStream = await ensureEventStream(first, account)
  const stored = readStored(first, account.stream)
  const opened = new Map<EventLog, { link: NatsLink; die: () => void }>()
  const harmed: Harmed[] = []
  const dates = new Map<string, number>()
  let waiting: (() => void)[] | null = null
  /** Resolves when nothing can be written. */
  let broken: Promise<unknown> = Promise.resolve()
  let at = 0
  const [server] = nats().servers

  async function stopServer(): Promise<void> {
    await server?.kill()
    await expect.poll(() => links.some((link) => link.isReady())).toBe(false)
  }

  async function startServer(): Promise<void> {
    await server?.start()
    await expect.poll(() => links.every((link) => link.isReady())).toBe(true)
    await ensureEventStream(first, account)
  }

  async function fillStream(): Promise<void> {
    const { state } = await first.jsm.streams.info(account.stream)
    await first.jsm.streams.update(account.stream, { max_bytes: state.bytes })
  }

  const forgetCopies = (stream: string) => {
    for (let process = 0; process < at; process += 1) {
      rmSync(path.join(folder, String(process), stream), { recursive: true, force: true })
    }
  }

  return {
    open() {
      const real = links[at]
      if (!real) throw new Error('A test opens more logs than there are connections.')
      const link = harmAnswers(real, harmed)
      const js = Object.assign(Object.create(real.js) as typeof real.js, {
        async publish(...given: Parameters<typeof real.js.publish>) {
          await broken
          if (waiting) await new Promise<void>((resolve) => waiting?.push(resolve))
          return real.js.publish(...given)
        },
      })
      const { pool, faults } = faultyPool(services.pool)
      const log = openNatsLog(
        {
          link: { ...link, js },
          stream: eventStream,
          share: (onLost) => shareStreams({ pool, now: services.now }, onLost),
          log: createNotes(),
          folder: path.join(folder, String(at)),
        },
        {
          retryMillis: 0,
          patienceMillis: 200,
          storedAt: (stream, time) => dates.get(stream) ?? time,
        },
      )
      at += 1
      opened.set(log, { link: real, die: () => (faults.isDead = true) })
      return log
    },
    async kill(log) {
      await expireLeases(services, log)
      opened.get(log)?.die()
      await opened.get(log)?.link.close()
    },
    breakWrites(how) {
      broken = how === 'gone' ? stopServer() : fillStream()
      return async () => {
        await broken
        broken = Promise.resolve()
        if (how === 'gone') await startServer()
        else await first.jsm.streams.update(account.stream, { max_bytes: account.maxBytes })
      }
    },
    slowDown() {
      const held: (() => void)[] = []
      waiting = held
      return async (isLast = false) => {
        await expect.poll(() => held.length).toBe(1)
        if (isLast) waiting = null
        held.splice(0)[0]?.()
      }
    },
    damage(stream, n) {
      forgetCopies(stream)
      harmed.push({ stream, n })
      return Promise.resolve()
    },
    async remove(stream, n) {
      forgetCopies(stream)
      for (let seq = 1; ;) {
        const message = await stored.from(stream, seq)
        if (!message) throw new Error(`There is no group ${String(n)}.`)
        if (readGroup(message.bytes)?.n === n) {
          await first.jsm.streams.deleteMessage(account.stream, message.seq)
          return
        }
        seq = message.seq + 1
      }
    },
    date(stream, time) {
      dates.set(stream, time)
      return Promise.resolve()
    },
    async readSetAside() {
      const { rows } = await services.pool.query<{
        stream: string
        n: string
        reason: string
        event: string
      }>('select stream, n, reason, event from event_set_asides order by id')
      return rows.map((row) => ({
        ...row,
        n: Number(row.n),
        event: JSON.parse(row.event) as unknown,
      }))
    },
  }
}
