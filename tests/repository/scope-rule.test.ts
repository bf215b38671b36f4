/** The lint rules against conditions on a scope that are written by hand, and against forged scopes. */
import { expect, test } from 'vitest'
import { lintCode, type Example } from './lint-code.ts'

/** Findings of the rule alone: the examples aren’t whole files, so other rules find more. */
async function lint(examples: readonly Example[]): Promise<string[][]> {
  const rule = 'eslint-js(no-restricted-syntax): '
  return (await lintCode(examples)).map((found) => found.filter((one) => one.startsWith(rule)))
}

const byHand = [
  'eq(nudges.teamId, site.teamId)',
  'and(eq(sites.id, scope.siteId), isNull(sites.pausedAt))',
  'eq(apiTokens.teamId, bearer.scope.teamId)',
  'sql`select from nudges where site_id = ${site.siteId}`',
  'sql`${nudges.teamId} = ${team.teamId}`',
  'const read = ({ siteId }: SiteScope) => eq(nudges.siteId, siteId)',
  'const read = (tx: Queries, { team: { teamId } }: Actor) => [eq(teams.id, teamId)]',
  'function read(team) { const { teamId } = team; return run(() => eq(nudges.teamId, teamId)) }',
  'function read(bearer) { const { siteId } = bearer.scope; return eq(nudges.siteId, siteId) }',
]

const byScope = [
  'inSite(nudges, site)',
  'eq(nudges.siteId, sites.id)',
  'eq(meters.teamId, teamId)',
  'const read = ({ teamId, userId }: Key) => eq(teamMembers.teamId, teamId)',
  'function read(site) { const { siteId } = site; return eq(users.currentSiteId, siteId) }',
  'sql`select ${site.siteId}::bigint`',
]

const forgeries = ['x as SiteScope', '({ teamId, siteIds: null }) as unknown as TeamScope']

/** Each code in each folder. */
const spread = (codes: readonly string[], folders: readonly string[]): Example[] =>
  folders.flatMap((folder) => codes.map((code) => ({ file: `${folder}/x.server.ts`, code })))

const domain = ['app/domain/goals', 'app/domain/stats', 'app/presenters/home']
const groups = {
  refused: spread(byHand, domain),
  allowed: spread(byScope, domain),
  forged: spread(forgeries, ['app/domain/goals', 'app/routes/home', 'app/auth', 'app/jobs']),
}

const examples = Object.values(groups).flat()
const found = await lint(examples)
const cases = (group: readonly Example[]) =>
  group.map((example) => ({ ...example, found: found[examples.indexOf(example)] }))

test.each(cases(groups.refused))('refused in $file: $code', ({ found }) => {
  expect(found).toEqual([expect.stringContaining('inSite(table, scope)')])
})

test.each(cases(groups.allowed))('allowed in $file: $code', ({ found }) => {
  expect(found).toEqual([])
})

test.each(cases(groups.forged))('no assertion makes a scope in $file: $code', ({ found }) => {
  expect(found).toEqual([expect.stringContaining('find-scope.server.ts')])
})
