/** Metrics, coupons and billing in the kiosk, and the plan page of an organization. */
import { expect, test } from 'vitest'
import { givenCoupons, purchases } from '#app/db/schema/index.ts'
import { writeBusinessDay } from '#app/domain/billing/figures/write-day.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { storeBoost } from '#app/domain/plans/change-plan.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { serve } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'

async function reader(world: World, services = world.services) {
  const staff = await world.confirmedStaff()
  const { fetch } = await serve(services)
  return async (address: string) => {
    const response = await fetch(address, { headers: { Cookie: staff.cookie } })
    const html = await response.text()
    return { status: response.status, html, text: textOf(html) }
  }
}

const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('on an empty database each section says what will be there', async () => {
  const world = await createWorld()
  const read = await reader(world)
  expect(await read('/kiosk/metrics')).toMatchObject({
    status: 200,
    text: expect.stringContaining('No metrics yet') as string,
  })
  expect((await read('/kiosk/coupons')).text).toContain('No coupons yet')
  const billing = await read('/kiosk/billing')
  expect(billing.text).toContain('No subscriptions in this state.')
  expect(billing.text).toContain('No check ran yet.')
  expect(billing.text).toContain('No purchase waits for its payment.')
})

test('metrics show the newest row, with what the service did', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot({ quantity: 2 })]
  await syncBilling(team.services, team.scope)
  world.clock.advance(dayMillis)
  await writeBusinessDay(world.services)
  const read = await reader(world)
  await read('/no/such/page')

  const { text } = await read('/kiosk/metrics?chart=yearly')

  expect(text).toContain('Yearly run rate by day')
  expect(text).toContain('$58')
  expect(text).toContain('$696')
  expect(text).toMatch(/Plus Card 1 0/)
  expect(text).toMatch(/Requests refused \(4xx\) 1 /)
})

test('a night without a row is a gap of its length in the line', async () => {
  const world = await createWorld()
  for (const nights of [1, 1, 3, 1]) {
    world.clock.advance(nights * dayMillis)
    await writeBusinessDay(world.services)
  }
  const read = await reader(world)

  const { html } = await read('/kiosk/metrics')

  const line = /class="chart__line" d="([^"]*)"/.exec(html)?.[1] ?? ''
  const across = line
    .split(/[ML]/)
    .slice(1)
    .map((point) => Number(point.split(',')[0]))
  // Six days, of which the third and the fourth have none.
  expect(line.match(/[ML]/g)?.join('')).toBe('MLML')
  expect(across).toEqual([0, 200, 800, 1000])
})

test('revenue is after discounts, and the full price is next to it', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const half = {
    code: 'HALF',
    percentOff: 50,
    amountOffCents: null,
    duration: 'forever',
    months: null,
    endsAt: null,
  } as const
  team.memory.data.subscriptions = [snapshot({ discount: half })]
  await syncBilling(team.services, team.scope)
  world.clock.advance(dayMillis)
  await writeBusinessDay(world.services)
  const read = await reader(world)

  const { text } = await read('/kiosk/metrics')
  // 2,900 × 0.5, and × 12.
  expect(text).toMatch(/Monthly recurring revenue[^$]*\$14\.50/)
  expect(text).toMatch(/Monthly revenue before discounts[^$]*\$29/)
  expect(text).toMatch(/Yearly run rate[^$]*\$174/)
})

test('the day on which someone joined is said once', async () => {
  const world = await createWorld()
  const { owner } = await cardTeam(world)
  const read = await reader(world)

  expect((await read(`/kiosk/users/${String(owner.id)}`)).text).toContain(
    'Joined Mar 2, 2026 Password',
  )
})

test('billing shows how many days are left, what the check found, and what waits', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const since = new Date(world.clock.now().getTime() - 4 * dayMillis)
  team.memory.data.subscriptions = [snapshot({ state: 'past_due', createdAt: since })]
  team.memory.data.invoices = [invoice({ state: 'open', paidAt: null, issuedAt: since })]
  const night = { night: '2026-03-02', after: 0, checked: 0, repaired: 0, failed: 0 }
  await syncBilling(team.services, team.scope)
  team.memory.data.subscriptions[0] = snapshot({
    state: 'past_due',
    planId: 'lite',
    createdAt: since,
  })
  await reconcileBilling(team.services, night)
  await world.services.db.system.insert(purchases).values({
    teamId: team.scope.teamId,
    channel: 'card',
    kind: 'visitor_boost',
    itemId: 'lite-visitors',
    units: 10_000,
    priceCents: 900,
    state: 'open',
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  })
  const read = await reader(world)

  const { text } = await read('/kiosk/billing')

  expect(text).toContain('Past due (1)')
  expect(text).toContain('The plan ends in 10 days')
  expect(text).toContain('plus past_due → lite past_due')
  expect(text).toContain('lite-visitors Card $9')
})

test('the plan page says why a form can’t be sent, and which organizations don’t exist', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  await world.services.db.system.insert(givenCoupons).values({
    teamId: team.scope.teamId,
    code: 'GIFT-SAMPLE',
    providerId: 'promo_1',
    percentOff: 10,
    duration: 'once',
    createdAt: world.clock.now(),
  })
  const read = await reader(world, team.services)
  const path = `/kiosk/teams/${String(team.scope.teamId)}/plan`

  expect((await read(path)).text).toContain('The organization has a subscription')
  expect((await read(`${path}?give=boost`)).text).toContain('no limit that could be raised')
  const coupon = await read(`${path}?give=coupon`)
  expect(coupon.text).toContain('The owner gets the code by email.')
  // The badge names its tone for screen readers.
  expect(coupon.text).toMatch(/GIFT-SAMPLE 10% off once \S* ?Not used/)
  expect((await read('/kiosk/coupons?revoke=GIFT-SAMPLE')).text).toContain('Revoke GIFT-SAMPLE')
  expect((await read('/kiosk/teams/999/plan')).status).toBe(404)
  expect((await read('/kiosk/teams/x/plan')).status).toBe(404)
})

test('a user’s page shows what each of their organizations has and paid', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot()]
  team.memory.data.invoices = [
    invoice({ providerId: 'in_1', paidCents: 2_900 }),
    invoice({ providerId: 'in_2', paidCents: 1_150 }),
    invoice({ providerId: 'in_3', state: 'open', paidCents: 0, paidAt: null }),
  ]
  await syncBilling(team.services, team.scope)
  await world.team({ owner: team.owner, name: 'New one' })
  const at = world.clock.now()
  const bought = {
    teamId: team.scope.teamId,
    kind: 'visitor_boost' as const,
    itemId: 'lite-visitors',
    units: 10_000,
    priceCents: 900,
    state: 'paid' as const,
    paidAt: at,
    createdAt: at,
    updatedAt: at,
  }
  // Stripe sends an invoice for what is bought, too.
  await world.services.db.system.insert(purchases).values([
    { ...bought, channel: 'card' },
    { ...bought, channel: 'shopify' },
  ])
  const read = await reader(world, team.services)

  const { text } = await read(`/kiosk/users/${String(team.owner.id)}`)

  expect(text).toContain('Owner Plus $49.50')
  expect(text).toContain('New one Owner Free $0')
})

test('boosts for one site are shown with their use, and one can be given to a site', async () => {
  const world = await createWorld()
  const team = await world.team()
  const { scope } = await world.site({ team, name: 'Kettles' })
  const { services } = world
  const { siteId } = scope
  const expiresAt = new Date(world.clock.now().getTime() + 10 * dayMillis)
  await services.db.asTeam(team.scope, (tx) =>
    storeBoost(tx, services, { scope: team.scope, siteId, boost: { units: 500, expiresAt } }),
  )
  const read = await reader(world)
  const path = `/kiosk/teams/${String(team.scope.teamId)}`

  const plan = await read(`${path}/plan?give=boost`)

  expect(plan.text).toContain(
    'Boost for one site Kettles, 0 of 500 visitors used this month, until',
  )
  expect(plan.text).toContain('All sites Kettles')
  expect((await read(path)).text).toContain('Kettles, 0 of 500 visitors used this month, until')
})
