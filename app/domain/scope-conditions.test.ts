import { and, eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { sites, teams, users } from '#app/db/schema/ground.ts'
import { hourlyEvents } from '#app/db/schema/events.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import { meters } from '#app/db/schema/plans.ts'
import { inSite, inTeam } from './scope-conditions.server.ts'
import { provenSite, provenTeam } from './prove-scope.ts'

const team = provenTeam(3)
const site = provenSite(team, {
  id: 7,
  uuid: 'f1c8ab12-0000-4000-8000-000000000007',
  timeZone: 'UTC',
})
const dialect = new PgDialect()

test.each([
  ['a row of a site', inSite(nudges, site), '"nudges"."team_id" = $1 and "nudges"."site_id" = $2'],
  ['the site', inSite(sites, site), '"sites"."team_id" = $1 and "sites"."id" = $2'],
])('%s: both ids', (_name, condition, text) => {
  expect(dialect.sqlToQuery(condition)).toMatchObject({ sql: `(${text})`, params: [3, 7] })
})

test.each([
  ['a row of a team', inTeam(meters, team), '"meters"."team_id" = $1'],
  ['the team', inTeam(teams, team), '"teams"."id" = $1'],
  ['any site of the team', inTeam(sites, site), '"sites"."team_id" = $1'],
])('%s: only the team', (_name, condition, text) => {
  expect(dialect.sqlToQuery(condition)).toMatchObject({ sql: text, params: [3] })
})

test('together with others, and in a raw statement', () => {
  const both = '("hourly_events"."team_id" = $1 and "hourly_events"."site_id" = $2)'
  const combined = and(inSite(hourlyEvents, site), eq(hourlyEvents.type, 'visit'))
  expect(dialect.sqlToQuery(sql`${combined}`).sql).toBe(`(${both} and "hourly_events"."type" = $3)`)
  const raw = sql`select from hourly_events where ${inSite(hourlyEvents, site)}`
  expect(dialect.sqlToQuery(raw).sql).toBe(`select from hourly_events where ${both}`)
})

test('a table without the column, or a scope without proof, doesn’t compile', () => {
  const isCompiled = () => [
    // @ts-expect-error people belong to no team
    inTeam(users, team),
    // @ts-expect-error a meter belongs to a team, and to none of its sites
    inSite(meters, site),
    // @ts-expect-error a scope of the team is none of a site
    inSite(nudges, team),
    // @ts-expect-error numbers prove nothing
    inSite(nudges, { teamId: 3, siteId: 7 }),
  ]
  expect(isCompiled).toBeTypeOf('function')
})
