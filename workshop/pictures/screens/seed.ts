/** The three states of the screenshots. All names are words for products and samples. */
import { randomBytes, randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { goalInput } from '#app/contract/goals.ts'
import { activities, invitations, meters, products, sites, teams } from '#app/db/schema/index.ts'
import { everyoneNow } from '#app/domain/announcements/announcement.ts'
import { announce } from '#app/domain/announcements/announcements.server.ts'
import { maxGoals } from '#app/domain/goals/goal.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createCampaign } from '#app/domain/push/campaigns.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { createMakers, type Makers, type TestSite } from '#tests/support/makers.ts'
import { storeNudge } from '#tests/support/nudges.ts'
import { storePurchase } from '#tests/support/purchases.ts'
import type { SeededNames } from './screens.ts'
import { storeByHand } from './seed-by-hand.ts'
import { startLongAgo, storeSpeed } from './seed-comparisons.ts'
import { storeExportLink, storeRecognizedShop, storeSuspendedTeam } from './seed-cases.ts'
import { storeConnection, storeConnections } from './seed-connections.ts'
import { storeNewSmartWebhook, storeSmartWebhook } from './seed-smart-webhook.ts'
import { maxFormRules } from '#app/domain/forms/form-rules.server.ts'
import { storeForms } from './seed-forms.ts'
import { storeFigures } from './seed-figures.ts'
import { storeHalfLogin, turnOnTwoFactor } from './seed-login.ts'
import { seedMany, longName, mixedNames } from './seed-many.ts'
import { storeConversation } from './seed-support.ts'
import { storeWebhooks } from './seed-webhooks.ts'
import { hourMillis } from '#app/lib/time.ts'

export const seedStates = ['empty', 'typical', 'overfull'] as const
export type SeedState = (typeof seedStates)[number]

/** The cookies of their browsers. */
export type Seeded = {
  owner: string
  newcomer: string
  halfway: string
  starter: string
  settler: string
  suspended: string
  names: SeededNames
  /** Names from the starter's site, where it isn't the owner's. */
  started?: SeededNames
}

const goods = ['Blue kettle', 'Stoneware mug', 'Linen towel', 'Oak board', 'Brass spoon', 'Tea box']
const places = [
  ['Utrecht', 'NL'],
  ['Gent', 'BE'],
  ['Bremen', 'DE'],
  ['Lyon', 'FR'],
] as const
/** Percentage of visitors. */
const holdout = 20

export async function seed(services: Services): Promise<Record<SeedState, Seeded>> {
  const makers = createMakers(services)
  await announce(services, null, {
    body: 'Goals have a screen of their own.',
    ...everyoneNow,
  })
  const seeded = {
    empty: await seedEmpty(services, makers),
    typical: await seedTypical(services, makers),
    overfull: await seedOverfull(services, makers),
  }
  // Days are closed once, for all sites. Events that arrive later aren't in their sums.
  await rollDays(services)
  return seeded
}

const namesOf = (site: TestSite): SeededNames => ({
  site: site.uuid,
  team: String(site.team.scope.teamId),
})

async function seedEmpty(services: Services, makers: Makers): Promise<Seeded> {
  const site = await makers.site({ name: 'Empty shop', url: 'https://empty.example' })
  const newcomer = await makers.user({ name: 'Newcomer' })
  return {
    owner: site.owner.cookie,
    newcomer: newcomer.cookie,
    names: {
      ...namesOf(site),
      recipe: 'stripe-payments',
      link: await storeExportLink(services, site),
    },
    halfway: await storeHalfLogin(services, makers),
    settler: await storeRecognizedShop(services, makers),
    suspended: await storeSuspendedTeam(services, makers, { name: 'Cups', notice: null }),
    ...(await seedStarted(services, makers)),
  }
}

/** A site with one of each, of which nothing has arrived or been sent yet. */
async function seedStarted(services: Services, makers: Makers) {
  const site = await makers.site({ name: 'New shop', url: 'https://new.example' })
  const started = {
    ...namesOf(site),
    connection: await storeConnection(services, site, 'new.example'),
    smartWebhook: await storeNewSmartWebhook(services, site, 'Ticket shop'),
    webhook: await storeWebhooks(services, site, { endpoints: 1, messages: 0 }),
  }
  return { starter: site.owner.cookie, started }
}

async function seedTypical(services: Services, makers: Makers): Promise<Seeded> {
  const team = await makers.team({ name: 'Kettles and Cups' })
  const site = await makers.site({
    team,
    name: 'Kettles',
    url: 'https://kettles.example',
    options: { holdout },
  })
  const member = await makers.member(team)
  await makers.member(team, { role: 'analyst' })
  const activity = await storeFeeds(services, site)
  const shown = await storeNudges(services, site)
  const goal = await storeGoals(services, site, 3)
  const experiment = await startLongAgo(services, site, shown)
  await storeFigures(services, site, { nudge: shown, goal, experiment, holdout, perDay: 220 })
  await storeSpeed(services, site)
  const messages = ['We pack every order by hand.', 'We answer every question.']
  const views = ['To check', 'Hidden this week']
  const imported = { fileName: 'orders-of-this-year.csv', rows: 20, messages, views }
  // Restores its limit, which the days above would have reached.
  await finish(services, site, 10_000)
  const newcomer = await makers.user({ name: 'Newcomer', email: 'sample@example.com' })
  await storeForms(services, site, [
    { name: 'Newsletter', page: '/contact', selector: '#join', firstNameField: 'first_name' },
    { name: 'Stock alerts' },
  ])
  return {
    owner: site.owner.cookie,
    newcomer: newcomer.cookie,
    starter: site.owner.cookie,
    halfway: await storeHalfLogin(services, makers),
    settler: await storeRecognizedShop(services, makers),
    suspended: await storeSuspendedTeam(services, makers, {
      name: 'Kettles and Cups',
      notice: 'Visitors report that its nudges show orders that never happened.',
    }),
    names: {
      ...namesOf(site),
      link: await storeExportLink(services, site),
      member: String(member.id),
      activity,
      goal,
      campaign: await storeCampaign(services, site, 'Winter sale'),
      nudge: shown,
      import: await storeByHand(services, site, imported),
      connection: await storeConnections(services, site, [
        { host: 'kettles.example', kind: 'working' },
        { host: 'outlet.kettles.example', kind: 'lost' },
      ]),
      smartWebhook: await storeSmartWebhook(services, site, {
        name: 'Ticket shop',
        isActive: false,
      }),
      recipe: 'stripe-payments',
      request: await storeConversation(services, site, 3),
      token: await storeToken(services, site, 'Shop'),
      webhook: await storeWebhooks(services, site, { endpoints: 2, messages: 5 }),
      invitation: await storeInvitation(services, site, newcomer.email),
    },
  }
}

async function seedOverfull(services: Services, makers: Makers): Promise<Seeded> {
  const team = await makers.team({ name: longName('Kettles') })
  const url = `https://${'very-long-name-of-a-shop-'.repeat(2)}sample.example`
  const site = await makers.site({ team, name: longName('Shop'), url, options: { holdout } })
  const member = await makers.member(team)
  const activity = await storeFeeds(services, site)
  const shown = await storeNudges(services, site)
  const goal = await storeGoals(services, site, maxGoals)
  await seedMany(services, site, { nudges: 1_000, activities: 10_000, members: 60, sites: 40 })
  const token = await storeToken(services, site, longName('Token'))
  for (const name of mixedNames) await storeToken(services, site, name)
  const path = `/${'a-very-long-address-of-a-page/'.repeat(5)}`
  const experiment = await startLongAgo(services, site, shown)
  const figures = { nudge: shown, goal, experiment, holdout }
  await storeFigures(services, site, { ...figures, perDay: 60, times: 12_345, path })
  await storeSpeed(services, site, 5)
  const messages = mixedNames.map((name) => `${name} ${longName('Message')}`)
  const views = mixedNames.slice(0, 12).map((name, at) => `${String(at)} ${name}`.slice(0, 40))
  const imported = { fileName: `${longName('Orders')}.csv`, rows: 600, messages, views }
  await finish(services, site, await usedBy(services, site))
  const email = `${'sample-'.repeat(8)}x@example.com`
  const newcomer = await makers.user({ name: longName('Newcomer'), email })
  await storeForms(
    services,
    site,
    mixedNames.slice(0, maxFormRules).map((name, place) => ({
      name: `${name} ${longName('Form')}`.slice(0, 100),
      page: `${path}${String(place)}`.slice(0, 512),
      selector: `#${'a-long-name-of-a-form-'.repeat(5)}`,
    })),
  )
  const owner = await turnOnTwoFactor(services, site.owner)
  return {
    owner,
    newcomer: newcomer.cookie,
    starter: owner,
    halfway: await storeHalfLogin(services, makers),
    settler: await storeRecognizedShop(services, makers),
    suspended: await storeSuspendedTeam(services, makers, {
      name: longName('Kettles'),
      notice: longName('Notice'),
    }),
    names: {
      ...namesOf(site),
      link: await storeExportLink(services, site),
      member: String(member.id),
      activity,
      goal,
      campaign: await storeCampaign(services, site, longName('Sale')),
      webhook: await storeWebhooks(services, site, { endpoints: 20, messages: 60 }),
      nudge: shown,
      token,
      smartWebhook: await storeSmartWebhook(services, site, {
        name: longName('Shop').slice(0, 60),
        isActive: true,
      }),
      recipe: 'woocommerce-orders',
      request: await storeConversation(services, site, 130),
      connection: await storeConnections(services, site, [
        { host: `${'very-long-name-of-a-shop-'.repeat(2)}sample.example`, kind: 'failing' },
        ...(['waiting', 'paused', 'lost', 'working', 'working', 'working'] as const).map(
          (kind, place) => ({ host: `shop-${String(place)}.example`, kind }),
        ),
      ]),
      import: await storeByHand(services, site, imported),
      invitation: await storeInvitation(services, site, email),
    },
  }
}

/** Marks the pixel as seen, and sets the plan limit. */
async function finish({ db, now }: Services, { scope }: TestSite, planLimit: number) {
  await db.system
    .update(sites)
    .set({ pixelSeenAt: now(), holdoutSince: null })
    .where(eq(sites.id, scope.siteId))
  await db.system.update(teams).set({ planLimit }).where(eq(teams.id, scope.teamId))
  // As the next visitor would.
  await db.system
    .update(meters)
    .set({ allowance: planLimit })
    .where(eq(meters.teamId, scope.teamId))
}

/** A limit that equals this month's usage. */
async function usedBy({ db }: Services, { scope }: TestSite): Promise<number> {
  const [meter] = await db.system
    .select({ visitors: meters.visitors })
    .from(meters)
    .where(eq(meters.teamId, scope.teamId))
    .orderBy(desc(meters.month))
    .limit(1)
  return meter?.visitors ?? 0
}

/** Orders, sign-ups, reviews and products, newest first. @returns the newest order */
async function storeFeeds(services: Services, site: TestSite): Promise<string> {
  const at = services.now()
  for (let order = 0; order < 60; order += 1) {
    const [city, country] = places[order % places.length] ?? ['Utrecht', 'NL']
    const kind = order % 6 === 4 ? 'signup' : order % 6 === 5 ? 'review' : 'purchase'
    await storePurchase(services, site, {
      kind,
      city,
      country,
      productTitle: goods[order % goods.length] ?? null,
      amountCents: kind === 'purchase' ? 1_500 + order * 10 : null,
      currency: kind === 'purchase' ? 'EUR' : null,
      stars: kind === 'review' ? 3 + (order % 3) : null,
      body: kind === 'review' ? 'It does what it says, and it came on the day.' : null,
      approval: order % 10 === 5 ? 'quarantined' : 'approved',
      occurredAt: new Date(at.getTime() - order * 5 * hourMillis),
    })
  }
  const { teamId, siteId } = site.scope
  await services.db.system.insert(products).values(
    goods.map((title, index) => ({
      teamId,
      siteId,
      title,
      externalId: `sku-${String(index)}`,
      updatedAt: at,
      priceCents: 1_500 + index * 400,
      currency: 'EUR',
      stock: index * 3,
      isAvailable: index > 0,
    })),
  )
  const [first] = await services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
    .where(eq(activities.siteId, siteId))
    .limit(1)
  return first?.uuid ?? ''
}

/** @returns the uuid of the first one, a purchase nudge */
async function storeNudges(services: Services, site: TestSite): Promise<string> {
  const types = [
    'purchase',
    'purchases',
    'reviews',
    'visitors',
    'conversion',
    'stock_level',
  ] as const
  let first = ''
  for (const [place, type] of types.entries()) {
    const uuid = await storeNudge(services, site, {
      type,
      name: `${type.replace('_', ' ')} on all pages`,
      position: place + 1,
      publishedAt: services.now(),
      state: place === 3 ? 'paused' : 'published',
    })
    first ||= uuid
  }
  for (const [place, type] of (['purchase', 'review'] as const).entries()) {
    await storeNudge(services, site, {
      type,
      surface: 'inline',
      name: `${type} under the price`,
      position: place + 1,
      placement: { selector: '.price', where: 'after' },
    })
  }
  return first
}

/** A draft. @returns its uuid */
const storeCampaign = (services: Services, site: TestSite, title: string): Promise<string> =>
  createCampaign(services, site.scope, {
    input: {
      name: title.slice(0, 80),
      content: { title: title.slice(0, 50), body: 'Kettles and cups until Sunday.', url: '/sale' },
    },
    userId: null,
  })

/** @returns the first one's uuid */
async function storeGoals(services: Services, site: TestSite, total: number): Promise<string> {
  let first = ''
  for (let place = 0; place < total; place += 1) {
    const name = place < 3 ? ['Thank-you page', 'Newsletter', 'Orders'][place] : longName('Goal')
    const input = goalInput.parse({
      name,
      kind: 'url',
      match: 'starts_with',
      pattern: `/thanks/${String(place)}`,
    })
    const { uuid } = await createGoal(services, site.scope, input)
    first ||= uuid
  }
  return first
}

async function storeToken(services: Services, { team, owner }: TestSite, name: string) {
  await createToken(
    services,
    { team: team.scope, actor: owner, siteId: null },
    { name, abilities: ['sites:read', 'activities:write'] },
  )
  const { rows } = await services.pool.query<{ id: string }>(
    'select max(id)::text as id from api_tokens where team_id = $1',
    [team.scope.teamId],
  )
  return rows[0]?.id ?? ''
}

/** The email's link contains a token that isn't stored, so a new one is created here. */
async function storeInvitation(services: Services, { team, owner }: TestSite, email: string) {
  const token = randomBytes(32).toString('base64url')
  const at = services.now()
  await services.db.system.insert(invitations).values({
    id: randomUUID(),
    teamId: team.scope.teamId,
    email,
    role: 'editor' as const,
    tokenHash: tokenHash(token),
    invitedBy: owner.id,
    createdAt: at,
    sentAt: at,
    expiresAt: new Date(at.getTime() + 72 * hourMillis),
  })
  return token
}
