/** Payments of an organization that is deleted, exported or transferred. */
import { expect, test, vi } from 'vitest'
import { endSubscriptions } from '#app/domain/billing/end-subscriptions.server.ts'
import { reportOwner } from '#app/domain/billing/save-details.server.ts'
import { syncCustomer } from '#app/domain/billing/sync.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { exportTeam } from '#app/domain/lifecycle/export-team.server.ts'
import { endBillingJob } from '#app/jobs/billing.server.ts'
import { withFailingCard } from '../../support/billing/failing-card.ts'
import { choose, createBillingWorld, teamWithCard } from '../../support/billing/paying-team.ts'

test('a deleted organization’s subscription ends at Stripe, and its webhooks are ignored', async () => {
  const world = await createBillingWorld()
  const { services, stripe, queue } = world
  await queue.start([endBillingJob], services)
  const [team, other] = [await teamWithCard(world), await teamWithCard(world)]
  await choose(world, team, { planId: 'plus' })
  await choose(world, other, { planId: 'plus' })
  const [subscription, another] = [...stripe.account.tables.subscription.values()]

  await eraseTeam(services, team.scope.teamId)
  await vi.waitFor(() => {
    expect(subscription?.status).toBe('canceled')
  })
  expect(another?.status).toBe('active')
  expect(await syncCustomer(services, subscription?.customer ?? '')).toBe(false)
})

test('while Stripe is away, the end is tried again', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const [subscription] = [...world.stripe.account.tables.subscription.values()]
  const ended = {
    team: team.scope.teamId,
    channel: 'card' as const,
    customer: subscription?.customer ?? '',
    subscriptions: [subscription?.id ?? '', 'sub_unknown'],
  }
  const away = withFailingCard(world.services, { at: 0, when: 'before' })
  expect(await endSubscriptions(away.services, ended)).toBe(false)
  expect(subscription?.status).toBe('active')
  expect(await endSubscriptions(world.services, ended)).toBe(true)
  expect(await endSubscriptions(world.services, ended)).toBe(true)
  expect(subscription?.status).toBe('canceled')
})

test('an export has the subscription, the invoice and the payment details', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const rows: [string, Record<string, unknown>][] = []
  await exportTeam(world.services, team.scope, (table, row) => {
    rows.push([table, row])
    return Promise.resolve()
  })
  const of = (table: string) => rows.filter(([name]) => name === table).map(([, row]) => row)
  expect(of('subscriptions')).toMatchObject([{ plan_id: 'plus', state: 'active' }])
  expect(of('invoices')).toMatchObject([{ state: 'paid' }])
  expect(of('billing_accounts')).toMatchObject([{ card_last_four: '4242', billing_country: 'US' }])
})

test('after a transfer Stripe writes to the new owner', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const { services, stripe } = world
  const heir = await world.user()
  await services.pool.query('update teams set owner_id = $1 where id = $2', [
    heir.id,
    team.scope.teamId,
  ])
  await reportOwner(services, { teamId: team.scope.teamId })
  const [customer] = [...stripe.account.tables.customer.values()]
  expect(customer?.email).toBe(heir.email)
})
