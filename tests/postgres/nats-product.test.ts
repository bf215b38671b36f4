/** The whole product with EVENT_LOG=nats, as two nodes. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import type { EventAnswer } from '#app/contract/pixel-events.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { startProduct } from '#app/server/product.server.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { countStored, logFolder } from '../support/event-log/log-world.ts'
import { freePort } from '../support/free-port.ts'
import { createMakers } from '../support/makers.ts'
import { findNatsServer, type NatsServers } from '../support/nats/nats-servers.ts'
import { openServers } from '../support/nats/nats-world.ts'
import { browser, newEventId, visitEvent } from '../support/pages.ts'
import { routeBuild } from '../support/route-build.ts'
import { createLog } from '#app/lib/log.server.ts'

const user = { name: 'footfall', password: 'a-secret-password' }

describe.skipIf(findNatsServer() === null)('the product with its log of events in NATS', () => {
  let nats: NatsServers
  beforeAll(async () => {
    nats = await openServers({ count: 1, user })
  })
  afterAll(() => nats.stop())

  async function openProducts() {
    const databaseUrl = await copyPostgresTemplate()
    const folder = logFolder()
    const stream = `t${newEventId().slice(0, 8)}`
    async function start(name: string, environment: Record<string, string> = {}) {
      const dataDir = path.join(folder, name)
      mkdirSync(dataDir)
      const port = await freePort()
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        APP_KEY: Buffer.alloc(32, 7).toString('base64'),
        HOST: '127.0.0.1',
        PORT: String(port),
        APP_URL: `http://127.0.0.1:${String(port)}`,
        EVENT_LOG: 'nats',
        NATS_URL: nats.url,
        NATS_STREAM: stream,
        NATS_REPLICAS: '1',
        NATS_MAX_BYTES: String(16 * 1024 ** 2),
        NATS_ALLOW_OLD: '1',
        ...environment,
      })
      const lines: string[] = []
      const log = createLog('info', { write: (line) => void lines.push(line) })
      const product = await startProduct({ config, log, build: routeBuild })
      let stopped: Promise<void> | undefined
      const stop = () => (stopped ??= product.stop())
      onTestFinished(stop)
      return { ...product, stop, lines }
    }
    return { start }
  }

  type Product = Awaited<ReturnType<Awaited<ReturnType<typeof openProducts>>['start']>>

  async function report({ address }: Product, site: { uuid: string; url: string }, ids: string[]) {
    const response = await fetch(`${address}/api/pixel/${site.uuid}/events`, {
      method: 'POST',
      headers: { Origin: site.url, 'User-Agent': browser, 'Content-Type': 'text/plain' },
      body: JSON.stringify({ events: ids.map((id) => visitEvent(id)) }),
    })
    const { outcomes } = (await response.json()) as Partial<EventAnswer>
    return { status: response.status, outcomes: outcomes?.map(({ outcome }) => outcome) }
  }

  const isReady = async ({ address }: Product) => (await fetch(`${address}/health/ready`)).ok

  it('two nodes count what both got once, refuse while NATS is away, and leave nothing when they stop', async () => {
    const { start } = await openProducts()
    const [one, other] = [await start('one'), await start('other')]
    const site = await createMakers(one.services).site()
    const ids = Array.from({ length: 20 }, newEventId)

    const taken = await Promise.all([report(one, site, ids), report(other, site, ids)])
    const [server] = nats.servers
    await server?.kill()
    await expect.poll(async () => (await report(one, site, [newEventId()])).status).toBe(503)
    const readyWithout = await isReady(one)
    await server?.start()
    const late = newEventId()
    await expect.poll(async () => (await report(other, site, [late])).status).toBe(200)
    await expect.poll(() => isReady(other), { interval: 500 }).toBe(true)
    await one.stop()
    await other.stop()

    expect(taken.map(({ outcomes }) => new Set(outcomes))).toEqual([
      new Set(['taken']),
      new Set(['taken']),
    ])
    expect(readyWithout).toBe(false)
    const left = await start('third')
    expect(await countStored(left.services)).toEqual({ rows: 21, total: 21 })
    expect(await recount(left.services)).toEqual([])
    const logged = [one, other, left].flatMap(({ lines }) => lines).join('')
    expect(logged).toContain('is known to lose acknowledged events')
    expect(logged).not.toContain(user.password)
  })

  it('doesn’t start on an old server without being allowed to, nor for another database', async () => {
    const { start } = await openProducts()
    await expect(start('old', { NATS_ALLOW_OLD: '0' })).rejects.toThrow('use 2.10.23 or newer')

    const first = await start('first', { NATS_STREAM: 'shared' })
    const site = await createMakers(first.services).site()
    expect((await report(first, site, [newEventId()])).status).toBe(200)
    await first.stop()
    const { start: startElsewhere } = await openProducts()
    const foreign = await startElsewhere('foreign', { NATS_STREAM: 'shared' })
    const theirs = await createMakers(foreign.services).site()

    expect((await report(foreign, theirs, [newEventId()])).status).toBe(503)
    expect(await isReady(foreign)).toBe(false)
    expect(foreign.lines.join('')).toContain('the log of events is of another database')
  })
})
