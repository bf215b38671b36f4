/** A site in Wix, from the owner's payment there to the organization's plan, and its screens. */
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { planChanges, subscriptions, teams, wixInstances } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { channelOf, requireCardTeam } from '#app/domain/billing/channel-of.server.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { exportTeam } from '#app/domain/lifecycle/export-team.server.ts'
import { transferSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { createWixWorld, wixEnvironment, type WixWorld } from '../../support/wix/wix-world.ts'
import { createWorld } from '../../support/world.ts'

const returnUrl = 'http://footfall.test/billing/returned/success'

async function createShop(packages?: readonly string[], environment?: Record<string, string>) {
  const world = await createWixWorld(environment, packages)
  const { team, owner } = world.wixSite
  const choose = (planId: string, operation: string = randomUUID()) =>
    choosePlan(world.services, team.scope, {
      planId,
      coupon: null,
      operation,
      actor: { userId: owner.id },
      returnUrl,
    })
  return {
    ...world,
    scope: team.scope,
    owner,
    choose,
    /** Pays, and returns to the success page, which reads Wix again. */
    async pay(planId: string) {
      world.clock.advance(1_000)
      const step = await choose(planId)
      if (step.kind !== 'redirect') throw new Error(`The step is ${step.kind}.`)
      await world.answer(step.url, 'approve')
      await syncBilling(world.services, team.scope)
    },
  }
}

async function stored({ services, wixSite }: WixWorld) {
  const { teamId } = wixSite.team.scope
  const { system } = services.db
  const [team] = await system.select().from(teams).where(eq(teams.id, teamId))
  const rows = await system
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teamId, teamId))
    .orderBy(asc(subscriptions.id))
  return {
    plan: team?.plan,
    meteredBy: team?.meteredBy,
    subscriptions: rows.map(({ planId, state }) => `${planId} ${state}`),
  }
}

test('a plan applies once Wix says that it is paid', async () => {
  const world = await createShop()
  const operation = randomUUID()

  const step = await world.choose('plus1', operation)
  expect(await world.choose('plus1', operation)).toEqual(step)
  expect(world.wix.checkouts).toMatchObject([
    { packageName: 'plus1', instanceId: world.instance.id, successUrl: returnUrl, isTest: true },
  ])
  expect(await stored(world)).toEqual({
    plan: 'free',
    meteredBy: 'visitors',
    subscriptions: [],
  })

  if (step.kind !== 'redirect') throw new Error('There is no checkout.')
  await world.answer(step.url, 'approve')
  await syncBilling(world.services, world.scope)

  expect(await stored(world)).toEqual({
    plan: 'plus1',
    meteredBy: 'visitors',
    subscriptions: ['plus1 active'],
  })
  const changes = await world.services.db.system.select().from(planChanges)
  expect(changes).toMatchObject([
    { actor: 'member', fromPlan: 'free', toPlan: 'plus1', reason: 'Chose the Plus plan.' },
  ])
  expect(await readBilling(world.services, world.scope)).toMatchObject({
    channel: 'wix',
    isConfigured: true,
    boosts: [],
    subscription: {
      unitCents: 2_900,
      currentPeriodEndsAt: new Date('2026-04-02T10:00:00.000Z'),
    },
  })
})

test('a checkout is offered again until it ends, and then another', async () => {
  const world = await createShop()
  const operation = randomUUID()
  const first = await world.choose('plus1', operation)

  world.clock.advance(46 * hourMillis)
  expect(await world.choose('plus1', operation)).toEqual(first)
  world.clock.advance(2 * hourMillis)
  expect(await world.choose('plus1', operation)).not.toEqual(first)
})

test('a dearer plan replaces the one before; everything else is done in Wix', async () => {
  const world = await createShop()
  const { services, scope, owner, choose, wix, instance } = world
  await world.pay('plus1')
  await world.pay('genius1')
  expect(await stored(world)).toMatchObject({
    plan: 'genius1',
    subscriptions: ['plus1 ended', 'genius1 active'],
  })

  await expect(choose('lite1')).rejects.toThrow('Cancel your plan in Wix')
  const change = { operation: randomUUID(), userId: owner.id }
  await expect(cancelPlan(services, scope, change)).rejects.toThrow('Cancel your plan')
  const boost = {
    itemId: 'lite-visitors',
    siteId: null,
    returnUrl,
    cancelUrl: returnUrl,
    ...change,
  }
  await expect(startPurchase(services, scope, boost)).rejects.toThrow()

  wix.cancel(instance.id)
  await syncBilling(services, scope)
  expect(await stored(world)).toMatchObject({ plan: 'genius1' })
  await expect(choose('genius1')).rejects.toThrow('turn its renewal on again')
  await expect(resumePlan(services, scope, change)).rejects.toThrow('can’t be resumed')

  world.clock.advance(31 * dayMillis)
  await syncBilling(services, scope)
  expect(await stored(world)).toMatchObject({
    plan: 'free',
    subscriptions: ['plus1 ended', 'genius1 ended'],
  })
  await world.pay('lite1')
  expect(await stored(world)).toMatchObject({ plan: 'lite1' })
})

test('plans that Wix knows by other ids, and one that isn’t in the catalog', async () => {
  const ids = 'lite1=9a1f, plus1 = 9a2f'
  const world = await createShop(['9a1f', '9a2f', 'gold'], { WIX_PLAN_IDS: ids })
  await world.pay('plus1')
  expect(world.wix.checkouts).toMatchObject([{ packageName: '9a2f' }])
  expect(await stored(world)).toMatchObject({ plan: 'plus1' })

  world.clock.advance(1_000)
  world.wix.buy(world.instance.id, 'gold')
  await syncBilling(world.services, world.scope)
  expect(await stored(world)).toMatchObject({
    plan: 'plus1',
    subscriptions: ['plus1 ended', 'plus1 active'],
  })
  expect(world.takeErrors()).toMatchObject([{ msg: 'unexpected subscription' }])
})

test('a yearly plan ends when Wix says so', async () => {
  const world = await createShop()
  world.wix.buy(world.instance.id, 'agency1', 'YEARLY')
  await syncBilling(world.services, world.scope)

  const { subscription } = await readBilling(world.services, world.scope)
  expect(subscription).toMatchObject({
    state: 'active',
    currentPeriodEndsAt: new Date('2027-03-02T10:00:00.000Z'),
  })
})

test('the nightly check finds what a lost webhook said', async () => {
  const world = await createShop()
  await world.pay('plus1')
  const page = { night: '2026-03-02', after: 0, checked: 0, repaired: 0, failed: 0 }
  expect(await reconcileBilling(world.services, page)).toMatchObject({ checked: 1, repaired: 0 })

  world.wix.end(world.instance.id)
  expect(await reconcileBilling(world.services, page)).toMatchObject({ checked: 1, repaired: 1 })
  expect(await stored(world)).toMatchObject({ plan: 'free' })
})

test('a check during an outage changes nothing', async () => {
  const world = await createShop()
  await world.pay('plus1')
  const page = { night: '2026-03-02', after: 0, checked: 0, repaired: 0, failed: 0 }

  world.instance.isInstalled = false
  world.clock.advance(5 * hourMillis)
  expect(await reconcileBilling(world.services, page)).toMatchObject({ failed: 1, repaired: 0 })
  expect(await stored(world)).toMatchObject({ plan: 'plus1' })
})

test('a token that Wix withdrew is replaced', async () => {
  const world = await createShop()
  await world.pay('plus1')
  const asked = () => world.wix.seen.filter(({ path }) => path === '/oauth2/token').length
  const before = asked()
  await syncBilling(world.services, world.scope)
  expect(asked()).toBe(before)

  world.wix.withdrawTokens()
  await syncBilling(world.services, world.scope)
  expect(asked()).toBe(before + 1)
  world.clock.advance(5 * hourMillis)
  await syncBilling(world.services, world.scope)
  expect(asked()).toBe(before + 2)
})

test.each<[string, unknown]>([
  ['another site', { instance: { instanceId: randomUUID(), isFree: true } }],
  ['a paid site without a plan', { instance: { instanceId: null, isFree: false } }],
  ['nothing', {}],
])('an answer about %s changes nothing', async (_what, json) => {
  const world = await createShop()
  await world.pay('plus1')
  const answer = JSON.parse(
    JSON.stringify(json).replace('null', JSON.stringify(world.instance.id)),
  ) as unknown
  world.wix.answers.set('GET /apps/v1/instance', answer)

  await expect(syncBilling(world.services, world.scope)).rejects.toThrow(
    expect.objectContaining({ name: 'BadRecord' }),
  )
  expect(await stored(world)).toMatchObject({ plan: 'plus1' })
})

test('a checkout without an address leads nowhere, and buys nothing', async () => {
  const world = await createShop()
  // Both members may be absent.
  world.wix.answers.set('POST /apps/v1/checkout', { token: 'token-1' })

  await expect(world.choose('plus1')).rejects.toThrow('unable to update your subscription')
  expect(world.takeErrors()).toMatchObject([{ teamId: world.scope.teamId }])
  expect(await stored(world)).toMatchObject({ plan: 'free', subscriptions: [] })
})

test('a plan during its free trial applies', async () => {
  const world = await createShop()
  world.wix.answers.set('GET /apps/v1/instance', {
    instance: {
      instanceId: world.instance.id,
      isFree: false,
      billing: {
        packageName: 'plus1',
        billingCycle: 'MONTHLY',
        timeStamp: world.clock.now().toISOString(),
        autoRenewing: true,
        freeTrialInfo: { status: 'IN_PROGRESS' },
      },
    },
  })

  await syncBilling(world.services, world.scope)

  expect(await stored(world)).toMatchObject({ plan: 'plus1', subscriptions: ['plus1 active'] })
})

test('an instance belongs to one organization, which has no other and pays nowhere else', async () => {
  const world = await createShop()
  const { services, scope, instance } = world
  const { scope: other } = await world.team()
  const link = (team: typeof scope, instanceId: string) =>
    linkWixInstance(services, team, { instanceId, siteId: null })

  await link(scope, instance.id.toUpperCase())
  await expect(link(other, instance.id)).rejects.toThrow('another organization')
  await expect(link(scope, randomUUID())).rejects.toThrow('another site')

  const at = services.now()
  await services.db.system.insert(subscriptions).values({
    teamId: other.teamId,
    channel: 'card',
    providerId: 'sub_1',
    planId: 'plus',
    providerPlan: 'price_1',
    state: 'active',
    providerStatus: 'active',
    unitCents: 2_900,
    createdAt: at,
    updatedAt: at,
  })
  await expect(link(other, randomUUID())).rejects.toThrow('Cancel it first')
  expect(await services.db.system.select().from(wixInstances)).toHaveLength(1)
})

test('a plan that Wix renews keeps the organization; a canceled one doesn’t', async () => {
  const world = await createShop()
  const { services, scope, wix, instance } = world
  await world.pay('plus1')
  await expect(eraseTeam(services, scope.teamId)).rejects.toThrow('Cancel your plan in Wix first')

  wix.failNext('hang up')
  await expect(eraseTeam(services, scope.teamId)).rejects.toThrow('in Wix. Try again')

  wix.cancel(instance.id)
  await eraseTeam(services, scope.teamId)
  expect(await services.db.system.select().from(wixInstances)).toEqual([])
})

test('the site in Wix stays with the organization that pays for it, and its export names it', async () => {
  const world = await createShop()
  const { services, scope, owner, wixSite, instance } = world
  const { scope: to } = await world.team({ owner })
  const rows: [string, Record<string, unknown>][] = []
  await exportTeam(services, scope, (table, row) => {
    rows.push([table, row])
    return Promise.resolve()
  })
  expect(rows.filter(([table]) => table === 'wix_instances').map(([, row]) => row)).toMatchObject([
    { instance_id: instance.id, removed_at: null },
  ])
  const account = { ...owner, impersonator: null } as never
  await expect(
    transferSite(services, { account, site: wixSite.scope, to: to.teamId, typedName: 'Shop' }),
  ).rejects.toMatchObject({
    details: { errors: { team: ['A site in Wix can’t be transferred.'] } },
  })
})

test('without the app’s keys no one can pay, and no card is asked for', async () => {
  const world = await createShop()
  const services = { ...world.services, wix: null }

  expect(await channelOf(services, world.scope)).toMatchObject({
    channel: { name: 'free' },
    card: null,
    plansOf: 'wix',
  })
  await expect(requireCardTeam(services, world.scope)).rejects.toThrow('not found')
})

test('the screens lead to Wix, and to no card', async () => {
  const world = await createShop()
  const { fetch } = await world.serve()
  const { owner, wix, instance } = world
  const open = async (path: string, init: RequestInit = {}) => {
    const headers = { Cookie: owner.cookie }
    const response = await fetch(path, { ...init, headers, redirect: 'manual' })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
    return { status: response.status, location: response.headers.get('location'), text: main }
  }
  const free = (await open('/billing')).text
  expect(free).toContain('Choose Plus')
  expect(free).not.toContain('Add a card')
  expect(free).not.toContain('in Wix')
  for (const path of ['/billing/card', '/billing/details']) {
    expect((await open(path)).status, path).toBe(404)
  }

  expect((await open('/billing/plan/plus')).status).toBe(404)
  expect((await open('/billing/plan/plus1')).text).toContain('billed by Wix.')
  const form = new URLSearchParams({ operation: randomUUID(), coupon: '' })
  const chosen = await open('/billing/plan/plus1', { method: 'POST', body: form })
  expect(chosen.text).toContain(`${wix.url}/checkout/`)
  const page = wix.checkouts[0]?.token ?? ''
  await world.answer(`${wix.url}/checkout/${page}`, 'approve')

  expect((await open('/billing/checkout/success')).text).toContain('You’re on the Plus plan')
  const paid = (await open('/billing')).text
  expect(paid).toContain('Cancel or renew your plan in Wix')
  expect(paid).toContain(`${wix.url}/account/subscriptions`)
  expect(paid).toContain('Choose Genius')
  expect(paid).not.toContain('Choose Lite')
  expect((await open('/billing/plan/lite1')).text).toContain('Wix only switches to a plan')
  expect((await open('/billing/cancel')).location).toBe('/billing')

  wix.cancel(instance.id)
  await syncBilling(world.services, world.scope)
  expect((await open('/billing')).text).toContain('Your Plus plan is canceled')

  const variables = await open('/api/spark-variables')
  expect(variables.text).toContain('"isWix":true')
})

test('an owner who is back before Wix’ webhook sees what was paid, and Billing opens without Wix', async () => {
  const world = await createShop()
  const { fetch } = await world.serve()
  const open = async () => {
    const response = await fetch('/billing', { headers: { Cookie: world.owner.cookie } })
    return { status: response.status, text: await response.text() }
  }
  const step = await world.choose('plus1')
  if (step.kind !== 'redirect') throw new Error(`The step is ${step.kind}.`)
  await world.answer(step.url, 'approve')
  world.instance.isInstalled = false
  const away = await open()
  expect([away.status, away.text.includes('Choose Plus')]).toEqual([200, true])
  world.instance.isInstalled = true
  expect((await open()).text).toContain('Cancel or renew your plan in Wix')

  // Later, Wix’ webhooks and the nightly check say it.
  world.clock.advance(hourMillis)
  world.wix.buy(world.instance.id, 'genius1')
  expect((await open()).text).toContain('Choose Genius')
})

test('production refuses the double', async () => {
  const { wix } = await createShop()
  const environment = { ...wixEnvironment(wix), APP_ENV: 'production' }
  await expect(createWorld({ environment })).rejects.toThrow('WIX_DOUBLE_URL')
})
