/** Sent events: which ones, when, to whom, and in which shape. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { webhookBody, webhookEvents, type WebhookBody } from '#app/contract/webhooks.ts'
import { activities, meters, webhookEventRows } from '#app/db/schema/index.ts'
import { setApprovals } from '#app/domain/activities/approval.server.ts'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { endConnections, openConnection } from '#app/domain/connections/connections.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { recordConversion } from '#app/domain/goals/conversions.server.ts'
import { deleteToken, listTokens } from '#app/domain/tokens/token-list.server.ts'
import { createEndpoint, setEndpointPaused } from '#app/domain/webhooks/endpoints.server.ts'
import { findBearer } from '#app/domain/tokens/tokens.server.ts'
import { loader as listActivities } from '#app/routes/api/activities.ts'
import { webhookExamples } from '#app/routes/api/hooks/openapi-hook-examples.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWebhookWorld, signatureOf } from '../../support/webhooks/webhook-world.ts'
import type { World } from '../../support/world.ts'
import type { TestSite } from '../../support/makers.ts'

const order = (id: string, now: Date) => ({
  kind: 'purchase',
  id,
  occurred_at: now.toISOString(),
  person: { first_name: 'Ann', email: 'ann@shop.example', city: 'Utrecht', country: 'NL' },
  items: [{ title: 'Blue Kettle' }],
  total: 39.5,
  currency: 'EUR',
})

const report = async (world: World, site: TestSite, json: unknown) => {
  const { fetch } = await world.serve()
  const token = await world.token(site.team)
  const answer = await fetch(`/api/v1/sites/${site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
  return answer.status
}

test('an order over the API: signed, with what the API shows, and no address', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const site = await world.site()
  const { secret } = await endpoint(site, '/ok')

  expect(await report(world, site, order('1001', world.clock.now()))).toBe(201)
  expect(await report(world, site, order('1001', world.clock.now()))).toBe(200)
  await send()

  const [webhook, ...others] = receiver.received
  expect(others).toEqual([])
  const { data: shown } = (await (
    await listActivities(
      world.visit('/', { token: await world.token(site.team), params: { uuid: site.uuid } }),
    )
  ).json()) as { data: unknown[] }
  const body = webhookBody.parse(JSON.parse(webhook?.body ?? ''))
  expect(body).toEqual({
    id: webhook?.headers['webhook-id'],
    type: 'activity.stored',
    version: '1',
    timestamp: world.clock.now().toISOString(),
    site: site.uuid,
    data: shown[0],
  })
  expect(webhook?.body).not.toMatch(/ann@shop\.example|@/)
  expect(webhook?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Footfall',
    'webhook-signature': webhook && signatureOf(webhook, secret),
    'webhook-timestamp': String(world.clock.now().getTime() / 1000),
  })
})

const fieldsOf = (body: WebhookBody | undefined) => [
  Object.keys(body ?? {}).sort(),
  Object.keys(body?.data ?? {}).sort(),
]

test('each event, in the shape that is documented', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const { teamId, siteId } = site.scope
  await endpoint(site, '/all', webhookEvents)
  const at = world.clock.now()

  const goal = await createGoal(services, site.scope, {
    kind: 'order',
    name: 'Order placed',
    is_repeatable: false,
    is_active: true,
  })
  await recordConversion(services, site.scope, {
    goalUuid: goal.uuid,
    input: { id: 'paid-1', order: '1001', value: 10.5, currency: 'EUR' },
  })
  await storePurchase(services, site, { kind: 'review', stars: 5, body: 'Good.' })
  await world.nudge(site)
  await services.db.system.insert(meters).values({
    teamId,
    month: '2026-03-01',
    visitors: 1_000,
    impressions: 0,
    meteredBy: 'visitors',
    allowance: 1_000,
    granted: 0,
    limitReachedAt: at,
  })
  const account = { integration: 'shopify', account: 'one.myshopify.com', at } as const
  await openConnection(services.db.system, { teamId, siteId }, account)
  await endConnections(services.db.system, account)
  await endConnections(services.db.system, account)
  await send()

  const bodies = receiver.bodiesAt('/all').map((one) => webhookBody.parse(one))
  expect(bodies.map(({ type, data }) => [type, data])).toMatchObject([
    [
      'goal.reached',
      {
        goal: goal.uuid,
        name: 'Order placed',
        order: '1001',
        reached_at: at.toISOString(),
        value: 10.5,
        currency: 'EUR',
      },
    ],
    ['review.stored', { kind: 'review', trust: 'signed' }],
    ['nudge.published', { surface: 'popup', version: 1 }],
    [
      'limit.reached',
      {
        metered_by: 'visitors',
        used: 1_000,
        limit: 1_000,
        month: '2026-03-01',
        resets_at: '2026-04-01T00:00:00.000Z',
      },
    ],
    ['connection.lost', { integration: 'shopify', account: 'one.myshopify.com' }],
  ])
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(5)
  // The documented examples have what is really sent.
  for (const sent of bodies) {
    const example = webhookExamples.find(({ type }) => type === sent.type)
    expect([sent.type, fieldsOf(example)]).toEqual([sent.type, fieldsOf(sent)])
  }
})

test('only what was picked, only of the site, and nothing while it is paused', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const [site, other] = [await world.site(), await world.site()]
  await endpoint(site, '/reviews', ['review.stored'])
  await endpoint(other, '/other')
  const paused = await endpoint(site, '/paused')
  const change = { uuid: paused.uuid, actor: site.owner }
  await setEndpointPaused(services, site.scope, { ...change, isPaused: true })
  await storePurchase(services, site)
  await send()
  expect(receiver.received).toEqual([])

  await setEndpointPaused(services, site.scope, { ...change, isPaused: false })
  await send()
  expect(receiver.received).toEqual([])
  await storePurchase(services, site)
  await send()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/paused'])
})

test('an event that waits for approval is sent once it’s approved, once', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  const page = { source: 'pixel', trust: 'origin', approval: 'quarantined' } as const
  const id = await storePurchase(services, site, page)
  await send()
  expect(receiver.received).toEqual([])

  const [row] = await services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
    .where(eq(activities.id, id))
  const uuids = [row?.uuid ?? '']
  for (const approval of ['approved', 'quarantined', 'approved'] as const) {
    await setApprovals(services, site.scope, { uuids, approval })
    await send()
  }
  expect(receiver.bodiesAt('/ok').map(({ data }) => data)).toEqual([
    expect.objectContaining({ uuid: uuids[0], approval: 'approved' }),
  ])
})

test('an order that a page reported first is sent when the shop confirms it', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const site = await world.site()
  await endpoint(site, '/ok')
  const page = { source: 'pixel', trust: 'origin', approval: 'quarantined' } as const
  await storePurchase(world.services, site, { ...page, externalId: '1001' })

  expect(await report(world, site, order('1001', world.clock.now()))).toBe(201)
  await send()
  expect(receiver.bodiesAt('/ok').map(({ data }) => data)).toEqual([
    expect.objectContaining({ id: '1001', trust: 'signed' }),
  ])
})

test('files and the past are no news', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services, clock } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  const now = clock.now()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await storePurchase(services, site, { source: 'import' })
  await storePurchase(services, site, { occurredAt: hoursAgo(24) })
  await storePurchase(services, site, { occurredAt: hoursAgo(23), externalId: 'recent' })
  await send()
  expect(receiver.bodiesAt('/ok').map(({ data }) => data)).toEqual([
    expect.objectContaining({ id: 'recent' }),
  ])
})

test('a transaction that is rolled back leaves no event', async () => {
  const { world, receiver, send, endpoint } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  await endpoint(site, '/ok')
  const fact = {
    ...order('1001', world.clock.now()),
    kind: 'purchase' as const,
    state: 'confirmed' as const,
    test: false,
  }
  await expect(
    services.db.asTeam(site.scope, async (tx) => {
      await recordReports(tx, site.scope, {
        reports: [stripEmail(services.security.secrets, fact)],
        provenance: { source: 'import' },
        at: world.clock.now(),
      })
      await tx.update(activities).set({ source: 'rest_api' })
      await storePurchase({ ...services, db: { ...services.db, system: tx } }, site)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await send()
  expect(await services.db.system.$count(webhookEventRows)).toBe(0)
  expect(receiver.received).toEqual([])
})

test('a subscription ends with its token, and with what the token may read', async () => {
  const { world, receiver, send } = await createWebhookWorld()
  const { services } = world
  const site = await world.site()
  const subscribe = async (token: string, path: string) => {
    const bearer = await findBearer(services, token)
    await createEndpoint(services, site.scope, {
      url: `${receiver.origin}${path}`,
      events: ['activity.stored', 'nudge.published'],
      actor: { id: bearer?.userId ?? 0 },
      tokenId: bearer?.tokenId ?? 0,
    })
  }
  const weak = await world.token(site.team, ['hooks:manage'])
  const whole = await world.token(site.team, ['hooks:manage', 'activities:read'])
  await subscribe(weak, '/weak')
  await subscribe(whole, '/whole')
  await storePurchase(services, site)
  await world.nudge(site)
  await send()
  const typesAt = (path: string) => receiver.bodiesAt(path).map(({ type }) => type)
  expect(typesAt('/weak')).toEqual(['nudge.published'])
  expect(typesAt('/whole')).toEqual(['activity.stored', 'nudge.published'])

  for (const { id } of await listTokens(services, site.team.scope, {})) {
    await deleteToken(services, { team: site.team.scope, actor: site.owner, id })
  }
  await storePurchase(services, site)
  await send()
  expect(receiver.received).toHaveLength(3)
})
