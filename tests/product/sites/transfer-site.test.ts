/**
 * A site's transfer: everything moves along, its pages don't notice, and no one else keeps access.
 */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  apiTokens,
  auditEntries,
  memberSites,
  meters,
  nudgeExperiments,
  siteReports,
  sites,
  users,
} from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { siteTables } from '#app/domain/lifecycle/reassign-rows.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { action, loader } from '#app/routes/site-settings/danger.tsx'
import type { TestSite, TestTeam } from '../../support/makers.ts'
import { impressionEvent, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createSecurityWorld, createTwoFactorUser } from '../../support/two-factor.ts'
import { liftLimits } from '../../support/stored-events.ts'
import { createWorld, type World } from '../../support/world.ts'

const outcomesOf = (outcomes: readonly { outcome: string }[]) =>
  outcomes.map(({ outcome }) => outcome)

const agent = (number: number) => ({ 'User-Agent': `Mozilla/5.0 Firefox/${String(number)}.0` })

const transfer = (
  world: World,
  { site, to, as = site.owner }: { site: TestSite; to: TestTeam; as?: { cookie: string } },
  name = 'Shop',
) =>
  action(
    world.visit('/site-settings/danger', {
      as,
      form: {
        intent: 'hand-over',
        site: site.uuid,
        team: String(to.scope.teamId),
        siteName: name,
      },
    }),
  )

const addressOf = (answer: unknown) =>
  answer instanceof Response ? answer.headers.get('location') : answer

const choose = ({ services }: World, { owner, scope, team }: TestSite) =>
  services.db.system
    .update(users)
    .set({ currentTeamId: team.scope.teamId, currentSiteId: scope.siteId })
    .where(eq(users.id, owner.id))

/** How many rows of the site each table shows to the organization. */
async function rowsSeenBy({ services }: World, team: TestTeam, { scope }: TestSite) {
  return services.db.asTeam(team.scope, async (tx) => {
    const seen: Record<string, number> = {}
    for (const table of siteTables) {
      const { rows } = await tx.execute<{ total: number }>(
        sql`select count(*)::int as total from ${sql.identifier(table)} where site_id = ${scope.siteId}`,
      )
      seen[table] = rows[0]?.total ?? 0
    }
    return seen
  })
}

const metersOf = async ({ services }: World, { scope }: TestTeam) => {
  const [row] = await services.db.system
    .select({ visitors: meters.visitors, impressions: meters.impressions })
    .from(meters)
    .where(eq(meters.teamId, scope.teamId))
  return row
}

test('every table with a site and an organization is among those that follow', async () => {
  const { services } = await createWorld()

  const { rows } = await services.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and (
         select count(*) from information_schema.columns
         where table_schema = 'public' and table_name = c.relname
           and column_name in ('site_id', 'team_id')) = 2`,
  )

  expect([...siteTables].sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('pages go on, rows and figures follow, and what was used stays where it was used', async () => {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  const kept = await world.site({ team: site.team })
  const to = await world.team({ owner: site.owner, name: 'Kettles' })
  const member = await world.member(site.team, { sites: [site] })
  await world.token(site.team)
  const token = { team: site.team.scope, actor: site.owner, siteId: site.scope.siteId }
  await createToken(services, token, { name: 'Shop', abilities: ['sites:read'] })
  await storePurchase(services, site)
  const nudge = await world.nudge(site)
  const at = world.clock.now()
  const of = { siteId: site.scope.siteId, teamId: site.team.scope.teamId }
  await services.db.system.insert(siteReports).values([
    { ...of, userId: site.owner.id, every: 'week', createdAt: at },
    { ...of, userId: member.id, every: 'week', createdAt: at },
  ])
  const [{ id: nudgeId } = { id: 0 }] = (
    await services.db.system.execute<{ id: number }>(
      sql`select id::int from nudges where uuid = ${nudge.uuid}`,
    )
  ).rows
  await services.db.system
    .insert(nudgeExperiments)
    .values({ ...of, nudgeId, kind: 'without', share: 50, versionA: 1, startedAt: at, endedAt: at })
  const edge = await serveEdge(services)
  const before = await edge.page(site).payload()
  await edge.page(site).report(visitEvent(), impressionEvent(before))
  await edge.page(kept, agent(140)).report(visitEvent())
  await choose(world, site)
  const seen = await rowsSeenBy(world, site.team, site)

  expect(addressOf(await transfer(world, { site, to }))).toBe('/')

  expect(await edge.page(site).payload()).toEqual(before)
  const outcomes = await edge.page(site, agent(141)).report(visitEvent(), impressionEvent(before))
  expect(outcomesOf(outcomes)).toEqual(['accepted', 'accepted'])
  expect(await metersOf(world, site.team)).toEqual({ visitors: 2, impressions: 1 })
  expect(await metersOf(world, to)).toEqual({ visitors: 1, impressions: 1 })
  expect(await recount(services)).toEqual([])
  const gone = Object.fromEntries(siteTables.map((table) => [table, 0]))
  expect(await rowsSeenBy(world, site.team, site)).toEqual(gone)
  expect(await rowsSeenBy(world, to, site)).toMatchObject({
    ...seen,
    api_tokens: 0,
    member_sites: 0,
    site_reports: 1,
    // Including the visitor who came since then.
    pixel_events: (seen['pixel_events'] ?? 0) + 2,
    hourly_events: expect.any(Number) as number,
  })
  expect(seen).toMatchObject({ api_tokens: 1, member_sites: 1, nudge_experiments: 1, claims: 1 })
  expect(await listSites(services, site.team.scope)).toMatchObject([{ uuid: kept.uuid }])
  expect(await listSites(services, to.scope)).toMatchObject([{ uuid: site.uuid }])
  expect(await services.db.system.select().from(apiTokens)).toMatchObject([{ name: 'Test' }])
  expect(await services.db.system.select().from(memberSites)).toEqual([])
  const [owner] = await services.db.system
    .select({ team: users.currentTeamId, site: users.currentSiteId })
    .from(users)
    .where(eq(users.id, site.owner.id))
  expect(owner).toEqual({ team: to.scope.teamId, site: site.scope.siteId })
  const acts = await services.db.system
    .select({ teamId: auditEntries.teamId, act: auditEntries.act, details: auditEntries.details })
    .from(auditEntries)
  expect(acts).toContainEqual({
    teamId: of.teamId,
    act: 'site.handed_over',
    details: { site: of.siteId, name: 'Shop', to: 'Kettles', tokens: 1 },
  })
  expect(acts).toContainEqual({
    teamId: to.scope.teamId,
    act: 'site.received',
    details: { site: of.siteId, name: 'Shop', from: expect.any(String) as string },
  })
})

test('reports during a transfer are counted once and follow the site', async () => {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  const to = await world.team({ owner: site.owner })
  await liftLimits(services)
  await storePurchase(services, site)
  await world.nudge(site)
  await choose(world, site)
  const edge = await serveEdge(services)
  const reports = Array.from(
    { length: 40 },
    (_, index) => () => edge.page(site, agent(100 + index)).report(visitEvent()),
  )
  const first = reports.slice(0, 20).map((report) => report())

  const moving = transfer(world, { site, to })
  const rest = reports.slice(20).map((report) => report())
  expect(addressOf(await moving)).toBe('/')
  const outcomes = (await Promise.all([...first, ...rest])).flat()
  expect(new Set(outcomesOf(outcomes))).toEqual(new Set(['accepted']))
  await sweeps.transfers.run(services, {})

  expect(await recount(services)).toEqual([])
  const [old, now] = [await metersOf(world, site.team), await metersOf(world, to)]
  expect((old?.visitors ?? 0) + (now?.visitors ?? 0)).toBe(40)
  expect(await rowsSeenBy(world, to, site)).toMatchObject({ pixel_events: 40 })
  expect(await rowsSeenBy(world, site.team, site)).toMatchObject({ pixel_events: 0 })
})

test('rows that another process stored for the former organization follow within the hour', async () => {
  const world = await createWorld()
  const site = await world.site()
  const to = await world.team({ owner: site.owner })
  await choose(world, site)
  await transfer(world, { site, to })
  await storePurchase(world.services, site)
  expect(await rowsSeenBy(world, to, site)).toMatchObject({ activities: 0 })

  await sweeps.transfers.run(world.services, {})

  expect(await rowsSeenBy(world, to, site)).toMatchObject({ activities: 1 })
})

test('only to an organization in which one may add sites, and once the name was typed', async () => {
  const world = await createWorld()
  const site = await world.site()
  const mine = await world.team({ owner: site.owner })
  const foreign = await world.team()
  const twin = await world.site({ team: await world.team({ owner: site.owner }), url: site.url })
  const editor = await world.member(site.team)
  await choose(world, site)
  const sentenceOf = async (to: TestTeam, name?: string) =>
    (await transfer(world, { site, to }, name)) as { data: { errors: object } }

  await expect(transfer(world, { site, to: mine, as: editor })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect((await sentenceOf(foreign)).data.errors).toEqual({
    team: ['Choose an organization where you can add sites.'],
  })
  expect((await sentenceOf(site.team)).data.errors).toEqual({
    team: ['The site already belongs to this organization.'],
  })
  expect((await sentenceOf(mine, 'shop')).data.errors).toEqual({
    siteName: ['That doesn’t match the site name.'],
  })
  expect((await sentenceOf(twin.team)).data.errors).toEqual({
    team: ['This organization already has a site with the same URL.'],
  })
  const screen = await loader(world.visit('/site-settings/danger', { as: site.owner }))
  expect(screen.others.map(({ id }) => id)).toEqual([mine.scope.teamId, twin.team.scope.teamId])
  const rows = await world.services.db.system.select({ teamId: sites.teamId }).from(sites)
  expect(rows.map(({ teamId }) => teamId)).not.toContain(mine.scope.teamId)
})

test('a user with two-factor gives a fresh code before a site is transferred or deleted', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const site = await world.site({ team: await world.team({ owner: ann }) })
  const to = await world.team({ owner: ann })
  await choose(world, site)
  world.clock.advance(2 * 3_600_000)
  const asked = { data: { proof: { isByPhone: false } } }

  expect(await transfer(world, { site, to })).toMatchObject(asked)
  const form = { intent: 'delete', site: site.uuid, name: 'Shop' }
  expect(await action(world.visit('/site-settings/danger', { as: ann, form }))).toMatchObject(asked)
  expect(await listSites(world.services, site.team.scope)).toHaveLength(1)
})
