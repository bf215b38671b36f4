/** An organization's page in the kiosk: who, plan, money, sites and everything that is wrong. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections, meters, sites, teams, webhookAttempts } from '#app/db/schema/index.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { findTeamIssues } from '#app/presenters/kiosk/team-issues.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createOperationStory } from '../../support/kiosk/operation-story.ts'
import { serve } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'

async function reader(world: World, services = world.services) {
  const staff = await world.confirmedStaff()
  const { fetch } = await serve(services)
  return async (teamId: number, query = '') => {
    const address = `/kiosk/teams/${String(teamId)}${query}`
    const response = await fetch(address, { headers: { Cookie: staff.cookie } })
    const html = await response.text()
    const text = html
      .replaceAll('<!-- -->', '')
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
    return { html, text }
  }
}

test('an organization that pays shows who, plan, money and sites, and that nothing is wrong', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { teamId } = team.scope
  const at = world.clock.now()
  const { scope } = await world.site({ team, name: 'Kettles' })
  team.memory.data.subscriptions = [snapshot()]
  team.memory.data.invoices = [invoice()]
  await syncBilling(team.services, team.scope)
  const { system } = world.services.db
  await system
    .update(sites)
    .set({ pixelSeenAt: new Date(at.getTime() - 3 * hourMillis) })
    .where(eq(sites.id, scope.siteId))
  const read = await reader(world, team.services)

  const { html, text } = await read(teamId)

  expect(text).toContain('Nothing is wrong')
  expect(text).toContain(`${team.owner.name} ${team.owner.email} 1 member, since Mar 2, 2026`)
  expect(text).toMatch(/Plan Plus Success Active 0 visitors this month, no limit/)
  expect(text).toMatch(/Money \$29 paid so far Plus, Active, \$29 a month, by card, renews/)
  expect(text).toContain('Kettles reported 3 hours ago')
  // An act is a button that opens its form by the address.
  expect(html).toMatch(/class="Polaris-Button[^"]*"[^>]*href="[^"]*\?act=suspend"[^>]*>/)
  expect(html).not.toContain('name="notice"')
  expect((await read(teamId, '?act=suspend')).html).toContain('name="notice"')
})

test('everything that is wrong with an organization is listed, each with its link', async () => {
  const world = await createWorld()
  const team = await cardTeam(world)
  const { teamId } = team.scope
  const at = world.clock.now()
  const silent = await world.site({ team, name: 'Kettles' })
  const paused = await world.site({ team, name: 'Linen' })
  const { system } = world.services.db
  const seenAt = (age: number) => ({ pixelSeenAt: new Date(at.getTime() - age) })
  await system
    .update(sites)
    .set(seenAt(2 * dayMillis))
    .where(eq(sites.id, silent.scope.siteId))
  await system.update(sites).set({ pausedAt: at }).where(eq(sites.id, paused.scope.siteId))
  const since = new Date(at.getTime() - 4 * dayMillis)
  team.memory.data.subscriptions = [
    snapshot({ state: 'past_due', planId: 'lite', createdAt: since }),
  ]
  team.memory.data.invoices = [
    invoice({ state: 'open', paidAt: null, issuedAt: since, paidCents: 0 }),
  ]
  await syncBilling(team.services, team.scope)
  await system.insert(meters).values({
    teamId,
    month: '2026-03-01',
    visitors: 10_000,
    impressions: 0,
    meteredBy: 'visitors',
    allowance: 10_000,
    granted: 0,
    limitReachedAt: at,
  })
  await storeRequest(world.services, { userId: team.owner.id, teamId })
  await system.update(teams).set({ suspendedAt: at, suspensionNotice: 'Ticket 12.' })
  const read = await reader(world, team.services)

  const { html, text } = await read(teamId)

  expect(text).toContain(
    [
      'Needs attention',
      'It’s suspended, so visitors see no nudges.',
      '$29 for Lite is unpaid.',
      'Its plan’s limit is reached, so nudges are paused.',
      'Kettles hasn’t reported for more than 24 hours.',
      'Linen has never reported.',
      'Linen is paused by its organization.',
      'A support request waits for an answer.',
    ].join(' '),
  )
  expect(text).toMatch(
    /Plan Lite Critical Suspended Critical Past due 10,000 of 10,000 visitors this month \(100%\)/,
  )
  expect(text).toMatch(/Money [^S]*\$29 unpaid for Lite/)
  for (const to of [
    `/kiosk/teams/${String(teamId)}?act=reinstate`,
    `/kiosk/teams/${String(teamId)}/plan?give=boost`,
    '/kiosk/support?q=',
  ]) {
    expect(html).toContain(`href="${to}`)
  }
})

test('a payment that failed is listed, also where no invoice of it is known', () => {
  const team = {
    id: 7,
    name: 'Kettles',
    suspendedAt: null,
    isErasureAsked: false,
    isLimitReached: false,
    openPayment: null,
    sites: [],
    connections: [],
    failedWebhooks: [],
    openRequests: 0,
    now: new Date('2026-03-02T10:00:00Z'),
  }
  const issuesIn = (state: string) =>
    findTeamIssues({ ...team, subscription: { planId: 'lite-shopify', state } })

  expect(issuesIn('active')).toEqual([])
  const to = '/kiosk/teams/7/plan'
  expect(issuesIn('past_due')).toEqual([
    { sentence: 'The last payment for its Lite plan failed.', to },
  ])
  expect(issuesIn('paused')).toEqual([
    { sentence: 'Its Lite plan is paused at the company that charges for it.', to },
  ])
})

test('connections that are refused or fail, and failed webhooks, are among it', async () => {
  const { world, read, failWebhook } = await createOperationStory()
  const { teamId, siteId } = world.site.scope
  const { system } = world.services.db
  const page = `/kiosk/teams/${String(teamId)}`
  expect((await read(page)).text).not.toContain('Access refused:')

  const message = await failWebhook()
  const attemptedAt = world.services.now()
  const attempt = { messageId: message, teamId, siteId, status: 500, millis: 20, attemptedAt }
  await system.insert(webhookAttempts).values([attempt, attempt])
  expect((await read(page)).text).toContain('2 webhooks failed in the last 24 hours.')
  await system.update(connections).set({ fault: 'It answers with status 500.' })
  expect((await read(page)).text).toMatch(/Failing: WooCommerce \([^)]+\)\./)
  await system.update(connections).set({ state: 'lost' })
  expect((await read(page)).text).toMatch(/Access refused: WooCommerce \([^)]+\)\./)
})
