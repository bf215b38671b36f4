import { EventEmitter, once } from 'node:events'
import type { QueryResult } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { handle } from '#app/jobs/job.ts'
import { createJobQueue } from '#app/jobs/queue.server.ts'
import type { Statements } from '#app/jobs/tracked-work.server.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { job, type JobSignature } from '#app/lib/job-signature.ts'
import { readSources } from '../../support/sources.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The queue looks for work every two seconds. */
const patience = { timeout: 60_000, interval: 100 }

const jobsNamed = async ({ services }: World, name: string) => {
  const { rows } = await services.pool.query<{
    state: string
    retry_count: number
    started_on: Date
    start_after: Date
    data: unknown
  }>('select state, retry_count, started_on, start_after, data from pgboss.job where name = $1', [
    name,
  ])
  return rows
}

const note = job('test.note', z.object({ text: z.string() }))

const noted = (run: (text: string) => Promise<void>) =>
  handle(note, (_services, { text }) => run(text))

test('a sent job runs once, with its payload', async () => {
  const world = await createWorld()
  const seen: string[] = []
  const noting = noted((text) => {
    seen.push(text)
    return Promise.resolve()
  })
  await world.queue.start([noting], world.services)

  await world.services.jobs.send(note, { text: 'hello' })

  await vi.waitFor(() => {
    expect(seen).toEqual(['hello'])
  }, patience)
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'completed' }])
  }, patience)
})

test('a payload of another shape is refused when it is sent, and stores nothing', async () => {
  const world = await createWorld()
  await world.queue.start([], world.services)
  // As it comes out of a form, say: the compiler was given a promise that isn't kept.
  const wrong = JSON.parse('{"text": 5}') as { text: string }

  await expect(world.services.jobs.send(note, wrong)).rejects.toThrow(z.ZodError)

  expect(await jobsNamed(world, 'test.note')).toEqual([])
})

test('a job that fails waits for its next try, and after the last one is kept with its error', async () => {
  const world = await createWorld()
  const noting = noted(() => Promise.reject(new Error('not today')))
  await world.queue.start([noting], world.services)

  await world.services.jobs.send(note, { text: 'hello' })
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'retry' }])
  }, patience)
  const [waiting] = await jobsNamed(world, 'test.note')
  expect(waiting?.start_after.getTime()).toBeGreaterThan(waiting?.started_on.getTime() ?? Infinity)
  expect(world.logged).toContainEqual(
    expect.objectContaining({ msg: 'a job failed', job: 'test.note' }),
  )

  await world.services.pool.query(
    "update pgboss.job set retry_count = retry_limit - 1, start_after = now() where name = 'test.note'",
  )
  await vi.waitFor(async () => {
    expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'failed' }])
  }, patience)
  const { db, jobs: queue } = world.services
  const { jobs: failed } = await queue.listFailed({ queue: null, before: null, most: 5 }, db.system)
  expect(failed).toMatchObject([
    { name: 'test.note', data: { text: 'hello' }, error: 'not today', attempts: 8 },
  ])
  // Only the job itself waits or failed, and no copy of it.
  expect(await queue.readFigures(db.system)).toMatchObject({ waiting: 0, failed: 1 })
})

/** The world's pool, with what `around` makes of each statement. */
const poolOf = (
  { services }: World,
  around: (text: string, run: () => Promise<QueryResult>) => Promise<QueryResult>,
): Statements => ({
  query: (text, values) => around(text, () => services.pool.query(text, values)),
})

test('a job that is being fetched while the queue stops ends before the stop does', async () => {
  const world = await createWorld()
  const held = new EventEmitter()
  const fetched = once(held, 'fetched')
  const pool = poolOf(world, async (text, run) => {
    const result = await run()
    if (!text.includes('SKIP LOCKED') || result.rows.length === 0) return result
    const released = once(held, 'released')
    held.emit('fetched')
    await released
    return result
  })
  const queue = createJobQueue(pool, world.services.log)
  const seen: string[] = []
  const noting = noted(async (text) => {
    await world.services.pool.query('select 1')
    seen.push(text)
  })
  await queue.start([noting], world.services)
  await queue.send(note, { text: 'late' })
  queue.wake()
  await fetched

  const stopped = queue.stop()
  setTimeout(() => held.emit('released'), 100)
  await stopped

  expect(seen).toEqual(['late'])
  expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'completed' }])
})

test('a database that fails while a job ends costs a log line, and the process lives', async () => {
  const world = await createWorld()
  const pool = poolOf(world, (text, run) =>
    text.includes('SET completed_on = now(),') ? Promise.reject(new Error('gone')) : run(),
  )
  const queue = createJobQueue(pool, world.services.log)
  await queue.start([noted(() => Promise.resolve())], world.services)

  await queue.send(note, { text: 'hello' })
  queue.wake()
  await vi.waitFor(() => {
    expect(world.logged).toContainEqual(
      expect.objectContaining({ msg: 'the end of a job was not stored' }),
    )
  }, patience)
  await queue.stop()

  expect(world.takeErrors()).toHaveLength(1)
  expect(await jobsNamed(world, 'test.note')).toMatchObject([{ state: 'active' }])
})

test('every scheduled job has one slot, also after a second start', async () => {
  const world = await createWorld()
  await world.queue.start(jobs, world.services)
  await world.queue.stop()

  const { rows } = await world.services.pool.query<{ name: string; cron: string }>(
    'select name, cron from pgboss.schedule order by name',
  )

  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ name, cron: schedule }] : [],
  )
  expect(rows).toEqual(scheduled.sort((one, other) => one.name.localeCompare(other.name)))
})

test('a second start creates and changes nothing', async () => {
  const world = await createWorld()
  await world.queue.start(jobs, world.services)
  await world.queue.stop()
  const changes: string[] = []
  const pool = poolOf(world, (text, run) => {
    if (/create_queue|UPDATE pgboss\.queue|INTO pgboss\.schedule/.test(text)) changes.push(text)
    return run()
  })
  const queue = createJobQueue(pool, world.services.log)

  await queue.start(jobs, world.services)
  await queue.stop()

  // The library asks for its own queue each time.
  expect(changes.filter((text) => !text.includes('create_queue'))).toEqual([])
  expect(changes.length).toBeLessThanOrEqual(1)
})

test('a queue whose job is coalesced now, or scheduled at another time, follows', async () => {
  const world = await createWorld()
  const noting = noted(() => Promise.resolve())
  await world.queue.start([{ ...noting, schedule: '1 4 * * *' }], world.services)
  await world.queue.stop()
  const queue = createJobQueue(world.services.pool, world.services.log)

  await queue.start([{ ...noting, isCoalesced: true, schedule: '5 4 * * *' }], world.services)
  await queue.stop()

  const { rows } = await world.services.pool.query(
    `select policy, retry_limit, cron from pgboss.queue join pgboss.schedule using (name)
     where name = 'test.note'`,
  )
  expect(rows).toEqual([{ policy: 'short', retry_limit: 7, cron: '5 4 * * *' }])
})

test('jobs that wait in one queue run one after the other, without a pause', async () => {
  const world = await createWorld()
  const seen: string[] = []
  const noting = noted((text) => {
    seen.push(text)
    return Promise.resolve()
  })
  await world.queue.start([noting], world.services)
  await world.queue.stop()
  const texts = ['one', 'two', 'three', 'four']
  // A worker that only polls needs a minute for each, longer than this test waits.
  const deaf = poolOf(world, (text, run) =>
    text.includes('group by name') ? Promise.resolve({ rows: [] } as never) : run(),
  )
  const queue = createJobQueue(deaf, world.services.log)
  onTestFinished(() => queue.stop())
  await queue.start([], world.services)
  for (const text of texts) await queue.send(note, { text })

  await queue.stop()
  const working = createJobQueue(deaf, world.services.log)
  onTestFinished(() => working.stop())
  await working.start([noting], world.services)

  await vi.waitFor(() => {
    expect(seen.toSorted()).toEqual(texts.toSorted())
  }, patience)
})

test('while nothing waits, one statement asks for all queues', async () => {
  const world = await createWorld()
  let looks = 0
  const fetches = new Map<string, number>()
  const pool = poolOf(world, (text, run) => {
    if (text.includes('group by name')) looks += 1
    if (text.includes('SKIP LOCKED')) fetches.set(text, (fetches.get(text) ?? 0) + 1)
    return run()
  })
  const queue = createJobQueue(pool, world.services.log)
  onTestFinished(() => queue.stop())
  await queue.start(jobs, world.services)

  await vi.waitFor(() => {
    expect(looks).toBeGreaterThan(1)
  }, patience)

  const total = [...fetches.values()].reduce((sum, one) => sum + one, 0)
  // Each worker asks once when it starts; one of the library's own each few seconds.
  expect(total).toBeLessThan(2 * jobs.length)
})

/** Every queue that a product of yesterday may have stored jobs in, with such a payload. */
const yesterday: Record<string, object> = {
  'accounts.mail-verification': { userId: 7 },
  'accounts.mail-reset': { userId: 0 },
  'accounts.mail-email-change': { userId: 7, email: 'new@shop.example' },
  'accounts.mail-email-changed': { userId: 7, email: 'old@shop.example', at: 1_763_700_000_000 },
  'accounts.mail-export': { userId: 7, teamId: null },
  'accounts.mail-address-proven': {
    userId: 7,
    at: 1_763_700_000_000,
    removed: [{ kind: 'passkeys', count: 1 }],
  },
  'accounts.mail-password-changed': { userId: 7, at: 1_763_700_000_000 },
  'accounts.mail-registered-again': { userId: 7, at: 1_763_700_000_000 },
  'accounts.mail-security': { userId: 7, event: 'passkey-added', at: 1_763_700_000_000 },
  'accounts.mail-staff-act': {
    userId: 7,
    event: 'team-suspended',
    team: 'Linen',
    site: null,
    notice: 'Your invoices are open.',
  },
  'accounts.sweep': {},
  'billing.check': {},
  'billing.check-endpoint': {},
  'billing.end-subscriptions': { team: 7, channel: 'card', customer: 'cus_1', subscriptions: [] },
  'billing.reconcile': { night: '2025-11-21', after: 0, checked: 0, repaired: 0, failed: 0 },
  'billing.report-owner': { teamId: 7 },
  'billing.send-gift': { teamId: 7, at: 1_763_700_000_000, gift: { kind: 'coupon', coupon: 7 } },
  'billing.send-overdue': { teamId: 7, subscription: 7, reminder: 1 },
  'billing.send-payment-failed': { teamId: 7, invoice: '5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e36' },
  'billing.send-plan-ended': { teamId: 7, planId: 'plus', why: 'unpaid', at: 1_763_700_000_000 },
  'billing.send-receipt': { teamId: 7, invoice: '5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e36' },
  'billing.work-off-due': {},
  'billing.write-day': {},
  'connections.mail-lost': {
    teamId: 7,
    userId: 7,
    connection: '5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e35',
    lostAt: '2025-11-21T10:00:00.000Z',
  },
  'connections.pull': {},
  'connections.pull-soon': {},
  'connections.pull-due': {},
  'activities.read-new-pictures': {},
  'activities.read-pictures': {},
  'activities.sweep-pictures': {},
  'connections.sweep': {},
  'deliveries.process': {},
  'deliveries.process-connections': {},
  'deliveries.process-due-connections': {},
  'deliveries.process-due': {},
  'deliveries.sweep': {},
  'push.send': {},
  'push.send-due': {},
  'push.sweep': {},
  'webhooks.mail-paused': {
    teamId: 7,
    userId: 7,
    endpoint: '0b8d3c52-7e0a-4f5e-8a3d-5b1c9f2e7d64',
  },
  'webhooks.resend': {},
  'webhooks.send': {},
  'webhooks.send-due': {},
  'webhooks.sweep': {},
  'events.keep-partitions': {},
  'events.roll-days': {},
  'events.verify': {},
  'forms.sweep': {},
  'imports.sweep': {},
  'live.sweep': {},
  'meters.mail': { teamId: 3, month: '2025-11-01', percent: 90 },
  'meters.watch': {},
  'nodes.sweep': {},
  'nudges.publish-due': {},
  'nudges.sweep-claims': {},
  'oauth.sweep': {},
  'previews.sweep': {},
  'privacy.keep-erased': {},
  'products.mail-fault': {
    teamId: 7,
    userId: 7,
    feed: '5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e37',
    at: '2025-11-21T10:00:00.000Z',
  },
  'products.read-feed': { feedId: 5 },
  'products.read-feeds': {},
  'reports.mail': { siteId: 4, userId: 7, every: 'week', from: '2025-11-10', to: '2025-11-16' },
  'reports.watch': {},
  'shops.backfill': {},
  'shops.backfill-due': {},
  'shops.embed-wix-script': { instanceId: 'c0ffee00-7a42-4f6e-9f0b-2f6a8f6b8d11' },
  'shops.read-catalogs': {},
  'shops.purge': {},
  'sites.read-home-page': { siteId: 4 },
  'sites.mail-install-code': { siteId: 4, userId: 7, to: 'developer@shop.example' },
  'sites.settle': {},
  'stores.connect': { store: 'linen' },
  'support.mail-message': { id: 3 },
  'support.mail-request': { id: 2 },
  'teams.mail-invitation': { invitationId: '4f3c1f2e-8b2a-4d57-9a53-0d6f5f0c1b11' },
  'teams.mail-ownership': { teamId: 3, userId: 7 },
}

const farewellAt = 1_763_700_000_000

test('jobs that yesterday’s product stored still run when their rows no longer exist', async () => {
  const world = await createWorld()
  const { services } = world
  const label = `farewell ${String(farewellAt)}`
  const to = services.security.secrets.seal('gone@shop.example', label).toString('base64')
  const stored = { ...yesterday, 'accounts.mail-farewell': { to, at: farewellAt } }
  expect(jobs.map(({ name }) => name).sort()).toEqual(Object.keys(stored).sort())
  await world.queue.start(jobs, services)

  for (const [name, data] of Object.entries(stored)) {
    await services.pool.query('insert into pgboss.job (name, data) values ($1, $2)', [name, data])
  }

  await vi.waitFor(async () => {
    const { rows } = await services.pool.query<{ name: string; state: string }>(
      'select distinct name, state::text from pgboss.job where name = any($1) order by 1, 2',
      [Object.keys(stored)],
    )
    const completed = Object.keys(stored).sort()
    expect(rows).toEqual(completed.map((name) => ({ name, state: 'completed' })))
  }, patience)
})

test('each declared job has one handler, and each handler is declared or runs by the clock', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../../app/domain/*/jobs.ts', {
    eager: true,
  })
  const declared = Object.values(modules)
    .flatMap((exported) => Object.values(exported))
    .flatMap((value) => (isSignature(value) ? [value] : signaturesIn(value)))
    .map(({ name }) => name)
  const sent = jobs.filter(({ schedule }) => schedule === undefined).map(({ name }) => name)

  expect(declared.length).toBeGreaterThan(10)
  expect(sent.sort()).toEqual(declared.sort())
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
})

test('the queue’s own tables are known to the queue alone', () => {
  const readers = readSources('app').filter(({ text }) => text.includes('pgboss'))

  expect(readers.map(({ path }) => path)).toEqual([
    'app/jobs/prepare-queues.server.ts',
    'app/jobs/queue.server.ts',
  ])
})

const isSignature = (value: unknown): value is JobSignature =>
  typeof value === 'object' && value !== null && 'name' in value && 'payload' in value

const signaturesIn = (value: unknown): JobSignature[] =>
  typeof value === 'object' && value !== null ? Object.values(value).filter(isSignature) : []
