/** Issues that need attention on the kiosk's first screen, and the service's numbers. */
import { expect, test } from 'vitest'
import { invoices, subscriptions, supportRequests } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'

test('without failures nothing needs attention', async () => {
  const { read } = await createOperationStory()
  expect((await read('/kiosk')).text).toContain(
    'No failures, overdue payments or open support requests.',
  )
})

test('failed jobs, deliveries and webhooks and overdue payments are counted and linked', async () => {
  const { world, failDelivery, failWebhook, failJob, read, staff } = await createOperationStory()
  await failDelivery()
  await failWebhook()
  await failJob()
  const at = world.clock.now()
  await world.services.db.system.insert(subscriptions).values({
    teamId: world.site.scope.teamId,
    channel: 'card',
    providerId: 'sub_1',
    planId: 'plus',
    providerPlan: 'price_plus',
    providerStatus: 'past_due',
    state: 'past_due',
    pastDueSince: at,
    quantity: 1,
    unitCents: 2900,
    createdAt: at,
    updatedAt: at,
  })

  const { text } = await read('/kiosk')
  expect(text).toContain('1 job gave up')
  expect(text).toContain('1 delivery failed in the last 24 hours')
  expect(text).toContain('1 webhook was given up in the last 24 hours')
  expect(text).toContain('1 subscription is past due')
  const { fetch } = world.served
  const html = await (await fetch('/kiosk', { headers: { Cookie: staff.cookie } })).text()
  for (const address of [
    '/kiosk/jobs',
    '/kiosk/deliveries',
    '/kiosk/deliveries?list=sent',
    '/kiosk/billing?state=past_due',
  ]) {
    expect(html).toContain(`href="${address}"`)
  }
})

test('an unpaid invoice of a plan that was canceled or has ended is past due as well', async () => {
  const { world, read } = await createOperationStory()
  const at = world.clock.now()
  const { system } = world.services.db
  const row = {
    teamId: world.site.scope.teamId,
    channel: 'card' as const,
    planId: 'plus',
    providerPlan: 'price_plus',
    quantity: 1,
    unitCents: 2900,
    createdAt: at,
    updatedAt: at,
  }
  await system.insert(subscriptions).values([
    { ...row, providerId: 'sub_1', providerStatus: 'canceled', state: 'ended', endedAt: at },
    {
      ...row,
      providerId: 'sub_2',
      providerStatus: 'past_due',
      state: 'cancelled',
      endsAt: at,
      pastDueSince: at,
    },
  ])
  const unpaid = { teamId: row.teamId, channel: row.channel, state: 'open' as const }
  const sums = { subtotalCents: 2_900, taxCents: 0, totalCents: 2_900, dueCents: 2_784 }
  await system.insert(invoices).values({
    ...unpaid,
    ...sums,
    providerId: 'in_1',
    subscriptionProviderId: 'sub_1',
    paidCents: 0,
    lines: [],
    issuedAt: at,
    createdAt: at,
    updatedAt: at,
  })

  expect((await read('/kiosk')).text).toContain('2 subscriptions are past due')
  const { text } = await read('/kiosk/billing')
  expect(text).toContain('Past due (2)')
  expect(text).toContain('Ended on Mar 2, 2026, $27.84 unpaid')
  expect(text).toContain('The plan ends today')
})

test('a plan whose days of grace are over doesn’t end while a bank works on its payment', async () => {
  const { world, read } = await createOperationStory()
  const at = world.clock.now()
  const { system } = world.services.db
  const of = {
    teamId: world.site.scope.teamId,
    channel: 'card' as const,
    createdAt: at,
    updatedAt: at,
  }
  await system.insert(subscriptions).values({
    ...of,
    planId: 'plus',
    providerPlan: 'price_plus',
    quantity: 1,
    unitCents: 2_900,
    providerId: 'sub_1',
    providerStatus: 'past_due',
    state: 'past_due',
    pastDueSince: new Date(at.getTime() - 15 * dayMillis),
  })
  const sums = { subtotalCents: 2_900, taxCents: 0, totalCents: 2_900, paidCents: 0, lines: [] }
  await system.insert(invoices).values({
    ...of,
    ...sums,
    state: 'open',
    isProcessing: true,
    providerId: 'in_1',
    subscriptionProviderId: 'sub_1',
    issuedAt: at,
  })

  const { text } = await read('/kiosk/billing?state=past_due')
  expect(text).toContain(
    'The plan ends if its payment fails, which the bank is processing, $29 unpaid',
  )
  expect(text).not.toContain('ends today')
  const team = (await read(`/kiosk/teams/${String(of.teamId)}`)).text
  expect(team).toContain('Plus')
  expect(team).not.toMatch(/until Mar 1, 2026/)

  await system.update(invoices).set({ isProcessing: false })
  expect((await read('/kiosk/billing?state=past_due')).text).toContain('The plan ends today')
})

test('support requests that wait for staff are counted and linked, and others are not', async () => {
  const { world, read, staff } = await createOperationStory()
  const { services, site } = world
  const by = { userId: site.owner.id, teamId: site.scope.teamId }
  await storeRequest(services, by)
  await storeRequest(services, by)
  await storeRequest(services, { ...by, state: 'waiting' })
  expect((await read('/kiosk')).text).toContain('2 support requests wait for an answer')

  const headers = { Cookie: staff.cookie }
  const html = await (await world.served.fetch('/kiosk', { headers })).text()
  expect(html).toContain('href="/kiosk/support"')
  await services.db.system.update(supportRequests).set({ state: 'solved' })
  expect((await read('/kiosk')).text).toContain(
    'No failures, overdue payments or open support requests.',
  )
})

test('metrics list the versions of the pixel that browsers requested', async () => {
  const { world, read } = await createOperationStory()
  expect((await read('/kiosk/metrics')).text).toContain('No browser requested it')
  world.services.pixelVersions.count('3-0123456789ab', true)
  world.services.pixelVersions.count('2-ba9876543210', false)

  const { text } = await read('/kiosk/metrics')
  expect(text).toContain('3-0123456789ab (current) 1')
  expect(text).toContain('2-ba9876543210 1')
})
