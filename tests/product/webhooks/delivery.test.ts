/** How it is sent: in order, again after failures, and until when (docs/threats.md T50, R22). */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  webhookAttempts,
  webhookEndpoints,
  webhookEventRows,
  webhookMessages,
} from '#app/db/schema/index.ts'
import {
  createEndpoint,
  readEndpoint,
  rotateSecret,
  setEndpointPaused,
} from '#app/domain/webhooks/endpoints.server.ts'
import {
  listMessages,
  resendMessage,
  sendTest,
  sweepWebhooks,
} from '#app/domain/webhooks/log.server.ts'
import { storePurchase } from '../../support/purchases.ts'
import {
  createWebhookWorld,
  signatureOf,
  type WebhookWorld,
} from '../../support/webhooks/webhook-world.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

const idsAt = ({ receiver }: WebhookWorld, path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id'])

test('a failed one comes again for a day, the same each time, and then no more', async () => {
  const all = await createWebhookWorld()
  const { world, receiver, send, endpoint } = all
  const { services, clock } = world
  const site = await world.site()
  const { uuid } = await endpoint(site, '/broken')
  receiver.behave('/broken', { status: 500, body: 'no' })
  await storePurchase(services, site)
  await send()
  await send()
  expect(receiver.received).toHaveLength(1)

  // Each pause, with the longest jitter.
  const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
  const counts: number[] = []
  for (const pause of pauses) {
    clock.advance(pause - 1)
    await send()
    counts.push(receiver.received.length)
    clock.advance(pause * 0.2 + 1)
    await send()
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(receiver.received).toHaveLength(8)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(idsAt(all, '/broken')).size).toBe(1)

  clock.advance(100 * hour)
  await send()
  expect(receiver.received).toHaveLength(8)
  const { messages } = await listMessages(services, site.scope, { endpoint: uuid, before: null })
  expect(messages).toMatchObject([{ state: 'failed' }])
  expect(messages[0]?.attempts.map(({ status, response }) => [status, response])).toEqual(
    Array(8).fill([500, 'no']),
  )
})

test('after a day of failures it is paused, owner and admins hear of it, and resuming goes on', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  const admin = await world.member(site.team, { role: 'admin' })
  await world.member(site.team, { role: 'admin', sites: [] })
  await world.member(site.team, { role: 'editor' })
  const { uuid } = await endpoint(site, '/broken')
  receiver.behave('/broken', 'hang up')
  for (let hours = 0; hours < 23; hours += 1) {
    await storePurchase(services, site)
    await send()
    clock.advance(hour)
  }
  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({ state: 'active' })
  clock.advance(hour)
  await send()
  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({
    state: 'paused',
    pauseReason: 'failing',
  })
  const asked = receiver.received.length
  // Rests between attempts: far fewer than 23 messages with their eight attempts.
  expect(asked).toBeLessThan(80)

  await expect
    .poll(async () => (await services.mail.outbox.list()).map(({ to }) => to).sort())
    .toEqual([site.owner.email, admin.email].sort())
  clock.advance(hour)
  await send()
  expect(receiver.received).toHaveLength(asked)

  receiver.behave('/broken', { status: 200 })
  const change = { uuid, actor: site.owner, isPaused: false }
  await setEndpointPaused(services, site.scope, change)
  clock.advance(12 * hour)
  await send()
  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({
    state: 'active',
    failingSince: null,
  })
  const waiting = eq(webhookMessages.state, 'waiting')
  expect(await services.db.system.$count(webhookMessages, waiting)).toBe(0)
})

test('a dead endpoint rests, and takes what waited in order once it is back', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  await endpoint(site, '/back')
  receiver.behave('/back', { status: 503 })
  for (let count = 0; count < 50; count += 1) {
    await storePurchase(services, site, { externalId: String(count) })
  }
  await send()
  expect(receiver.received).toHaveLength(3)

  receiver.behave('/back', { status: 204 })
  clock.advance(10 * minute)
  await send()
  const ids = receiver.bodiesAt('/back').map(({ data }) => (data as { id: string }).id)
  expect(ids.slice(3)).toEqual(Array.from({ length: 50 }, (_item, index) => String(index)))
})

test.each([
  [429, '120', 2 * minute],
  [503, '3600', hour],
])('status %i with Retry-After: %s is obeyed', async (status, retryAfter, millis) => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const site = await world.site()
  await endpoint(site, '/busy')
  receiver.behave('/busy', { status, headers: { 'Retry-After': retryAfter } })
  await storePurchase(world.services, site)
  await storePurchase(world.services, site)
  await send()
  world.clock.advance(millis - 1)
  await send()
  expect(receiver.received).toHaveLength(1)
  receiver.behave('/busy', { status: 200 })
  world.clock.advance(1)
  await send()
  expect(receiver.received).toHaveLength(3)
})

test('410 ends a subscription, and pauses what a person added', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const { uuid } = await endpoint(site, '/gone')
  await world.token(site.team)
  const { endpoint: hook } = await createEndpoint(services, site.scope, {
    url: `${receiver.origin}/gone`,
    events: ['activity.stored'],
    actor: site.owner,
    tokenId: 1,
  })
  receiver.behave('/gone', { status: 410 })
  await storePurchase(services, site)
  await send()

  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({ pauseReason: 'gone' })
  await expect(readEndpoint(services, site.scope, hook.uuid)).rejects.toThrow('not found')
  await storePurchase(services, site)
  world.clock.advance(hour)
  await send()
  expect(receiver.received).toHaveLength(2)
})

test('redirects, endless bodies, silence: each has an end, and a reason in the log', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const paths = ['/redirect', '/endless', '/hang', '/hang-up'] as const
  const endpoints = []
  for (const path of paths) endpoints.push(await endpoint(site, path))
  const elsewhere = { Location: 'http://169.254.169.254/latest/meta-data/' }
  receiver.behave('/redirect', { status: 307, headers: elsewhere })
  receiver.behave('/endless', 'endless body')
  receiver.behave('/hang', 'hang')
  receiver.behave('/hang-up', 'hang up')
  await storePurchase(services, site)
  // Long enough for the first bytes of the endless body on a busy machine.
  await send({ maxMillis: 2_000 })

  const logged = []
  for (const { uuid } of endpoints) {
    const { messages } = await listMessages(services, site.scope, { endpoint: uuid, before: null })
    const [attempt] = messages[0]?.attempts ?? []
    logged.push([messages[0]?.state, attempt?.status, attempt?.fault, attempt?.response.length])
  }
  expect(logged).toEqual([
    ['waiting', null, 'redirects', 0],
    ['delivered', 200, null, 4_096],
    ['waiting', null, 'time', 0],
    ['waiting', null, 'connection', 0],
  ])
})

test('an endpoint that hangs delays no other, and not what is stored meanwhile', async () => {
  const all = await createWebhookWorld()
  const { world, receiver, send, endpoint } = all
  const { services } = world
  const [slow, quick] = [await world.site(), await world.site()]
  await endpoint(slow, '/waits')
  await endpoint(quick, '/ok')
  receiver.behave('/waits', 'wait')
  await storePurchase(services, slow)
  const sending = send()
  await expect.poll(() => idsAt(all, '/waits')).toHaveLength(1)

  await storePurchase(services, quick)
  await send()
  await expect.poll(() => idsAt(all, '/ok')).toHaveLength(1)
  receiver.release()
  await sending
})

test('two hundred events at the same time: one job waits, each arrives once, in order', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  await endpoint(site, '/also')
  const rows = Array.from({ length: 200 }, (_item, index) => String(index))
  await services.db.transaction(async (tx) => {
    for (const externalId of rows) {
      await storePurchase({ ...services, db: { ...services.db, system: tx } }, site, { externalId })
    }
  })
  await send()

  for (const path of ['/ok', '/also']) {
    const ids = receiver.bodiesAt(path).map(({ data }) => (data as { id: string }).id)
    expect(ids).toEqual(rows)
  }
  const { rows: jobs } = await services.db.system.execute(
    sql`select count(*)::int as waiting from pgboss.job where name like 'webhooks.%' and state = 'created'`,
  )
  expect(jobs).toEqual([{ waiting: 0 }])
}, 300_000)

test('while the secret changes both sign, and after a day only the new one', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  const { uuid, secret } = await endpoint(site, '/ok')
  const fresh = await rotateSecret(services, site.scope, { uuid, actor: site.owner })
  await storePurchase(services, site)
  await send()
  clock.advance(24 * hour)
  await storePurchase(services, site)
  await send()

  const [during, after] = receiver.received
  expect(during?.headers['webhook-signature']).toBe(
    during && `${signatureOf(during, fresh)} ${signatureOf(during, secret)}`,
  )
  expect(after?.headers['webhook-signature']).toBe(after && signatureOf(after, fresh))
})

test('the stored secret, bodies and answers are encrypted', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const { secret } = await endpoint(site, '/ok')
  receiver.behave('/ok', { status: 200, body: 'Thanks for the Kettle' })
  await storePurchase(services, site)
  await send()
  const { rows } = await services.db.system.execute(sql`
    select encode(secret, 'escape') as text from webhook_endpoints union all
    select encode(body, 'escape') from webhook_events union all
    select encode(response, 'escape') from webhook_attempts`)
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/Kettle|Utrecht/)
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
})

test('sent by hand: a test, and a message again with the same id', async () => {
  const all = await createWebhookWorld()
  const { world, receiver, send, endpoint } = all
  const { services } = world
  const site = await world.site()
  const { uuid } = await endpoint(site, '/ok')
  await endpoint(site, '/other')
  await sendTest(services, site.scope, uuid)
  await expect(sendTest(services, site.scope, uuid)).rejects.toThrow('still on its way')
  await send()
  expect(receiver.bodiesAt('/ok')).toMatchObject([{ type: 'webhook.test', site: site.uuid }])
  expect(receiver.bodiesAt('/other')).toEqual([])

  const { messages } = await listMessages(services, site.scope, { endpoint: uuid, before: null })
  const again = { endpoint: uuid, message: messages[0]?.uuid ?? '' }
  await resendMessage(services, site.scope, again)
  await send()
  const [first, second_] = idsAt(all, '/ok')
  expect(second_).toBe(first)
  const other = await world.site()
  await expect(resendMessage(services, other.scope, again)).rejects.toThrow('not found')
})

test('after seven days the log is empty', async () => {
  const { world, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  await storePurchase(services, site)
  await send()
  clock.advance(7 * 24 * hour)
  await sweepWebhooks(services)
  expect(await services.db.system.$count(webhookAttempts)).toBe(1)
  clock.advance(1)
  await sweepWebhooks(services)
  for (const table of [webhookEventRows, webhookMessages, webhookAttempts]) {
    expect(await services.db.system.$count(table)).toBe(0)
  }
})

test('bounds: endpoints of a site, and what waits for one', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const { uuid } = await endpoint(site, '/broken')
  for (let count = 1; count < 20; count += 1) await endpoint(site, '/ok', ['nudge.published'])
  await expect(endpoint(site, '/ok')).rejects.toThrow('limit of 20')

  receiver.behave('/broken', { status: 500 })
  await storePurchase(services, site)
  await send()
  await services.db.system.execute(sql`
    with copied as (
      insert into webhook_events (team_id, site_id, type, happened_at, body, prepared_at)
      select team_id, site_id, type, happened_at, body, prepared_at
      from webhook_events, generate_series(1, 9999) returning id)
    insert into webhook_messages (team_id, site_id, endpoint_id, event_id, due_at)
    select endpoint.team_id, endpoint.site_id, endpoint.id, copied.id, now()
    from copied, webhook_endpoints as endpoint where endpoint.uuid = ${uuid}`)
  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({ state: 'active' })
  await storePurchase(services, site)
  await send()
  expect(await readEndpoint(services, site.scope, uuid)).toMatchObject({
    state: 'paused',
    pauseReason: 'backlog',
  })
})

test('a process that died: its endpoint is free again after a minute', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  await storePurchase(services, site)
  const dead = new Date(clock.now().getTime() + minute)
  await services.db.system.update(webhookEndpoints).set({ leasedUntil: dead })
  await send()
  expect(receiver.received).toEqual([])
  clock.advance(minute)
  await send()
  expect(receiver.received).toHaveLength(1)
})
