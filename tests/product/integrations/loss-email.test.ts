/** Emails when a service refuses the access of a connection: recipients, and how often. */
import { expect, test } from 'vitest'
import { saveNotificationChoices } from '#app/domain/accounts/profile/notifications.server.ts'
import { lossEmailJob } from '#app/domain/connections/jobs.ts'
import { disconnect, pauseConnection } from '#app/domain/connections/manage-connections.server.ts'
import { sendLossEmail } from '#app/jobs/connections.server.ts'
import {
  connectionOf,
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { openPaidShop } from '../../support/integrations/paid-shop.ts'
import { wooRefusal } from '#workshop/doubles/shops/woo-server.ts'

const roundMillis = 20 * 60_000

/** The shop refuses a pull, and the test that asks whether it refuses anything else. */
async function lose(world: ConnectionWorld): Promise<void> {
  world.woo.failBy(() => ({ status: 401 }))
  world.clock.advance(roundMillis)
  await world.pull()
  world.woo.heal()
}

type Job = { userId: number; lostAt: string }

async function jobsOf({ services }: ConnectionWorld): Promise<Job[]> {
  const { rows } = await services.pool.query<{ data: Job }>(
    'select data from pgboss.job where name = $1 order by created_on',
    [lossEmailJob.name],
  )
  return rows.map(({ data }) => data)
}

/** The address of the button. */
const mailLink = (text = '') =>
  new URL(/http\S+\/settings\/open\S+/.exec(text)?.[0] ?? 'about:blank')

const recipients = async ({ services }: ConnectionWorld) =>
  (await services.mail.outbox.list()).map(({ to }) => to).sort()

test('the owner and the person who connected it get one email each, with the way back', async () => {
  const world = await createConnectionWorld()
  const { team, owner } = world.site
  const editor = await world.member(team, { role: 'editor' })
  await world.member(team, { role: 'admin' })
  const uuid = await world.connect(undefined, editor)
  await world.pull()

  await lose(world)

  await expect.poll(() => recipients(world)).toEqual([owner.email, editor.email].sort())
  const [first] = await world.services.mail.outbox.list()
  expect(first?.subject).toBe('Reconnect WooCommerce')
  const mail = await world.services.mail.outbox.read(first?.id ?? '')
  const link = mailLink(mail?.text)
  expect(link.pathname).toBe('/settings/open')
  expect(link.searchParams.get('site')).toBe(world.site.uuid)
  expect(link.searchParams.get('to')).toBe(`/integrations/connections/${uuid}`)
  expect(mail?.text).toContain(new URL(world.woo.url).host)
  expect(mail?.text).toContain('/account/notifications')

  // Deliveries that still come, and pulls, find it lost already.
  world.woo.failNext({ status: 401 })
  await world.woo.placeOrder()
  await world.process()
  world.clock.advance(roundMillis)
  await world.pull()
  expect(await jobsOf(world)).toHaveLength(2)
})

test('a connection that is lost again after it worked is worth another email', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  await lose(world)
  await expect.poll(() => recipients(world)).toHaveLength(1)

  expect(await world.connect()).toBe(uuid)
  await lose(world)

  await expect.poll(() => recipients(world)).toHaveLength(2)
})

test('an account that isn’t paid for is said by email once, and the connection goes on automatically', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  const holdUp = async () => {
    world.woo.failBy(() => ({ status: 402 }))
    for (let rounds = 0; rounds < 4; rounds += 1) {
      // A fault that passes comes in between.
      if (rounds === 2) world.woo.failBy(() => ({ status: 503 }))
      if (rounds === 3) world.woo.failBy(() => ({ status: 402 }))
      world.clock.advance(2 * 60 * 60_000)
      await world.pull()
    }
    world.woo.heal()
  }

  await holdUp()
  // Its deliveries say nothing about the account.
  await world.woo.placeOrder()
  await world.process()
  await holdUp()
  await expect.poll(() => recipients(world)).toHaveLength(1)
  const [first] = await world.services.mail.outbox.list()
  expect(first?.subject).toBe('WooCommerce needs your attention')
  const text = (await world.services.mail.outbox.read(first?.id ?? ''))?.text ?? ''
  expect(text).toContain('closed, locked or not paid for. Solve that there.')
  expect(text).toContain('new data arrives again automatically')
  expect(text).not.toContain('reconnect')
  expect(mailLink(text).searchParams.get('to')).toBe(`/integrations/connections/${uuid}`)

  world.clock.advance(2 * 60 * 60_000)
  await world.pull()
  expect(await connectionOf(world, uuid)).toMatchObject({ state: 'active', failures: 0 })
  await holdUp()
  await expect.poll(() => recipients(world)).toHaveLength(2)
  expect(await jobsOf(world)).toHaveLength(2)
})

test('the email says what its owner has to solve, also if the shop is busy when it goes out', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  await world.queue.stop()
  for (const status of [402, 503]) {
    world.woo.failBy(() => ({ status }))
    world.clock.advance(2 * 60 * 60_000)
    await world.pull()
  }
  expect(await connectionOf(world, uuid)).toMatchObject({ failures: 2 })
  const [job] = await jobsOf(world)
  await sendLossEmail.run(world.services, job)

  const [mail] = await world.services.mail.outbox.list()
  const text = (await world.services.mail.outbox.read(mail?.id ?? ''))?.text
  expect(text).toContain('closed, locked or not paid for. Solve that there.')
  expect(text).not.toContain('busy')
})

test('a shop that isn’t found is said by email after an hour, unless it’s back by then', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.pull()
  await world.queue.stop()
  const miss = async () => {
    world.woo.failBy(() => wooRefusal(404, 'rest_no_route'))
    world.clock.advance(roundMillis)
    await world.pull()
    world.woo.heal()
  }
  await miss()
  const waiting = await world.services.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = $1`,
    [lossEmailJob.name],
  )
  expect(waiting.rows).toEqual([{ seconds: 3600 }])

  // Back after five minutes.
  world.clock.advance(5 * 60_000)
  await world.pull()
  const [first] = await jobsOf(world)
  await sendLossEmail.run(world.services, first)
  expect(await recipients(world)).toEqual([])

  await miss()
  world.woo.failBy(() => wooRefusal(404, 'rest_no_route'))
  world.clock.advance(3 * roundMillis)
  await world.pull()
  const [, second] = await jobsOf(world)
  await sendLossEmail.run(world.services, second)
  expect(await recipients(world)).toEqual([world.site.owner.email])
})

test('a shop that is back since the last attempt sends no email, and goes on immediately', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  await world.queue.stop()
  const missing = () => wooRefusal(404, 'rest_no_route')
  world.woo.failBy(missing)
  world.clock.advance(roundMillis)
  for (let minutes = 1; minutes <= 32; minutes *= 2) {
    await world.pull()
    world.clock.advance(minutes * 1.1 * 60_000)
  }
  await world.pull()
  const [job] = await jobsOf(world)

  // An answer that says nothing about the account.
  world.woo.failBy(() => ({ status: 503 }))
  await sendLossEmail.run(world.services, job)
  expect(await recipients(world)).toEqual([])
  const [, later] = await jobsOf(world)
  expect(later).toMatchObject(job ?? {})

  world.woo.heal()
  await sendLossEmail.run(world.services, later)
  const { id } = await world.woo.placeOrder()
  await world.pull()
  const orders = await world.stored.activities()
  expect(orders.map(({ externalId }) => externalId)).toContain(String(id))
  expect(await connectionOf(world, uuid)).toMatchObject({ failures: 0, fault: null })
  const [, , last] = await jobsOf(world)
  await sendLossEmail.run(world.services, last)
  expect(await recipients(world)).toEqual([])
  expect(await jobsOf(world)).toHaveLength(3)
})

test('a firewall that lets only the connection’s test through is said by email', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  await world.queue.stop()
  world.woo.failBy(() => 'firewall')
  world.clock.advance(roundMillis)
  await world.pull()

  // Deliveries ask for nothing, and the test asks for one order.
  world.woo.failBy(({ query }) => (query.get('per_page') === '1' ? undefined : 'firewall'))
  world.clock.advance(60 * 60_000)
  const [job] = await jobsOf(world)
  await sendLossEmail.run(world.services, job)
  expect(await recipients(world)).toEqual([])
  await world.pull()
  expect((await connectionOf(world, uuid)).failures).toBeGreaterThan(1)
  const [, later] = await jobsOf(world)
  await sendLossEmail.run(world.services, later)

  expect(await recipients(world)).toEqual([world.site.owner.email])
})

test('a shop that answers clearly once, and then not at all, is said by email within hours', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.pull()
  await world.queue.stop()
  world.woo.failBy(() => 'firewall')
  world.clock.advance(roundMillis)
  await world.pull()

  world.woo.failBy(() => ({ status: 503 }))
  const sentAfter: number[] = []
  for (let hour = 1; hour <= 6; hour += 1) {
    world.clock.advance(60 * 60_000)
    const job = (await jobsOf(world)).at(hour - 1)
    if (job) await sendLossEmail.run(world.services, job)
    if ((await recipients(world)).length > 0) sentAfter.push(hour)
  }

  expect(sentAfter).toEqual([4, 5, 6])
})

test.each([
  ['a firewall answers for it', 'firewall', 'firewalls and security plugins'],
  ['a firewall asks for a browser with a status of success', 'challenge', 'firewalls and security'],
  ['a web page answers with status 200', 'html', 'if a firewall or a security plugin shows'],
  [
    'it redirects to another address',
    { status: 302, headers: { Location: 'https://elsewhere.example/wp-json' } },
    'redirects to another one',
  ],
] as const)(
  'a shop isn’t lost while %s, and its people hear of it after an hour',
  async (_when, fault, words) => {
    const world = await createConnectionWorld()
    const uuid = await world.connect()
    await world.pull()
    await world.queue.stop()
    world.woo.failBy(() => fault)
    world.clock.advance(roundMillis)
    await world.pull()
    expect(await connectionOf(world, uuid)).toMatchObject({
      state: 'active',
      fault: expect.stringContaining(words) as string,
    })

    world.clock.advance(60 * 60_000)
    const [job] = await jobsOf(world)
    await sendLossEmail.run(world.services, job)
    const [mail] = await world.services.mail.outbox.list()
    expect((await world.services.mail.outbox.read(mail?.id ?? ''))?.text).toContain(words)

    world.woo.heal()
    const { id } = await world.woo.placeOrder()
    await world.pull()
    expect((await world.stored.activities()).map((row) => row.externalId)).toContain(String(id))
    expect(await connectionOf(world, uuid)).toMatchObject({ failures: 0, fault: null })
  },
)

test.each(['firewall', 'challenge', 'html'] as const)(
  'a page at a service that only the service runs advises its customers nothing: %s',
  async (fault) => {
    const { world, stripe, connectAt } = await openPaidShop()
    const uuid = await connectAt('stripe', { key: stripe.key })
    await world.pull()
    stripe.failBy(() => fault)
    world.clock.advance(24 * 60 * 60_000)
    await world.pull()

    expect(await connectionOf(world, uuid)).toMatchObject({
      state: 'active',
      fault: 'The service is busy or can’t be reached. We try again automatically.',
    })
    expect(await jobsOf(world)).toEqual([])
  },
)

test('a connection that is reconnected or disconnected before the email goes out sends none', async () => {
  const world = await createConnectionWorld()
  await world.queue.stop()
  const uuid = await world.connect()
  await world.pull()
  await lose(world)
  const [early] = await jobsOf(world)
  await world.connect()
  const run = (job: Job | undefined) => sendLossEmail.run(world.services, job)
  await run(early)
  await lose(world)
  const [, late] = await jobsOf(world)

  // The email of the first loss, which is over.
  await run(early)
  expect(await recipients(world)).toEqual([])

  await disconnect(world.services, await connectionOf(world, uuid))
  await run(late)
  expect(await recipients(world)).toEqual([])
})

test('a connection that its owner paused isn’t lost, and disconnecting is no loss', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  await pauseConnection(world.services, await connectionOf(world, uuid))
  await lose(world)
  world.woo.revoke()
  await disconnect(world.services, await connectionOf(world, uuid))

  expect(await jobsOf(world)).toEqual([])
})

test('only people who want it and can reconnect it get the email', async () => {
  const world = await createConnectionWorld()
  const { team, owner } = world.site
  const former = await world.member(team, { role: 'editor', sites: [] })
  await world.connect(undefined, former)
  await world.pull()
  await saveNotificationChoices(world.services, owner.id, { intent: 'choose', 'plan-70': 'on' })
  await world.queue.stop()

  await lose(world)
  const jobs = await jobsOf(world)
  for (const job of jobs) await sendLossEmail.run(world.services, job)

  expect(jobs.map(({ userId }) => userId)).toEqual([owner.id])
  expect(await recipients(world)).toEqual([])
})
