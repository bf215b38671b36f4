/**
 * Data that the kiosk shows in its three states. Later states have the data of earlier ones, too.
 */
import { eq } from 'drizzle-orm'
import {
  announcements,
  businessMetrics,
  deliveries,
  givenCoupons,
  staffActs,
  subscriptions,
  teams,
  users,
  webhookMessages,
} from '#app/db/schema/index.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { storeRequest } from '#tests/support/conversations/store-request.ts'
import { createMakers, type TestSite, type TestUser } from '#tests/support/makers.ts'
import type { SeededNames } from './screens.ts'
import { storeConnections } from './seed-connections.ts'
import { longName, mixedNames } from './seed-many.ts'
import { storeConversation } from './seed-support.ts'
import { storeWebhooks } from './seed-webhooks.ts'
import type { SeedState } from './seed.ts'

type SeededKiosk = { staff: string; names: SeededNames }

export async function seedKiosk(services: Services, state: SeedState): Promise<SeededKiosk> {
  const makers = createMakers(services, `kiosk-${state}`)
  const staff = await makers.confirmedStaff({ name: 'Sam Staff' })
  const isOverfull = state === 'overfull'
  const nameOf = (word: string) => (isOverfull ? longName(word) : word)
  const owner = await makers.user({
    name: nameOf('Emma'),
    ...(isOverfull ? { email: `${'sample-'.repeat(8)}owner@example.com` } : {}),
  })
  const team = await makers.team({ owner, name: nameOf('Kettles and Cups') })
  const names = { team: String(team.scope.teamId), member: String(owner.id) }
  if (state === 'empty') return { staff: staff.cookie, names }

  const host = isOverfull ? `${'very-long-name-of-a-shop-'.repeat(2)}sample` : 'shop'
  const site = await makers.site({ team, name: nameOf('Shop'), url: `https://${host}.example` })
  await makers.member(team)
  const story = { services, site, owner, staff, isOverfull }
  await storeMoney(story)
  await storeConnections(services, site, [
    { host: `${host}.example`, kind: 'working' },
    { host: `outlet.${host}.example`, kind: 'lost' },
    { host: `old.${host}.example`, kind: 'failing' },
  ])
  await storeWebhooks(services, site, { endpoints: 2, messages: isOverfull ? 60 : 5 })
  await storeActs(story)
  await storeNews(story)
  if (isOverfull) await storeFaults(story)
  const seeded = {
    ...names,
    request: await storeConversation(services, site, isOverfull ? 130 : 3),
    ...(await findFailed(services)),
    job: await storeJob(story),
  }
  return { staff: staff.cookie, names: seeded }
}

type Story = {
  services: Services
  site: TestSite
  owner: TestUser
  staff: TestUser
  isOverfull: boolean
}

async function storeMoney({ services, site, staff, isOverfull }: Story): Promise<void> {
  const { system } = services.db
  const { teamId } = site.scope
  const at = services.now()
  const state = isOverfull ? ('past_due' as const) : ('active' as const)
  await system.insert(subscriptions).values({
    teamId,
    channel: 'card',
    providerId: `sub_${String(teamId)}`,
    planId: 'plus',
    providerPlan: 'price_plus',
    providerStatus: state,
    state,
    pastDueSince: isOverfull ? at : null,
    unitCents: 2_900,
    createdAt: at,
    updatedAt: at,
  })
  await system.update(teams).set({ plan: 'plus' }).where(eq(teams.id, teamId))
  await system.insert(givenCoupons).values(
    Array.from({ length: isOverfull ? 60 : 2 }, (_, place) => ({
      teamId,
      staffId: staff.id,
      code: `GIFT-${String(teamId)}-${String(place).padStart(4, '0')}`,
      providerId: `promo_${String(place)}`,
      ...(place % 2 === 0 ? { percentOff: 50 } : { amountOffCents: 123_456_700 }),
      duration: place % 2 === 0 ? ('repeating' as const) : ('forever' as const),
      months: place % 2 === 0 ? 12 : null,
      usedAt: place === 1 ? at : null,
      createdAt: at,
    })),
  )
  const days = isOverfull ? 400 : 3
  await system
    .insert(businessMetrics)
    .values(
      Array.from({ length: days }, (_, ago) => ({
        day: new Date(at.getTime() - (ago + 1) * dayMillis).toISOString().slice(0, 10),
        monthlyCents: (days - ago) * (isOverfull ? 12_345_600 : 2_900),
        monthlyNetCents: (days - ago) * (isOverfull ? 11_111_100 : 2_400),
        volumeCents: (ago % 7) * 2_900,
        newUsers: ago % 5,
        churned: ago % 3 === 0 ? 1 : 0,
        genericTrials: 2,
        trialing: 1,
        subscribers: days - ago,
        perPlan: [
          { planId: 'plus', channel: 'card' as const, subscribers: days - ago, trialing: 1 },
          { planId: 'genius', channel: 'shopify' as const, subscribers: 2, trialing: 0 },
        ],
        createdAt: at,
      })),
    )
    .onConflictDoNothing()
}

async function storeActs({ services, site, owner, staff, isOverfull }: Story): Promise<void> {
  const reason = isOverfull
    ? 'They asked for it by phone, and proved who they are. '.repeat(9).slice(0, 500)
    : 'They asked for it.'
  const outcomes = ['done', 'refused', 'failed', 'started'] as const
  await services.db.system.insert(staffActs).values(
    Array.from({ length: isOverfull ? 80 : 4 }, (_, place) => ({
      staffId: staff.id,
      userId: owner.id,
      teamId: site.scope.teamId,
      act: (['boost.given', 'impersonation.started', 'sessions.ended'] as const)[place % 3] ?? '',
      outcome: outcomes[place % 4],
      refusal: place % 4 === 1 ? 'Olga Staff gave the organization a boost meanwhile.' : null,
      reason,
      address: isOverfull ? '2001:db8:85a3:8d3:1319:8a2e:370:7348' : '203.0.113.7',
      createdAt: new Date(services.now().getTime() - (90 - place) * hourMillis),
    })),
  )
}

async function storeNews({ services, staff, isOverfull }: Story): Promise<void> {
  const at = services.now()
  const action = { actionText: 'See your goals', actionUrl: 'https://example.com/goals' }
  await services.db.system.insert(announcements).values(
    Array.from({ length: isOverfull ? 60 : 2 }, (_, place) => ({
      userId: staff.id,
      body: isOverfull
        ? 'Goals have a screen, on which each of them has its numbers. '.repeat(5).slice(0, 255)
        : 'Goals have a screen.',
      ...(place % 2 === 0 ? action : {}),
      shell: place % 2 === 0 ? null : ('shopify' as const),
      plans: place % 2 === 0 ? null : ['plus', 'genius'],
      publishedAt: new Date(at.getTime() + (place === 1 ? dayMillis : -place * hourMillis)),
      createdAt: at,
      updatedAt: at,
    })),
  )
}

/** Suspended, and many failures with long reasons. */
async function storeFaults({ services, site, owner }: Story): Promise<void> {
  const { system } = services.db
  const at = services.now()
  const notice = { suspendedAt: at, suspensionNotice: longName('Your nudges break our terms,') }
  await system.update(teams).set(notice).where(eq(teams.id, site.scope.teamId))
  await system.update(users).set(notice).where(eq(users.id, owner.id))
  await system.insert(deliveries).values(
    Array.from({ length: 60 }, (_, place) => ({
      provider: 'google_my_business_reviews' as const,
      account: `${'very-long-name-of-an-account-'.repeat(3)}${String(place)}`,
      deliveryId: `evt_${String(place)}_${'0'.repeat(60)}`,
      topic: 'accounts.locations.reviews.updated',
      state: 'failed' as const,
      attempts: 12,
      fault: 'These fields can’t be read: line_items[0].meta_data.delivery_date_of_the_customer.',
      receivedAt: at,
      dueAt: at,
    })),
  )
  for (const [place, subject] of [...mixedNames, longName('Subject')].entries()) {
    const { teamId } = site.scope
    await storeRequest(services, {
      userId: owner.id,
      teamId,
      subject,
      state: place % 2 ? 'waiting' : 'open',
    })
  }
}

async function findFailed({ db }: Services) {
  const failed = 'failed' as const
  const [delivery] = await db.system
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.state, failed))
    .limit(1)
  const [message] = await db.system
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(eq(webhookMessages.state, failed))
    .limit(1)
  return { delivery: String(delivery?.id), message: String(message?.id) }
}

/** @returns the id of a job that gave up; overfull, there are many */
async function storeJob({ services, isOverfull }: Story): Promise<string> {
  const error = isOverfull
    ? `connect ECONNREFUSED 2001:db8:85a3:8d3:1319:8a2e:370:7348:587 ${'and so on '.repeat(20)}`
    : 'connect ECONNREFUSED 127.0.0.1:587'
  const { rows } = await services.pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, completed_on, output)
     select 'deliveries.process', $1, 'failed', 7, 7, now(), now() - number * interval '1 minute', $2
     from generate_series(1, $3::int) as number returning id`,
    [
      { email: 'ada@shopper.example', text: 'hello' },
      { name: 'Error', message: error, stack: '' },
      isOverfull ? 60 : 1,
    ],
  )
  return rows[0]?.id ?? ''
}
