import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { runCommandLine } from '#app/cli/command-line.ts'
import { commands } from '#app/cli/commands.server.ts'
import { countPendingMigrations } from '#app/db/migrate.server.ts'
import { hourlyEvents, sites, teamMembers, users } from '#app/db/schema/index.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { channelOf } from '#app/domain/billing/channel-of.server.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { backUp } from '#app/server/cli-backup.server.ts'
import { compose } from '#app/server/compose.server.ts'
import { noBackups } from '../../support/commands/no-backups.ts'
import { createWixWorld } from '../../support/wix/wix-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const account = ['create-account', '--email', 'Ann@Shop.example', '--password', 'correct horse']
const complete = [...account, '--site-url', 'shop.example']

const backupsOf = ({ config }: World['services']) => ({
  backUp: (file: string) => backUp(() => config, file),
  restore: () => Promise.reject(new Error('The product runs.')),
  moveToPostgres: () => Promise.reject(new Error('The product runs.')),
})

/** Runs the command line next to the world's product, as a second client of its database. */
async function run({ services, clock }: World, ...words: string[]) {
  const output = { out: '', err: '' }
  let opened = 0
  const code = await runCommandLine(words, {
    commands,
    backups: backupsOf(services),
    explain: () => null,
    terminal: { out: (text) => (output.out += text), err: (text) => (output.err += text) },
    async open() {
      opened += 1
      const { config, log } = services
      let isComplete = true
      const onAfterCommitError = () => {
        isComplete = false
      }
      const about = { log, now: clock.now, joinRunning: true, onAfterCommitError }
      const joined = await compose(config, about)
      return {
        services: joined.services,
        close: joined.close,
        countPendingMigrations: () => countPendingMigrations(joined.services.db),
        isComplete: () => isComplete,
      }
    },
  })
  const json = () => JSON.parse(output.out) as Record<string, unknown>
  return { code, ...output, json, opened }
}

test('create-account makes what it prints, beside the running product', async () => {
  const world = await createWorld()

  const { code, json, err } = await run(world, ...complete, '--json')

  const { user, team, site, token } = json() as Record<string, string>
  expect([code, err]).toEqual([0, ''])
  const input = { email: 'ann@shop.example', password: 'correct horse' }
  expect(await verifyCredentials(world.services, input, '192.0.2.1')).toMatchObject({
    userId: user,
  })
  expect(await world.services.db.system.select().from(sites)).toMatchObject([
    { uuid: site, teamId: team, url: 'https://shop.example', name: 'shop.example' },
  ])
  expect(await world.services.db.system.select().from(teamMembers)).toMatchObject([
    { teamId: team, userId: user, role: 'owner' },
  ])
  const { fetch } = await world.serve()
  const me = await fetch('/api/v1/me', { headers: { Authorization: `Bearer ${String(token)}` } })
  expect(await me.json()).toMatchObject({
    data: { token: { abilities: [...abilities], site: null } },
  })
})

test('without --json a person reads the same', async () => {
  const world = await createWorld()

  const { code, out } = await run(world, ...complete)

  const [site] = await world.services.db.system.select().from(sites)
  expect(code).toBe(0)
  expect(out).toContain(site?.uuid)
  expect(out).toMatch(/^Token +nk_[0-9a-f]{56}$/m)
})

test('--admin makes staff, and nothing else does', async () => {
  const world = await createWorld()
  await run(world, ...complete, '--admin')
  await run(world, ...complete.with(2, 'bob@shop.example'))

  const rows = await world.services.db.system.select().from(users).orderBy(users.id)

  expect(rows.map(({ isStaff }) => isStaff)).toEqual([true, false])
})

test('set-staff makes an account staff and no longer, and knows who has no account', async () => {
  const world = await createWorld()
  const person = await world.user()
  const other = await world.user({ isStaff: true })
  const isStaff = async () => {
    const rows = await world.services.db.system.select().from(users).orderBy(users.id)
    return rows.map((row) => row.isStaff)
  }

  expect(await run(world, 'set-staff', '--email', person.email)).toMatchObject({ code: 0 })
  expect(await isStaff()).toEqual([true, true])
  const revoked = await run(world, 'set-staff', '--email', other.email, '--revoke', '--json')
  expect(revoked.json()).toEqual({ user: other.id, staff: false })
  expect(await isStaff()).toEqual([true, false])

  const unknown = await run(world, 'set-staff', '--email', 'no-one@shop.example')
  expect([unknown.code, unknown.err]).toEqual([1, 'Account not found: no-one@shop.example\n'])
})

test('an address that has an account is refused, and nothing is added', async () => {
  const world = await createWorld()
  await run(world, ...complete)

  const { code, json, err } = await run(world, ...complete, '--json')

  expect(code).toBe(1)
  expect(err).toBe('There’s already an account with this email address.\n')
  expect(json()).toMatchObject({
    error: { code: 'invalid', message: 'There’s already an account with this email address.' },
  })
  expect(await world.services.db.system.select().from(users)).toHaveLength(1)
  expect(await world.services.db.system.select().from(sites)).toHaveLength(1)
})

test('all wrong values are named in one answer, and nothing is created', async () => {
  const world = await createWorld()

  const { code, out, err } = await run(
    world,
    ...['create-account', '--email', 'ann', '--password', 'short', '--site-url', 'ftp://x'],
  )

  expect([code, out]).toEqual([1, ''])
  expect(err.split('\n')).toEqual([
    '--email: Enter an email address, for example name@shop.com.',
    '--password: Use at least 8 characters.',
    '--site-url: Enter a URL, for example https://shop.com.',
    '',
  ])
  expect(await world.services.db.system.select().from(users)).toEqual([])
})

test('create-token makes a token for one site with the abilities that were named', async () => {
  const world = await createWorld()
  const [site, sibling] = [await world.site(), await world.site()]
  const { fetch } = await world.serve()

  const { json } = await run(
    world,
    ...['create-token', '--site', site.uuid, '--abilities', 'activities:read', '--name', 'Till'],
    '--json',
  )

  const headers = { Authorization: `Bearer ${String(json()['token'])}` }
  const read = (uuid: string) => fetch(`/api/v1/sites/${uuid}/activities`, { headers })
  const me = await fetch('/api/v1/me', { headers })
  expect((await read(site.uuid)).status).toBe(200)
  expect((await read(sibling.uuid)).status).toBe(404)
  expect(await me.json()).toMatchObject({
    data: { token: { name: 'Till', abilities: ['activities:read'], site: site.uuid } },
  })
})

test.each([
  ['an unknown site', '00000000-0000-4000-8000-000000000000', 'sites:read', 'Site not found: 0000'],
  ['no site at all', 'shop', 'sites:read', '--site: Enter a site UUID.'],
  ['an unknown ability', '00000000-0000-4000-8000-000000000000', 'fly', '--abilities: Choose from'],
  ['no ability', '00000000-0000-4000-8000-000000000000', '', '--abilities: Choose from'],
])('create-token for %s is refused', async (_what, site, ability, sentence) => {
  const world = await createWorld()
  const options = ['--site', site, '--abilities', ability, '--name', 'Till']

  const { code, out, err } = await run(world, 'create-token', ...options)

  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(sentence)
})

test('migrate says that the tables are up to date', async () => {
  const world = await createWorld()

  const { code, json } = await run(world, 'migrate', '--json')

  expect(code).toBe(0)
  expect(json()).toEqual({ pending: 0 })
})

test('migrate refuses while an older product runs on tables that are behind', async () => {
  const world = await createWorld()
  const output = { out: '', err: '' }

  const code = await runCommandLine(['migrate'], {
    commands,
    backups: noBackups,
    explain: () => null,
    terminal: { out: (text) => (output.out += text), err: (text) => (output.err += text) },
    open: () =>
      Promise.resolve({
        services: world.services,
        countPendingMigrations: () => Promise.resolve(2),
        isComplete: () => true,
        close: () => Promise.resolve(),
      }),
  })

  expect([code, output.out]).toEqual([1, ''])
  expect(output.err).toContain('2 migrations are pending. Stop it')
})

test('recount finds a wrong sum, and --repair mends it', async () => {
  const world = await createWorld()
  const { scope, uuid } = await world.site()
  await world.services.db.system.insert(hourlyEvents).values({
    teamId: scope.teamId,
    siteId: scope.siteId,
    hour: new Date('2026-03-02T09:00:00Z'),
    nudgeId: 0,
    type: 'visit',
    detail: '',
    device: 'desktop',
    country: '',
    total: 3,
  })

  const found = await run(world, 'recount', '--json')
  const repaired = await run(world, 'recount', '--repair')
  const after = await run(world, 'recount')

  expect(found.json()).toMatchObject({
    repaired: false,
    differences: [
      { table: 'hourly_events', owner: uuid, key: { type: 'visit' }, stored: 3, counted: 0 },
    ],
  })
  expect(repaired.out).toMatch(/^1 difference, repaired\./)
  expect(after.out).toBe('All totals match.\n')
  const left = await world.services.db.system
    .select()
    .from(hourlyEvents)
    .where(eq(hourlyEvents.siteId, scope.siteId))
  expect(left).toEqual([])
})

test.each([
  [['fly'], 'Unknown command: fly'],
  [['recount', '--loud'], "Unknown option '--loud'"],
  [['recount', 'now'], "Unexpected argument 'now'"],
  [['create-account', '--email', 'ann@shop.example'], 'Missing: --password, --site-url.'],
  [[], 'Missing command.'],
])('%j is not understood: the usage, exit code 2, no database opened', async (words, sentence) => {
  const world = await createWorld()

  const plain = await run(world, ...words)
  const json = await run(world, ...words, '--json')

  expect([plain.code, plain.out, plain.opened]).toEqual([2, '', 0])
  expect(plain.err).toContain(sentence)
  expect(plain.err).toContain('Usage: ')
  expect(json.json()).toMatchObject({ error: { code: 'usage' } })
})

test('help lists every command without opening anything', async () => {
  const world = await createWorld()

  const plain = await run(world, 'help')
  const json = await run(world, 'help', '--json')

  expect([plain.code, plain.opened]).toEqual([0, 0])
  for (const { name } of commands) expect(plain.out).toContain(name)
  expect(json.json()['commands']).toHaveLength(commands.length)
})

test.runIf(inject('engine') === 'postgres')(
  'a backup is of the embedded database alone, and needs a file',
  async () => {
    const world = await createWorld()

    const refused = await run(world, 'backup', '/nowhere/backup.tar.gz', '--json')
    const incomplete = await run(world, 'backup')
    const tooMuch = await run(world, 'backup', 'one.tar.gz', 'two.tar.gz')

    expect(refused.code).toBe(1)
    expect(refused.json()).toMatchObject({ error: { code: 'conflict' } })
    expect(refused.err).toContain('docs/operate.md')
    expect([incomplete.code, incomplete.err]).toEqual([
      2,
      'Missing: <file>.\nUsage: backup <file>\n',
    ])
    expect([tooMuch.code, tooMuch.err]).toEqual([
      2,
      'Unexpected argument: two.tar.gz\nUsage: backup <file>\n',
    ])
    expect([incomplete.opened, tooMuch.opened]).toEqual([0, 0])
  },
)

test('link-wix lets an organization pay at Wix, and reads what it pays for there', async () => {
  const world = await createWixWorld()
  const team = await world.team()
  const { teamId } = team.scope
  const { id: instance } = world.wix.install()
  world.wix.buy(instance, 'plus1')
  const link = (id: string) =>
    run(world, 'link-wix', '--team', String(teamId), '--instance', id, '--json')

  const linked = await link(instance.toUpperCase())
  expect([linked.code, linked.err]).toEqual([0, ''])
  expect(linked.json()).toMatchObject({ plan: 'plus1', billing: 'visitors' })
  expect(await channelOf(world.services, team.scope)).toMatchObject({
    channel: { name: 'wix' },
    customer: { teamId, providerId: instance },
  })
  expect((await link(instance)).code).toBe(0)

  const refused = async (id: string) => (await link(id)).json()['error']
  expect(await refused(world.instance.id)).toMatchObject({
    message: 'Your organization has another site in Wix.',
  })
  expect(await refused('shop')).toMatchObject({
    message: expect.stringContaining('Enter the instance’s ID') as string,
  })
  expect(
    (await run(world, 'link-wix', '--team', 'nobody', '--instance', instance, '--json')).json(),
  ).toMatchObject({ error: { message: 'Organization not found: nobody' } })
})

test('link-wix without the app’s keys names them', async () => {
  const world = await createWorld()
  const { scope } = await world.team()
  const words = ['--team', String(scope.teamId), '--instance', randomUUID()]

  const refused = await run(world, 'link-wix', ...words)

  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('Set WIX_APP_ID, WIX_APP_SECRET and WIX_PUBLIC_KEY first.')
})

test('a step after the commit that fails is reported, with exit code 1', async () => {
  const world = await createWorld()
  const { scope } = await world.site()
  // The list of erasures can't be written, because a folder is in its place.
  await mkdir(path.join(world.services.config.dataDir, 'erasures'), { recursive: true })

  const erased = await run(world, 'erase', '--kind', 'team', '--subject', String(scope.teamId))

  expect(erased.code).toBe(1)
  expect(erased.out).toContain('rased')
  expect(erased.err).toContain('The change was saved, but a step after it failed')
  expect(world.takeErrors()).toHaveLength(1)
})
