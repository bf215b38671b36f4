/** What is checked before a process takes events, with real servers. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { projectFile } from '#app/lib/project.server.ts'
import { appendAll, groups, readAll } from '#tests/support/event-log/groups.ts'
import { findNatsServer, type NatsServers } from '#tests/support/nats/nats-servers.ts'
import {
  accountOf,
  createNotes,
  createShares,
  openNode,
  openServers,
} from '#tests/support/nats/nats-world.ts'
import { ensureEventStream } from './event-stream.server.ts'
import { connectNats, type NatsAccount } from './nats-link.server.ts'
import { readStored } from './stored-groups.server.ts'

/** The settings that workshop/deploy has, on one old server. */
const deployed = readFileSync(projectFile('workshop/deploy/nats.conf'), 'utf8')
const authorization = deployed.slice(deployed.indexOf('authorization {'))

const user = { name: 'footfall', password: 'a secret of 16+ chars' }

describe.skipIf(findNatsServer() === null)('the start of a log in NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    nats = await openServers({ count: 1, user })
  })
  afterAll(() => nats.stop())

  const account = (wanted: Partial<NatsAccount> = {}) => accountOf(nats, { user, ...wanted })

  async function connect(wanted: Partial<NatsAccount> = {}) {
    const notes = createNotes()
    const link = await connectNats(account(wanted), { log: notes, startMillis: 0 })
    onTestFinished(link.close)
    return { link, notes, messages: () => notes.entries.map(({ message }) => message).join('\n') }
  }

  it('refuses a server that is known to lose streams', async () => {
    await expect(connect({ allowsOld: false })).rejects.toThrow(
      /^NATS [\d.]+ is known to lose acknowledged events: use 2\.10\.23 or newer/,
    )
  })

  it('warns of a server that is allowed for a trial, and without a promise to sync', async () => {
    const { messages } = await connect({ syncsAlways: false })

    expect(messages()).toContain('NATS_ALLOW_OLD=1 allows it')
    expect(messages()).toContain('set sync_interval: always on each server')
  })

  it('warns when events cross a network unencrypted', async () => {
    const [server] = nats.servers
    // Another name of this machine, which isn't known as such.
    const servers = [(server?.address ?? '').replace('127.0.0.1', '127.1')]

    expect((await connect({ servers })).messages()).toContain('cross the network unencrypted')
    expect((await connect()).messages()).not.toContain('unencrypted')
  })

  it.each([
    ['another password', { name: user.name, password: 'another secret' }],
    ['no user', undefined],
  ])('refuses to start with %s, and names no secret', async (_name, wrong) => {
    const refused = connect({ user: wrong })

    await expect(refused).rejects.toThrow('NATS refuses the user of NATS_URL.')
    const error: unknown = await refused.catch((one: unknown) => one)
    const text = JSON.stringify([error, String((error as Error).cause), (error as Error).stack])
    expect(text).not.toContain('secret')
  })

  it('refuses a server without TLS when TLS is asked for', async () => {
    await expect(connect({ needsTls: true })).rejects.toThrow('No server of NATS_URL answers.')
  })

  it('creates one stream for nodes that start in the same moment', async () => {
    const wanted = account()
    const [one, other] = [await connect(), await connect()]

    const streams = await Promise.all(
      [one, other].map(({ link }) => ensureEventStream(link, wanted)),
    )

    expect(streams[0]).toEqual({ name: wanted.stream, id: streams[1]?.id, hasEarlier: false })
    const { config } = await one.link.jsm.streams.info(wanted.stream)
    expect(config).toMatchObject({ discard: 'new', storage: 'file', retention: 'limits' })
    expect(config.max_age).toBe(72 * 3_600 * 1e9)
  })

  it('refuses copies that the servers can’t keep, with the reason', async () => {
    const { link } = await connect()

    await expect(ensureEventStream(link, account({ replicas: 3 }), 0)).rejects.toThrow(
      /on 3 servers: .*replicas/,
    )
  })

  it.each([
    ['is not a log of events', { description: 'orders' }],
    ['drops old messages when it is full', { discard: 'old' as const }],
    ['keeps messages for less than 72 hours', { max_age: 3_600e9, duplicate_window: 60e9 }],
    ['has a limit of messages', { max_msgs: 1_000 }],
    ['has other subjects', { subjects: ['orders.>'] }],
  ])('refuses a stream that %s', async (reason, change) => {
    const { link } = await connect()
    const wanted = account()
    await ensureEventStream(link, wanted)
    await link.jsm.streams.update(wanted.stream, change)

    await expect(ensureEventStream(link, wanted)).rejects.toThrow(reason)
  })

  it('needs no other rights than those that are written down', async () => {
    const limited = await openServers({
      count: 1,
      settings: authorization.replace('$NATS_PASSWORD', '"a-secret"'),
    })
    onTestFinished(() => limited.stop())
    const wanted = accountOf(limited, {
      stream: 'footfall',
      user: { name: 'footfall', password: 'a-secret' },
    })
    const { log, link, notes } = await openNode(wanted, createShares())

    const stream = await appendAll(log, 3)
    expect(await readAll(log, stream)).toEqual(groups(3))
    // Asked only when something is missing.
    expect(await readStored(link, 'footfall').fromAny(stream, 2)).toMatchObject({ seq: 2 })
    expect(await log.seal(stream, 3)).toBe(true)
    expect(await log.trim(stream, { n: 3, isFinished: true }, Infinity)).toBe(true)
    expect(notes.entries.filter(({ level }) => level === 'error')).toEqual([])
    expect(notes.entries.map(({ message }) => message)).not.toContain('NATS refused something')
  })
})
