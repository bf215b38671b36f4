/** The lint rules against conditions on a scope that are written by hand, and against forged scopes. */
import { ESLint, Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, test } from 'vitest'

const linter = new Linter()
const rule = 'no-restricted-syntax'

/** Lints with the rule as it is set for a file. Types aren't needed for it. */
async function lint(code: string, file: string): Promise<string[]> {
  const eslint = new ESLint({ overrideConfigFile: '.config/eslint.js' })
  const config = (await eslint.calculateConfigForFile(file)) as { rules: Linter.RulesRecord }
  const found = linter.verify(
    code,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        rules: { [rule]: config.rules[rule] ?? 'off' },
      },
    ],
    file,
  )
  return found.map(({ message }) => message)
}

const refused = [expect.stringContaining('inSite(table, scope)')]
const forged = [expect.stringContaining('find-scope.server.ts')]
const folders = ['app/domain/goals', 'app/domain/stats', 'app/presenters/home']

test.each([
  'eq(nudges.teamId, site.teamId)',
  'and(eq(sites.id, scope.siteId), isNull(sites.pausedAt))',
  'eq(apiTokens.teamId, bearer.scope.teamId)',
  'sql`select from nudges where site_id = ${site.siteId}`',
  'sql`${nudges.teamId} = ${team.teamId}`',
  'const read = ({ siteId }: SiteScope) => eq(nudges.siteId, siteId)',
  'const read = (tx: Queries, { team: { teamId } }: Actor) => [eq(teams.id, teamId)]',
  'function read(team) { const { teamId } = team; return run(() => eq(nudges.teamId, teamId)) }',
  'function read(bearer) { const { siteId } = bearer.scope; return eq(nudges.siteId, siteId) }',
])('refused: %s', async (code) => {
  for (const folder of folders) expect(await lint(code, `${folder}/x.server.ts`)).toEqual(refused)
})

test.each([
  'inSite(nudges, site)',
  'eq(nudges.siteId, sites.id)',
  'eq(meters.teamId, teamId)',
  'const read = ({ teamId, userId }: Key) => eq(teamMembers.teamId, teamId)',
  'function read(site) { const { siteId } = site; return eq(users.currentSiteId, siteId) }',
  'sql`select ${site.siteId}::bigint`',
])('allowed: %s', async (code) => {
  for (const folder of folders) expect(await lint(code, `${folder}/x.server.ts`)).toEqual([])
})

test.each(['app/domain/goals', 'app/routes/home', 'app/auth', 'app/jobs'])(
  'no assertion makes a scope in %s',
  async (folder) => {
    for (const code of ['x as SiteScope', '({ teamId, siteIds: null }) as unknown as TeamScope']) {
      expect(await lint(code, `${folder}/x.server.ts`)).toEqual(forged)
    }
  },
)
