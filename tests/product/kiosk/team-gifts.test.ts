/** Changes that staff make to a team's plan, with the double of Stripe. */
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  billingAccounts,
  billingChecks,
  givenCoupons,
  staffActs,
  teams,
} from '#app/db/schema/index.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import type { CouponTerms } from '#app/domain/billing/channels/coupon.ts'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { giveCoupon, revokeCoupon } from '#app/domain/billing/staff/given-coupons.server.ts'
import { listGivenCoupons } from '#app/domain/billing/staff/list-coupons.server.ts'
import {
  changePlanByStaff,
  changeSeatsByStaff,
  extendTrialByStaff,
  giveBoostByStaff,
} from '#app/domain/billing/staff/team-acts.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import { sendGiftEmail } from '#app/jobs/billing.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { cardTeam, changesOf, planOf } from '../../support/billing/card-team.ts'
import { isAway, snapshot } from '../../support/billing/memory-card.ts'
import { choose, createBillingWorld, teamWithCard } from '../../support/billing/paying-team.ts'
import { createMailWorld } from '../../support/email-world.ts'
import type { TestTeam } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const half: CouponTerms = {
  percentOff: 50,
  amountOffCents: null,
  duration: 'repeating',
  months: 3,
}

const boost = { units: 500, days: 10, siteId: null }

async function causeOf(world: World, { scope }: Pick<TestTeam, 'scope'>) {
  const staff = await world.user({ isStaff: true })
  const lastActId = await readLastStaffAct(world.services, { teamId: scope.teamId })
  return { actor: { staffId: staff.id, address: '192.0.2.1' }, reason: 'A good one.', lastActId }
}

const actsOf = ({ services: { db } }: World) =>
  db.system
    .select({ act: staffActs.act, outcome: staffActs.outcome, refusal: staffActs.refusal })
    .from(staffActs)
    .orderBy(asc(staffActs.id))

test('a plan, a trial and a boost are given with one entry and one email each', async () => {
  const world = await createMailWorld([sendGiftEmail])
  const team = await world.team()
  const { services } = world
  const give = async (work: (cause: Awaited<ReturnType<typeof causeOf>>) => Promise<unknown>) =>
    work(await causeOf(world, team))

  await give((cause) => changePlanByStaff(services, team.scope, { planId: 'lite', cause }))
  expect(await planOf({ services, scope: team.scope })).toBe('lite')
  world.clock.advance(1_000)
  await give((cause) => giveBoostByStaff(services, team.scope, { ...boost, cause }))
  world.clock.advance(1_000)
  await give((cause) =>
    extendTrialByStaff(services, team.scope, { planId: 'genius', days: 14, cause }),
  )

  const [row] = await services.db.system.select().from(teams)
  expect(row).toMatchObject({ plan: 'genius', visitorBoost: 500 })
  const [account] = await services.db.system.select().from(billingAccounts)
  expect(account?.trialEndsAt?.getTime()).toBe(world.clock.now().getTime() + 14 * dayMillis)
  expect((await actsOf(world)).map(({ act, outcome }) => [act, outcome])).toEqual([
    ['plan.changed', 'done'],
    ['boost.given', 'done'],
    ['trial.extended', 'done'],
  ])
  const given = await changesOf({ services, scope: team.scope })
  expect(given.map(({ to, userId }) => [to, userId])).toEqual([
    ['lite', expect.any(Number)],
    ['genius', expect.any(Number)],
  ])
  const mails = await world.mailsNow(3)
  expect(mails.map(({ headers }) => headers['subject']).sort()).toEqual([
    'Try the Genius plan until March 16, 2026',
    'You have 500 more visitors',
    'Your plan is now Lite',
  ])
  expect(mails.every(({ headers }) => headers['to'] === team.owner.email)).toBe(true)
})

test('seats that staff give outlive a change of the plan, and can be left to the plan again', async () => {
  const world = await createMailWorld([sendGiftEmail])
  const { services, team: makeTeam } = world
  const team = await makeTeam()
  const { scope } = team
  const seatsNow = async () => {
    const { memberLimit, siteLimit } = await readEntitlements(services, scope)
    const [row] = await services.db.system.select({ stored: teams.memberLimit }).from(teams)
    return { memberLimit, siteLimit, ...row }
  }
  const give = async (members: number | null, sites: number | null) =>
    changeSeatsByStaff(services, scope, { members, sites, cause: await causeOf(world, team) })

  await give(5, 2)
  await changePlanByStaff(services, scope, { planId: 'lite', cause: await causeOf(world, team) })
  expect(await planOf({ services, scope })).toBe('lite')
  expect(await seatsNow()).toEqual({ memberLimit: 5, siteLimit: 2, stored: 5 })

  await give(null, 2)
  expect(await seatsNow()).toEqual({ memberLimit: null, siteLimit: 2, stored: null })
  expect(await planOf({ services, scope })).toBe('lite')
  expect((await actsOf(world)).map(({ act, outcome }) => [act, outcome])).toEqual([
    ['seats.changed', 'done'],
    ['plan.changed', 'done'],
    ['seats.changed', 'done'],
  ])
})

test('a plan that a provider decides is not changed, and the entry says why', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  const cause = await causeOf(world, team)

  const changed = changePlanByStaff(team.services, team.scope, { planId: 'lite', cause })

  await expect(changed).rejects.toMatchObject({ code: 'conflict' })
  expect(await planOf(team)).toBe('plus')
  expect(await actsOf(world)).toMatchObject([{ act: 'plan.changed', outcome: 'refused' }])
})

test('a boost for one site is that site’s, with one entry that names it and one email', async () => {
  const world = await createMailWorld([sendGiftEmail])
  const { services } = world
  const team = await world.team({ name: 'Pottery' })
  const site = await world.site({ team, name: 'Kettles' })
  await world.site({ team, name: 'Cups' })
  const { siteId } = site.scope
  const ofSite = { ...boost, siteId }

  await giveBoostByStaff(services, team.scope, { ...ofSite, cause: await causeOf(world, team) })

  const { boost: ofTeam, siteBoosts } = await readMeter(services, team.scope)
  expect(ofTeam).toBeNull()
  const expiresAt = new Date(world.clock.now().getTime() + 10 * dayMillis)
  expect(siteBoosts).toMatchObject([{ name: 'Kettles', units: 500, used: 0, expiresAt }])
  const acts = await services.db.system
    .select({ act: staffActs.act, details: staffActs.details })
    .from(staffActs)
  expect(acts).toEqual([{ act: 'boost.given', details: { units: 500, days: 10, site: siteId } }])
  const [mail] = await world.mailsNow(1)
  expect(mail?.headers['subject']).toBe('You have 500 more visitors')
  expect(mail?.text).toContain('gave Kettles a boost of 500 visitors')
})

test('another organization’s site gets no boost', async () => {
  const world = await createWorld()
  const [team, other] = [await world.team(), await world.team()]
  const { scope } = await world.site({ team: other })
  const ofSite = { ...boost, siteId: scope.siteId }
  const cause = await causeOf(world, team)
  const given = giveBoostByStaff(world.services, team.scope, { ...ofSite, cause })
  await expect(given).rejects.toMatchObject({
    code: 'invalid',
    details: { errors: { site: ['Choose a site from the list.'] } },
  })
  for (const { scope: of } of [team, other]) {
    expect((await readMeter(world.services, of)).siteBoosts).toEqual([])
  }
  expect(await actsOf(world)).toMatchObject([{ act: 'boost.given', outcome: 'refused' }])
})

test('an unlimited plan gets no boost', async () => {
  const world = await createWorld()
  const team = await world.team()
  const staffGave = { actor: 'staff', userId: null, reason: 'For the test.' } as const
  await setPlan(world.services, team.scope, { wanted: { planId: 'plus' }, cause: staffGave })
  const cause = await causeOf(world, team)
  const given = giveBoostByStaff(world.services, team.scope, { ...boost, cause })
  await expect(given).rejects.toMatchObject({ code: 'conflict' })
})

test('staff can’t receive boosts', async () => {
  const world = await createWorld()
  const team = await world.team({ owner: await world.user({ isStaff: true }) })
  const cause = await causeOf(world, team)
  const given = giveBoostByStaff(world.services, team.scope, { ...boost, cause })
  await expect(given).rejects.toMatchObject({ code: 'forbidden' })
  expect(await actsOf(world)).toMatchObject([{ act: 'boost.given', outcome: 'refused' }])
})

test('when two members of staff act at the same time, the second learns what changed', async () => {
  const world = await createWorld()
  const team = await world.team()
  const [first, second] = [await causeOf(world, team), await causeOf(world, team)]
  await giveBoostByStaff(world.services, team.scope, { ...boost, cause: first })
  const late = changePlanByStaff(world.services, team.scope, { planId: 'lite', cause: second })
  await expect(late).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('gave the organization a boost.') as string,
  })
  expect(await planOf({ services: world.services, scope: team.scope })).toBe('free')
})

test('a coupon works once, for its team alone, and is used', async () => {
  const world = await createBillingWorld()
  const { services } = world
  const [team, other] = [await teamWithCard(world), await teamWithCard(world)]
  await choose(world, team, { planId: 'lite' })
  const operation = randomUUID()
  const code = await giveCoupon(services, team.scope, {
    terms: half,
    operation,
    cause: await causeOf(world, team),
  })

  await expect(choose(world, other, { planId: 'lite', coupon: code })).rejects.toMatchObject({
    details: { errors: { coupon: ['This coupon is for another organization.'] } },
  })
  const owner = { operation: randomUUID(), userId: team.owner.id }
  await applyCoupon(services, team.scope, { code: code.toLowerCase(), ...owner })

  const { coupons } = await listGivenCoupons(services, { size: 10 })
  expect(coupons).toMatchObject([{ code, state: 'used', terms: half }])
  const again = { ...owner, code, operation: randomUUID() }
  expect(await applyCoupon(services, team.scope, again)).toBe('applies')
  const late = revokeCoupon(services, team.scope, { code, cause: await causeOf(world, team) })
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
})

test('a coupon that comes with a new plan is used as well', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const terms: CouponTerms = {
    percentOff: null,
    amountOffCents: 400,
    duration: 'once',
    months: null,
  }
  const cause = await causeOf(world, team)
  const given = { terms, operation: randomUUID(), cause }
  const code = await giveCoupon(world.services, team.scope, given)
  await choose(world, team, { planId: 'lite', coupon: code })
  const { coupons } = await listGivenCoupons(world.services, { team: team.scope, size: 10 })
  expect(coupons).toMatchObject([{ code, state: 'used' }])
})

test('a coupon is used by an order that waits for its bank, also once that is canceled', async () => {
  const world = await createBillingWorld()
  const { services } = world
  const team = await teamWithCard(world, 'asking')
  const cause = await causeOf(world, team)
  const given = { terms: half, operation: randomUUID(), cause }
  const code = await giveCoupon(services, team.scope, given)
  const states = async () => {
    const { coupons } = await listGivenCoupons(services, { team: team.scope, size: 10 })
    return coupons.map(({ state }) => state)
  }
  expect(await states()).toEqual(['open'])

  await choose(world, team, { planId: 'lite', coupon: code })
  expect(await states()).toEqual(['used'])
  await cancelPlan(services, team.scope, { operation: randomUUID(), userId: team.owner.id })
  expect(await states()).toEqual(['used'])
  // As Stripe has it.
  await expect(choose(world, team, { planId: 'lite', coupon: code })).rejects.toMatchObject({
    details: { errors: { coupon: ['This coupon code is invalid.'] } },
  })
})

test('a revoked coupon can’t be entered, and its email is not sent', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const given = { terms: half, operation: randomUUID(), cause: await causeOf(world, team) }
  const code = await giveCoupon(world.services, team.scope, given)
  await revokeCoupon(world.services, team.scope, { code, cause: await causeOf(world, team) })

  await expect(choose(world, team, { planId: 'lite', coupon: code })).rejects.toMatchObject({
    code: 'invalid',
  })
  const [row] = await world.services.db.system.select().from(givenCoupons)
  expect(row?.revokedAt).not.toBeNull()
  // The provider's own id of the coupon is no way around the code.
  const [coupon] = world.stripe.account.tables.coupon.keys()
  await expect(choose(world, team, { planId: 'lite', coupon: coupon ?? '' })).rejects.toMatchObject(
    { code: 'invalid' },
  )
})

test('a team without a payment provider gets no coupon, in plain words', async () => {
  const world = await createWorld()
  const team = await world.team()
  const given = { terms: half, operation: randomUUID(), cause: await causeOf(world, team) }
  await expect(giveCoupon(world.services, team.scope, given)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Card payments aren’t set up') as string,
  })
})

test('a provider that is away leaves an entry and no coupon', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.failure = isAway()
  const given = { terms: half, operation: randomUUID(), cause: await causeOf(world, team) }
  await expect(giveCoupon(team.services, team.scope, given)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(await world.services.db.system.$count(givenCoupons)).toBe(0)
  expect(await actsOf(world)).toMatchObject([{ act: 'coupon.given', outcome: 'refused' }])
})

test('a bug while giving leaves one entry that says failed', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.failure = new TypeError('A bug.')
  const given = { terms: half, operation: randomUUID(), cause: await causeOf(world, team) }
  await expect(giveCoupon(team.services, team.scope, given)).rejects.toThrow('A bug.')
  expect(await actsOf(world)).toMatchObject([{ act: 'coupon.given', outcome: 'failed' }])
})

test('the nightly check keeps what it found', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  team.memory.data.subscriptions = [snapshot()]
  await syncBilling(team.services, team.scope)
  team.memory.data.subscriptions = [snapshot({ planId: 'lite', unitCents: 900 })]
  const page = { night: '2026-03-02', after: 0, checked: 0, repaired: 0, failed: 0 }
  await reconcileBilling(team.services, page)
  const [check] = await world.services.db.system
    .select()
    .from(billingChecks)
    .where(eq(billingChecks.night, '2026-03-02'))
  expect(check).toMatchObject({ checked: 1, repaired: 1, failed: 0 })
  expect(check?.findings).toMatchObject([{ teamId: team.scope.teamId }])
  expect(check?.finishedAt).not.toBeNull()
})
