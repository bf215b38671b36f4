/** The screen of one activity: what visitors saw of it, why they no longer do, and taking it back. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { activities, claims, pixelEvents, sites } from '#app/db/schema/index.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { findErasedReports } from '#app/domain/erasures/erased-activities.server.ts'
import { addExclusion } from '#app/domain/activities/exclusions.server.ts'
import type { EventRow } from '#app/domain/events/store-events.server.ts'
import { readTopMembers } from '#app/domain/stats/top-members.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { action as changeList } from '#app/routes/data-feeds/activities.tsx'
import { action, loader } from '#app/routes/data-feeds/activity.tsx'
import type { TestSite } from '../../support/makers.ts'
import { storeNudge } from '../../support/nudges.ts'
import { storePurchase } from '../../support/purchases.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

type Open = { world: World; site: TestSite }

async function uuidOf({ services }: World, id: number): Promise<string> {
  const [row] = await services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
    .where(eq(activities.id, id))
  return row?.uuid ?? ''
}

const read = async ({ world, site }: Open, id: number) => {
  const uuid = await uuidOf(world, id)
  const { activity } = await loader(
    world.visit(`/data-feeds/activities/${uuid}`, {
      as: site.owner,
      params: { uuid },
    }),
  )
  return activity
}

const change = async ({ world, site }: Open, id: number, form: Record<string, string>) => {
  const uuid = await uuidOf(world, id)
  const visit = { as: site.owner, params: { uuid }, form }
  return action(world.visit(`/data-feeds/activities/${uuid}`, visit))
}

async function openShop(): Promise<Open> {
  const world = await createWorld()
  return { world, site: await world.site() }
}

/** The claims that pages get. */
async function servePayload(world: World, site: TestSite): Promise<PixelPayload> {
  const { fetch } = await world.serve()
  const answer = await fetch(`/api/pixel/${site.uuid}`)
  return (await answer.json()) as PixelPayload
}

test('impressions and clicks are counted as in the statistics, for this activity only', async () => {
  const shop = await openShop()
  const { world, site } = shop
  await liftLimits(world.services)
  const popup = await storeNudge(world.services, site, {
    type: 'purchase',
    name: 'Popup',
  })
  const inline = await storeNudge(world.services, site, {
    type: 'purchase',
    name: 'Inline',
    surface: 'inline',
    placement: { selector: 'h1', where: 'after' },
  })
  const ann = await storePurchase(world.services, site, { firstName: 'Ann' })
  const bob = await storePurchase(world.services, site, { firstName: 'Bob' })
  const payload = await servePayload(world, site)
  const claimOf = (nudge: string, name: string) =>
    payload.nudges
      .find(({ id }) => id === shortIdOf(nudge))
      ?.items.find(({ title }) => title.startsWith(name))?.claim ?? null
  const at = world.clock.now()
  const event = (wanted: Partial<EventRow> & { name?: string }, minutes = 0): EventRow => {
    const { name = 'Ann', nudge = popup, ...rest } = wanted
    return eventRow(site, {
      type: 'impression',
      page: '/a',
      receivedAt: new Date(at.getTime() + minutes * 60_000),
      claim: claimOf(nudge ?? popup, name),
      nudge,
      ...rest,
    })
  }
  await store(world.services, [
    event({}),
    event({}, 1),
    event({ page: '/b' }, 2),
    event({ nudge: inline }, 3),
    event({ type: 'click' }, 4),
    event({ type: 'click', nudge: inline, page: '/c' }, 4),
    event({ type: 'close', page: '/b' }, 5),
    event({ type: 'hover' }, 5),
    event({ outcome: 'bot' }, 6),
    event({ outcome: 'quarantined' }, 6),
    event({ name: 'Bob', page: '/b' }, 7),
  ])
  const window = {
    from: new Date(at.getTime() - dayMillis),
    to: new Date(at.getTime() + dayMillis),
  }
  const statistics = async (by: 'nudge' | 'page') => {
    const { rows } = await readTopMembers(world.services, site.scope, {
      window,
      by,
      sort: null,
      page: 1,
    })
    return rows.map(({ name, totals }) => [name, totals.impression ?? 0, totals.click ?? 0])
  }

  const { exposure } = await read(shop, ann)
  const other = await read(shop, bob)

  expect(exposure).toMatchObject({
    totals: { impressions: 4, clicks: 2, closes: 1 },
    firstAt: at,
    lastAt: new Date(at.getTime() + 3 * 60_000),
    pageCount: 3,
  })
  expect(
    exposure.pages.map(({ page, impressions, clicks }) => [page, impressions, clicks]),
  ).toEqual([
    ['/a', 3, 1],
    ['/b', 1, 0],
    ['/c', 0, 1],
  ])
  expect(other.exposure.totals).toEqual({
    impressions: 1,
    clicks: 0,
    closes: 0,
  })

  // Both together are all that the statistics have.
  const sum = (
    byName: (one: typeof exposure) => readonly (readonly [string, number, number])[],
  ) => {
    const sums = new Map<string, [number, number]>()
    for (const [name, shown, clicked] of [...byName(exposure), ...byName(other.exposure)]) {
      const [seen, clicks] = sums.get(name) ?? [0, 0]
      sums.set(name, [seen + shown, clicks + clicked])
    }
    return new Set([...sums].map(([name, counts]) => [name, ...counts]))
  }
  expect(sum(({ nudges }) => nudges.map((one) => [one.name, one.impressions, one.clicks]))).toEqual(
    new Set(await statistics('nudge')),
  )
  expect(sum(({ pages }) => pages.map((one) => [one.page, one.impressions, one.clicks]))).toEqual(
    new Set(await statistics('page')),
  )
})

test('the claim is the one that visitors got, and the picture shows only this activity', async () => {
  const shop = await openShop()
  const { world, site } = shop
  await storeNudge(world.services, site, { type: 'purchase', name: 'Recent' })
  const ann = await storePurchase(world.services, site, { firstName: 'Ann' })
  await storePurchase(world.services, site, { firstName: 'Bob' })
  const before = await read(shop, ann)
  await servePayload(world, site)

  const { claims: made, picture, showing, stored } = await read(shop, ann)

  expect(before.claims).toEqual([])
  expect(made).toMatchObject([
    { nudge: 'Recent', text: 'Ann in the Netherlands bought Blue Kettle' },
  ])
  expect(made[0]?.rule).toContain('One paid, non-test purchase')
  expect((JSON.parse(stored) as { claims: string[] }).claims).toEqual([made[0]?.id])
  expect(picture?.nudges.map(({ items }) => items.map(({ title }) => title))).toEqual([
    ['Ann in the Netherlands'],
  ])
  expect(showing).toMatchObject({ kind: 'shown', nudge: { name: 'Recent' } })
  // Looking at it claims nothing.
  expect(await world.services.db.system.$count(claims)).toBe(2)
})

test('each reason why visitors do not see it is found', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const { services } = world
  const store = (wanted: Parameters<typeof storePurchase>[2]) =>
    storePurchase(services, site, wanted)
  const kindOf = async (id: number) => (await read(shop, id)).showing.kind
  const ago = (millis: number) => new Date(world.clock.now().getTime() - millis)
  const ann = await store({ firstName: 'Ann' })
  const nowhere = await store({
    firstName: 'Bea',
    city: null,
    country: null,
    occurredAt: ago(1),
  })
  const paged = await store({
    source: 'pixel',
    trust: 'origin',
    occurredAt: ago(2),
  })
  const long = await store({ occurredAt: ago(30 * dayMillis) })
  const weak = await store({ kind: 'review', stars: 2, body: 'Slow.' })
  const silent = await store({ kind: 'review', stars: 5, body: null })

  expect(await kindOf(ann)).toBe('no_nudge')
  await storeNudge(services, site, { type: 'purchases', name: 'Count' })
  expect(await kindOf(ann)).toBe('counted')

  const query: Partial<NudgeQuery> = { integration: 'rest_api', listSize: 2 }
  await storeNudge(services, site, { type: 'purchase', query })
  await storeNudge(services, site, {
    type: 'review',
    query: { minimum: 4, hideEmpty: true },
  })
  expect(await kindOf(ann)).toBe('shown')
  expect(await kindOf(paged)).toBe('other_source')
  expect(await kindOf(long)).toBe('old')
  expect([await kindOf(weak), await kindOf(silent)]).toEqual(['few_stars', 'no_text'])

  await store({ firstName: 'Cem', occurredAt: ago(3) })
  expect(await kindOf(ann)).toBe('newer')
  await services.db.system
    .update(sites)
    .set({ options: { showVisitorsWithLocationOnly: true } })
    .where(eq(sites.id, site.scope.siteId))
  expect([await kindOf(nowhere), await kindOf(ann)]).toEqual(['no_place', 'shown'])
  await services.db.system.update(sites).set({ pausedAt: ago(0) })
  expect(await kindOf(ann)).toBe('paused')
})

test('one that is too old is drawn all the same', async () => {
  const shop = await openShop()
  const { world, site } = shop
  await storeNudge(world.services, site, { type: 'purchase' })
  const occurredAt = new Date(world.clock.now().getTime() - 90 * dayMillis)
  const long = await storePurchase(world.services, site, { occurredAt })

  const { picture } = await read(shop, long)

  const [item] = picture?.nudges[0]?.items ?? []
  expect(item).toMatchObject({ title: 'Ann in the Netherlands' })
  expect(item?.until).toBeUndefined()
})

type Undone = {
  data: { saved: string; undo?: { to: string; fields: readonly (readonly [string, string])[] } }
}

const approvalsOf = async ({ world }: Open) =>
  (
    await world.services.db.system
      .select({ approval: activities.approval, rule: activities.exclusionId })
      .from(activities)
      .orderBy(activities.id)
  ).map(({ approval, rule }) => (rule === null ? approval : `${approval} by rule`))

test('undo hides again what was hidden before, also by an exclusion', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const { services } = world
  await storePurchase(services, site, {})
  await storePurchase(services, site, {
    trust: 'origin',
    approval: 'quarantined',
  })
  const kettle = await storePurchase(services, site, {
    productTitle: 'Kettle',
  })
  await addExclusion(services, site.scope, {
    field: 'product',
    value: 'Kettle',
  })
  const before = await approvalsOf(shop)

  const shown = (await change(shop, kettle, { intent: 'show' })) as unknown as Undone
  const after = await approvalsOf(shop)
  const fields = shown.data.undo?.fields ?? []
  await change(shop, kettle, Object.fromEntries(fields))

  expect(before).toEqual(['approved', 'quarantined', 'hidden by rule'])
  expect(after).toEqual(['approved', 'quarantined', 'approved'])
  expect(await approvalsOf(shop)).toEqual(before)
})

test('undo restores activities that were hidden together, and only the changed ones', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const ids = [
    await storePurchase(world.services, site, {}),
    await storePurchase(world.services, site, {
      trust: 'origin',
      approval: 'quarantined',
    }),
    await storePurchase(world.services, site, { approval: 'hidden' }),
  ]
  const uuids = await Promise.all(ids.map((id) => uuidOf(world, id)))
  const send = (fields: readonly (readonly [string, string])[]) => {
    const { request, ...args } = world.visit('/data-feeds', {
      as: site.owner,
      form: { intent: 'hide' },
    })
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
    return changeList({ ...args, request: new Request(request, { body }) })
  }

  const hidden = (await send([
    ['intent', 'hide'],
    ...uuids.map((uuid) => ['uuid', uuid] as const),
  ])) as unknown as Undone
  const between = await approvalsOf(shop)
  await send(hidden.data.undo?.fields ?? [])

  expect(hidden.data.saved).toBe('2 purchases hidden')
  expect(hidden.data.undo?.to).toBe('/data-feeds')
  expect(between).toEqual(['hidden', 'hidden', 'hidden'])
  expect(await approvalsOf(shop)).toEqual(['approved', 'quarantined', 'hidden'])
})

test('undo approves no activity of unknown trust, and none of another site', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const others = await world.site()
  const unknown = await storePurchase(world.services, site, {
    trust: 'unknown',
    approval: 'hidden',
  })
  const foreign = await storePurchase(world.services, others, {
    approval: 'hidden',
  })
  for (const id of [unknown, foreign]) {
    const uuid = await uuidOf(world, id)
    await change(shop, unknown, { intent: 'undo', was: `${uuid} approved` })
  }

  expect(await approvalsOf(shop)).toEqual(['hidden', 'hidden'])
  const wrong = (await change(shop, unknown, {
    intent: 'undo',
    was: 'x approved',
  })) as {
    init: { status: number }
  }
  expect(wrong.init.status).toBe(422)
})

test('a deleted one takes its claims with it and leaves its counts, and none of another site is', async () => {
  const shop = await openShop()
  const { world, site } = shop
  await storeNudge(world.services, site, { type: 'purchase' })
  const ann = await storePurchase(world.services, site, {})
  const payload = await servePayload(world, site)
  const nudge = payload.nudges[0]
  await store(world.services, [
    eventRow(site, {
      type: 'impression',
      nudge: nudge?.id ?? '',
      claim: nudge?.items[0]?.claim ?? null,
      receivedAt: new Date(world.clock.now().getTime() + hourMillis),
    }),
  ])

  const others = await world.site()
  const foreign = await storePurchase(world.services, others, {})
  const gone = await change(shop, ann, { intent: 'delete' })

  expect((gone as Response).headers.get('Location')).toBe('/data-feeds?deleted')
  await expect(change(shop, foreign, { intent: 'delete' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await world.services.db.system.$count(activities)).toBe(1)
  expect(await world.services.db.system.$count(claims)).toBe(0)
  expect(await world.services.db.system.$count(pixelEvents)).toBe(1)
})

test('a connected shop doesn’t restore a deleted activity, and other sources can send it again', async () => {
  const shop = await openShop()
  const { world, site } = shop
  const { db, now, security } = world.services
  const connectionId = await db.transaction((tx) =>
    openConnection(tx, site.scope, { integration: 'shopify', account: 'a.example', at: now() }),
  )
  const keys = ['shop-1', 'server-1'].map((externalId) => ({
    kind: 'purchase',
    externalId,
    account: '',
    emailHash: null,
    amountCents: null,
    currency: null,
    occurredAt: new Date(0),
    isPayment: false,
  }))
  const ids = [
    await storePurchase(world.services, site, {
      externalId: 'shop-1',
      source: 'integration',
      connectionId,
    }),
    await storePurchase(world.services, site, { externalId: 'server-1' }),
  ]

  for (const id of ids) await change(shop, id, { intent: 'delete' })

  const where = { secrets: security.secrets, siteUuid: site.uuid }
  const { erased } = await findErasedReports(db.system, where, keys)
  expect(erased).toEqual([keys[0]])
})
