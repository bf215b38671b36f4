/** The operator's export of an organization, a shopper and a person. */
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '#app/cli/commands.server.ts'
import { runCommandLine } from '#app/cli/command-line.ts'
import * as schema from '#app/db/schema/index.ts'
import { fingerprintOfEmail } from '#app/domain/activities/email-fingerprint.server.ts'
import { teamTables } from '#app/domain/lifecycle/export-team.server.ts'
import { publishPurchaseNudge } from '#app/domain/nudges/nudges.server.ts'
import { noBackups } from '../../support/commands/no-backups.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

type Row = { table: string; row: Record<string, unknown> }

async function exportTo({ services }: World, kind: string, subject: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-export-'))
  const file = path.join(folder, 'rows.jsonl')
  const output = { out: '', err: '' }
  const run = () =>
    runCommandLine(['export', '--kind', kind, '--subject', subject, '--file', file, '--json'], {
      commands,
      backups: noBackups,
      explain: () => null,
      terminal: { out: (text) => (output.out += text), err: (text) => (output.err += text) },
      open: () =>
        Promise.resolve({
          services,
          countPendingMigrations: () => Promise.resolve(0),
          isComplete: () => true,
          close: () => Promise.resolve(),
        }),
    })
  const rows = async () =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row)
  return { file, printed: output, run, rows }
}

test('every table with a team’s data is exported, even a new one, without its binary columns', () => {
  const ofTeams = Object.values(schema as Record<string, unknown>)
    .filter((one): one is PgTable => is(one, PgTable))
    .filter((table) => 'teamId' in getTableColumns(table))
    .map((table) => getTableName(table))

  expect(teamTables.map(({ name }) => name).sort()).toEqual(ofTeams.sort())
  const exported = new Map(teamTables.map(({ name, columns }) => [name, columns]))
  expect(exported.get('api_tokens')).not.toContain('token_hash')
  expect(exported.get('demo_shops')).not.toContain('api_token')
  expect(exported.get('pixel_events')).not.toContain('visitor')
  expect(exported.get('activities')).not.toContain('email_hash')
})

test('an organization is written down whole, and nothing of another one', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example' })
  const other = await world.site({ url: 'https://mugs.example' })
  await storePurchase(world.services, site, { productTitle: 'Blue Kettle' })
  await storePurchase(world.services, other, { productTitle: 'Old Mug' })
  await publishPurchaseNudge(world.services, site.scope)
  const {
    run,
    rows,
    file,
    printed: output,
  } = await exportTo(world, 'team', String(site.scope.teamId))

  expect([await run(), output.err]).toEqual([0, ''])

  const exported = await rows()
  const tables = new Set(exported.map(({ table }) => table))
  for (const table of ['teams', 'users', 'sites', 'nudges', 'activities']) {
    expect(tables).toContain(table)
  }
  const text = await readFile(file, 'utf8')
  expect(text).toContain('Blue Kettle')
  expect(text).not.toContain('Old Mug')
  expect(text).not.toContain('mugs.example')
  expect(JSON.parse(output.out)).toMatchObject({ exported: 'team', rows: exported.length })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a shopper’s export has everything that shops reported with the address, whatever its spelling', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example' })
  const emailHash = fingerprintOfEmail(world.services.security.secrets, 'mira@mail.example')
  await storePurchase(world.services, site, { productTitle: 'Green tea', emailHash })
  await storePurchase(world.services, site, { productTitle: 'Black tea' })
  const { run, rows, printed: output } = await exportTo(world, 'shopper', ' Mira@Mail.example')

  expect([await run(), output.err]).toEqual([0, ''])

  const exported = await rows()
  expect(exported).toMatchObject([
    { table: 'activities', row: { productTitle: 'Green tea', site: 'https://kettles.example' } },
  ])
  expect(JSON.stringify(exported)).not.toContain(emailHash)
})

test('an export for a browser that agreed to be recognized has everything that its pages reported', async () => {
  const world = await createWorld()
  const site = await world.site()
  const page = (await serveEdge(world.services)).page(site)
  await page.report({ ...visitEvent(newEventId()), visitor: 'shopper-of-this-story-0001' })
  await page.report({ ...visitEvent(newEventId()), visitor: 'another-shopper-as-well-02' })
  const {
    run,
    rows,
    printed: output,
  } = await exportTo(world, 'shopper', 'shopper-of-this-story-0001')

  expect([await run(), output.err]).toEqual([0, ''])

  expect(await rows()).toMatchObject([{ table: 'pixel_events', row: { type: 'visit' } }])
})

test('the operator’s export of a person has the same content as the person’s screen', async () => {
  const world = await createWorld()
  const ann = await world.user({ name: 'Ann Lee', email: 'ann@shop.example' })
  await world.user({ name: 'Bob Day', email: 'bob@shop.example' })
  const { run, rows } = await exportTo(world, 'user', ann.email)

  expect(await run()).toBe(0)

  const exported = JSON.stringify(await rows())
  expect(exported).toContain('Ann Lee')
  expect(exported).not.toContain('Bob Day')
})

test('no file is overwritten, and none is created for an unknown person', async () => {
  const world = await createWorld()
  const site = await world.site()
  const once = await exportTo(world, 'team', String(site.scope.teamId))
  const nobody = await exportTo(world, 'user', 'nobody@shop.example')

  expect(await once.run()).toBe(0)
  expect(await once.run()).toBe(1)
  expect(await nobody.run()).toBe(1)

  expect(once.printed.err).toContain('it already exists')
  expect(nobody.printed.err).toContain('No account found with this email address.')
  await expect(stat(nobody.file)).rejects.toThrow('ENOENT')
})
