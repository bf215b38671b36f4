/** Limits of the edge on two nodes of one database (docs/threats.md T26). */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createListen } from '#app/db/listen.server.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import {
  createAdmission,
  defaultRates,
  type Admission,
  type Rates,
} from '#app/server/edge/admission.server.ts'
import { exchangeTakings } from '#app/server/edge/shared-takings.server.ts'
import type { Services } from '#app/services.ts'
import { createWorld } from '../support/world.ts'

/** Admission of a node that hears the others. */
async function startNode(
  { pool: itsPool, security, log, config, now }: Services,
  {
    rates = {},
    secrets = security.secrets,
    pool = itsPool,
  }: { rates?: Partial<Rates>; secrets?: typeof security.secrets; pool?: pg.Pool } = {},
): Promise<Admission> {
  const admission = createAdmission({ ...defaultRates, ...rates })
  const listen = createListen(config.databaseUrl ?? '', () => undefined)
  await new Promise<void>((onListening) => {
    const exchange = exchangeTakings(
      {
        pool,
        secrets,
        log,
        now,
        listen: (channel, listener) => listen(channel, { ...listener, onListening }),
      },
      admission.share(),
    )
    onTestFinished(() => exchange.stop())
  })
  return admission
}

const uuid = '0198f0a2-0000-7000-8000-000000000001'
const elsewhere = '0198f0a2-0000-7000-8000-000000000002'
const address = '203.0.113.9'
const events = (count: number, type = 'visit') => Array.from({ length: count }, () => ({ type }))

/** As often as it's let through, up to a bound. */
function passed(request: () => void, atMost = 100): number {
  for (let count = 0; count < atMost; count += 1) {
    try {
      request()
    } catch {
      return count
    }
  }
  return atMost
}

/** Enough for this test, and none that comes back meanwhile. */
const hundred = { perSecond: 0.001, burst: 100 }

test.each<[keyof Rates, (node: Admission) => void, (node: Admission) => void]>([
  [
    'address',
    (node) => node.admit('read', { uuid, address }),
    (node) => node.admit('report', { uuid: elsewhere, address }),
  ],
  [
    'siteReads',
    (node) => node.admit('read', { uuid, address }),
    (node) => node.admit('read', { uuid, address: '203.0.113.10' }),
  ],
  [
    'siteReports',
    (node) => node.admit('report', { uuid, address }),
    (node) => node.admit('report', { uuid, address: '203.0.113.10' }),
  ],
  [
    'addressEvents',
    (node) => node.admitEvents(address, events(1)),
    (node) => node.admitEvents(address, events(1)),
  ],
  [
    'addressActivities',
    (node) => node.admitEvents(address, events(1, 'activity')),
    (node) => node.admitEvents(address, events(1, 'activity')),
  ],
])('the limit %s is one of both nodes', async (kind, here, there) => {
  const { services } = await createWorld()
  const rates = { [kind]: hundred }
  const one = await startNode(services, { rates })
  const other = await startNode(services, { rates })

  expect(passed(() => here(one), 1_000)).toBe(100)

  // Each try takes one of the other node’s until it has heard of the first.
  let tries = 0
  await expect
    .poll(() => {
      tries += passed(() => there(other), 1)
      return passed(() => there(other), 1)
    })
    .toBe(0)
  expect(tries).toBeLessThan(100)
})

test('a node that hears nothing of a sender lets the whole allowance through', async () => {
  const { services } = await createWorld()
  const rates = { address: hundred }
  const one = await startNode(services, { rates })
  const other = await startNode(services, { rates })

  passed(() => one.admit('read', { uuid, address: '198.51.100.7' }), 1_000)

  expect(passed(() => other.admit('read', { uuid, address }), 1_000)).toBe(100)
})

/** Hears what nodes send. */
async function overhear({ config }: Services): Promise<string[]> {
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const received: string[] = []
  client.on('notification', ({ payload = '' }) => received.push(payload))
  await client.query('listen edge_takings')
  return received
}

test('no text of a notification has a sender’s address in it', async () => {
  const { services } = await createWorld()
  const received = await overhear(services)
  const node = await startNode(services)

  // Together they need several notifications.
  for (let index = 0; index < 120; index += 1) {
    const sender = `2001:db8:1111:${(4_096 + index).toString(16)}::1`
    passed(() => node.admit('read', { uuid, address: sender }), 60)
    passed(() => node.admitEvents(sender, events(600)), 1)
  }

  await expect.poll(() => received.length).toBeGreaterThan(1)
  const texts = received.flatMap((one) => [one, Buffer.from(one, 'base64').toString('latin1')])
  expect(texts.filter((text) => text.includes('2001:db8'))).toEqual([])
})

test('a node with another key is not believed, and that is logged once', async () => {
  const world = await createWorld()
  const { services } = world
  const rates = { address: hundred }
  const secrets = createSecrets(randomBytes(32).toString('base64'))
  const node = await startNode(services, { rates })
  const stranger = await startNode(services, { rates, secrets })
  const warned = () =>
    world.logged.filter(({ msg }) =>
      msg?.includes('another node’s report about limits can’t be read'),
    ).length

  passed(() => stranger.admit('read', { uuid, address }), 1_000)
  passed(() => node.admit('read', { uuid, address: '203.0.113.10' }), 1_000)

  // Each of them can’t read the other’s.
  await expect.poll(warned).toBe(2)
  expect(passed(() => node.admit('read', { uuid, address }), 1_000)).toBe(100)
})

/** Resolves when what was sent before has arrived. @param sender one that neither has seen */
async function settle({ from, to }: { from: Admission; to: Admission }, sender: string) {
  passed(() => from.admit('read', { uuid, address: sender }), 1_000)
  await expect
    .poll(() => passed(() => to.admit('read', { uuid, address: sender }), 1), { timeout: 4_000 })
    .toBe(0)
}

/** Notifies all nodes of it once more. */
const notify = ({ pool }: Services, payload: string) =>
  pool.query('select pg_notify($1, $2)', ['edge_takings', payload])

test('a sender whose address is a long text keeps nothing from being shared', async () => {
  const { services } = await createWorld()
  const rates = { address: hundred }
  const [one, other] = [await startNode(services, { rates }), await startNode(services, { rates })]
  // From a proxy that passes on what its client claims.
  const long = '\u00e9'.repeat(10_000)

  passed(() => one.admit('read', { uuid, address: long }), 1_000)
  passed(() => one.admit('read', { uuid, address }), 60)
  await settle({ from: one, to: other }, '198.51.100.1')

  expect(passed(() => other.admit('read', { uuid, address: long }), 1_000)).toBe(0)
  expect(passed(() => other.admit('read', { uuid, address }), 1_000)).toBe(40)
})

test('an entry that isn’t understood doesn’t cost the others of its message their effect', async () => {
  const { services } = await createWorld()
  const rates = { address: hundred }
  const [one, other] = [await startNode(services, { rates }), await startNode(services, { rates })]
  const message = {
    node: elsewhere,
    number: 1,
    at: services.now().getTime(),
    taken: [[0, 'x'.repeat(101), 5], [9, address, 5], [0, address, -5], null, [0, address, 60]],
  }

  const { secrets } = services.security
  const sealed = secrets.seal(JSON.stringify(message), 'edge takings')
  await notify(services, sealed.toString('base64'))
  await settle({ from: one, to: other }, '198.51.100.1')

  expect(passed(() => other.admit('read', { uuid, address }), 1_000)).toBe(40)
})

test('a report that is repeated counts once, also for a node that starts later', async () => {
  const world = await createWorld()
  const { services, clock } = world
  const rates = { address: hundred }
  const received = await overhear(services)
  const [one, other] = [await startNode(services, { rates }), await startNode(services, { rates })]
  passed(() => one.admit('read', { uuid, address }), 60)
  await settle({ from: one, to: other }, '198.51.100.1')
  const captured = [...received]

  for (const payload of [...captured, ...captured]) await notify(services, payload)
  await settle({ from: one, to: other }, '198.51.100.2')
  const left = passed(() => other.admit('read', { uuid, address }), 1_000)
  // The other’s takings are reported before there is a third node.
  await settle({ from: other, to: one }, '198.51.100.4')
  clock.advance(10_001)
  const late = await startNode(services, { rates })
  for (const payload of [...captured, ...captured]) await notify(services, payload)
  await settle({ from: one, to: late }, '198.51.100.3')

  expect(captured.length).toBeGreaterThan(0)
  expect(left).toBe(40)
  expect(passed(() => late.admit('read', { uuid, address }), 1_000)).toBe(100)
  // By that node: the other knows the numbers.
  expect(world.logged.filter(({ msg }) => msg?.includes('is of another time'))).toHaveLength(1)
})

test('limits that can’t be shared are logged once', async () => {
  const world = await createWorld()
  const pool = new pg.Pool({ connectionString: world.services.config.databaseUrl })
  await pool.end()
  const tried = vi.spyOn(pool, 'query')
  const node = await startNode(world.services, { pool })

  await expect
    .poll(
      () => {
        const sender = `203.0.113.${String(tried.mock.calls.length)}`
        passed(() => node.admit('read', { uuid, address: sender }), 60)
        return tried.mock.calls.length
      },
      { timeout: 5_000 },
    )
    .toBeGreaterThan(2)

  expect(world.logged.filter(({ msg }) => msg?.includes('limits can’t be shared'))).toHaveLength(1)
})
