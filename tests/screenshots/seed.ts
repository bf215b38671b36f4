/** The three states in which every screen is looked at. All names are words for products and samples. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { goalInput } from '#app/contract/goals.ts'
import { activities, invitations, products, sites, teams } from '#app/db/schema/index.ts'
import { announce } from '#app/domain/announcements/announcements.server.ts'
import { maxGoals } from '#app/domain/goals/goal.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { tokenHash } from '#app/lib/token-text.server.ts'
import type { Services } from '#app/services.ts'
import { createMakers, type Makers, type TestSite } from '#tests/support/makers.ts'
import { storeNudge } from '#tests/support/nudges.ts'
import { storePurchase } from '#tests/support/purchases.ts'
import type { Names } from './screens.ts'
import { storeFigures } from './seed-figures.ts'
import { fill, longName, mixedNames } from './seed-many.ts'

export const states = ['empty', 'typical', 'overfull'] as const
export type State = (typeof states)[number]

/** Cookies of those who are logged in. */
export type Seeded = { owner: string; newcomer: string; names: Names }

const goods = ['Blue kettle', 'Stoneware mug', 'Linen towel', 'Oak board', 'Brass spoon', 'Tea box']
const places = [
  ['Utrecht', 'NL'],
  ['Gent', 'BE'],
  ['Bremen', 'DE'],
  ['Lyon', 'FR'],
] as const
const hourMillis = 3_600_000

export async function seed(services: Services): Promise<Record<State, Seeded>> {
  const makers = createMakers(services)
  await announce(services, null, { body: 'Goals have a screen of their own.' })
  return {
    empty: await seedEmpty(makers),
    typical: await seedTypical(services, makers),
    overfull: await seedOverfull(services, makers),
  }
}

const namesOf = (site: TestSite): Names => ({
  site: site.uuid,
  team: String(site.team.scope.teamId),
})

async function seedEmpty(makers: Makers): Promise<Seeded> {
  const site = await makers.site({ name: 'Empty shop', url: 'https://empty.example' })
  const newcomer = await makers.user({ name: 'Newcomer' })
  return { owner: site.owner.cookie, newcomer: newcomer.cookie, names: namesOf(site) }
}

async function seedTypical(services: Services, makers: Makers): Promise<Seeded> {
  const team = await makers.team({ name: 'Kettles and Cups' })
  const site = await makers.site({ team, name: 'Kettles', url: 'https://kettles.example' })
  const member = await makers.member(team)
  await makers.member(team, { role: 'analyst' })
  const activity = await storeFeeds(services, site)
  const shown = await storeNudges(services, site)
  const goal = await storeGoals(services, site, 3)
  await storeFigures(services, site, { nudge: shown, perDay: 24 })
  await services.db.system
    .update(sites)
    .set({ pixelSeenAt: services.now() })
    .where(eq(sites.id, site.scope.siteId))
  // Its own limit again, which the days above would have reached.
  await services.db.system
    .update(teams)
    .set({ planLimit: 1_000 })
    .where(eq(teams.id, team.scope.teamId))
  const newcomer = await makers.user({ name: 'Newcomer', email: 'sample@example.com' })
  return {
    ...{ owner: site.owner.cookie, newcomer: newcomer.cookie },
    names: {
      ...namesOf(site),
      ...{ member: String(member.id), activity, goal, nudge: shown },
      token: await storeToken(services, site, 'Shop'),
      invitation: await storeInvitation(services, site, newcomer.email),
    },
  }
}

async function seedOverfull(services: Services, makers: Makers): Promise<Seeded> {
  const team = await makers.team({ name: longName('Kettles') })
  const url = `https://${'very-long-name-of-a-shop-'.repeat(2)}sample.example`
  const site = await makers.site({ team, name: longName('Shop'), url })
  const member = await makers.member(team)
  const activity = await storeFeeds(services, site)
  const shown = await storeNudges(services, site)
  const goal = await storeGoals(services, site, maxGoals)
  await fill(services, site, { nudges: 1_000, activities: 10_000, members: 60, sites: 40 })
  const token = await storeToken(services, site, longName('Token'))
  for (const name of mixedNames) await storeToken(services, site, name)
  const path = `/${'a-very-long-address-of-a-page/'.repeat(5)}`
  await storeFigures(services, site, { nudge: shown, perDay: 60, path })
  // What the plan allows is used up.
  await services.db.system
    .update(teams)
    .set({ planLimit: 50 })
    .where(eq(teams.id, team.scope.teamId))
  const email = `${'sample-'.repeat(8)}x@example.com`
  const newcomer = await makers.user({ name: longName('Newcomer'), email })
  return {
    ...{ owner: site.owner.cookie, newcomer: newcomer.cookie },
    names: {
      ...namesOf(site),
      ...{ member: String(member.id), activity, goal, nudge: shown, token },
      invitation: await storeInvitation(services, site, email),
    },
  }
}

/** Orders, sign-ups, reviews and products, newest first. @returns the newest order */
async function storeFeeds(services: Services, site: TestSite): Promise<string> {
  const at = services.now()
  for (let order = 0; order < 60; order += 1) {
    const [city, country] = places[order % places.length] ?? ['Utrecht', 'NL']
    const kind = order % 6 === 4 ? 'signup' : order % 6 === 5 ? 'review' : 'purchase'
    await storePurchase(services, site, {
      ...{ kind, city, country, productTitle: goods[order % goods.length] ?? null },
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
      ...{ teamId, siteId, title, externalId: `sku-${String(index)}`, updatedAt: at },
      ...{
        priceCents: 1_500 + index * 400,
        currency: 'EUR',
        stock: index * 3,
        isAvailable: index > 0,
      },
    })),
  )
  const [first] = await services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
    .where(eq(activities.siteId, siteId))
    .limit(1)
  return first?.uuid ?? ''
}

/** @returns the uuid of the first, which is a purchase nudge */
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
      ...{ type, name: `${type.replace('_', ' ')} on all pages`, position: place + 1 },
      publishedAt: services.now(),
      state: place === 3 ? 'paused' : 'published',
    })
    first ||= uuid
  }
  for (const [place, type] of (['purchase', 'review'] as const).entries()) {
    await storeNudge(services, site, {
      ...{ type, surface: 'inline', name: `${type} under the price`, position: place + 1 },
      placement: { selector: '.price', where: 'after' },
    })
  }
  return first
}

/** @returns the first one's uuid */
async function storeGoals(services: Services, site: TestSite, total: number): Promise<string> {
  let first = ''
  for (let place = 0; place < total; place += 1) {
    const name = place < 3 ? ['Thank-you page', 'Newsletter', 'Orders'][place] : longName('Goal')
    const input = goalInput.parse({
      ...{ name, kind: 'url', match: 'starts_with', pattern: `/thanks/${String(place)}` },
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

/** The mail's own link names a token that nobody keeps: one is made here. */
async function storeInvitation(services: Services, { team, owner }: TestSite, email: string) {
  const token = randomBytes(32).toString('base64url')
  const at = services.now()
  await services.db.system.insert(invitations).values({
    ...{ id: randomUUID(), teamId: team.scope.teamId, email, role: 'editor' as const },
    ...{ tokenHash: tokenHash(token), invitedBy: owner.id, createdAt: at, sentAt: at },
    expiresAt: new Date(at.getTime() + 72 * hourMillis),
  })
  return token
}
