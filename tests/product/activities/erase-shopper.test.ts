/** Shoppers by the id of their browser, and the operator's command to erase them. */
import { expect, test } from 'vitest'
import { commands } from '#app/cli/commands.server.ts'
import { runCommandLine } from '#app/cli/command-line.ts'
import { erasures, pixelEvents, presence, visitors } from '#app/db/schema/index.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import { noBackups } from '../../support/commands/no-backups.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const shopperId = 'shopper-of-this-story-0001'
const otherId = 'another-shopper-as-well-02'

/** Two shoppers who consented, on a page of the same site. */
async function meet(world: World) {
  const site = await world.site()
  const page = (await serveEdge(world.services)).page(site)
  await page.report({ ...visitEvent(newEventId()), visitor: shopperId })
  await page.report({ ...visitEvent(newEventId()), visitor: shopperId })
  await page.report({ ...visitEvent(newEventId()), visitor: otherId })
  return site
}

const keysOf = async ({ services }: World) => {
  const db = services.db.system
  const known = await db.select({ visitor: visitors.visitor }).from(visitors)
  const raw = await db.select({ visitor: pixelEvents.visitor }).from(pixelEvents)
  const count = (rows: { visitor: Buffer }[]) =>
    new Set(rows.map((row) => row.visitor.toString('hex')))
  return { known: count(known), raw: count(raw) }
}

async function keyOf({ services }: World, siteUuid: string) {
  const facts = { siteUuid, consentId: shopperId, address: '', userAgent: '', at: services.now() }
  return (await services.security.visitorKeys.of(facts)).toString('hex')
}

async function run({ services }: World, ...words: string[]) {
  const output = { out: '', err: '' }
  const code = await runCommandLine(['erase', ...words, '--json'], {
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
  return { code, err: output.err, json: () => JSON.parse(output.out) as Record<string, unknown> }
}

test('a browser that is erased is recognised nowhere, and every sum stays right', async () => {
  const world = await createWorld()
  const site = await meet(world)
  const key = await keyOf(world, site.uuid)
  expect((await keysOf(world)).known).toContain(key)

  expect(await eraseVisitor(world.services, shopperId)).toBe(1)

  const { known, raw } = await keysOf(world)
  expect([known.has(key), raw.has(key), known.size, raw.size]).toEqual([false, false, 2, 2])
  expect(await recount(world.services, { repair: false })).toEqual([])
  const present = await world.services.db.system.select().from(presence)
  expect(present.map(({ visitor }) => visitor.toString('hex'))).not.toContain(key)
  expect(await eraseVisitor(world.services, shopperId)).toBe(0)
})

test('yesterday’s copy does not recognise it either', async () => {
  const world = await createWorld()
  const site = await meet(world)
  const key = await keyOf(world, site.uuid)
  await eraseVisitor(world.services, shopperId)
  const db = world.services.db.system
  await db.delete(erasures)
  await world.services.pool.query(
    `update visitors set visitor = decode($1, 'hex')
     where visitor = (select visitor from visitors limit 1)`,
    [key],
  )

  expect(await applyErasures(world.services)).toBe(1)

  expect((await keysOf(world)).known).not.toContain(key)
})

test('the operator erases each kind by its name', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const team = await world.team()
  await meet(world)

  const user = await run(world, '--kind', 'user', '--subject', ann.email.toUpperCase())
  const organization = await run(
    world,
    ...['--kind', 'team', '--subject', String(team.scope.teamId)],
  )
  const address = await run(world, '--kind', 'shopper', '--subject', 'nobody@shop.example')
  const browser = await run(world, '--kind', 'shopper', '--subject', shopperId)

  expect([user.code, organization.code, address.code, browser.code]).toEqual([0, 0, 0, 0])
  expect(user.json()).toEqual({ erased: 'user', user: ann.id })
  expect(organization.json()).toEqual({ erased: 'team', team: team.scope.teamId })
  expect(address.json()).toEqual({ erased: 'shopper', activities: 0 })
  expect(browser.json()).toEqual({ erased: 'shopper', sites: 1 })
})

test.each([
  [
    ['--kind', 'user', '--subject', 'nobody@shop.example'],
    'No account found with this email address.',
  ],
  [['--kind', 'team', '--subject', 'no-such-team'], 'Organization not found: no-such-team'],
  [['--kind', 'user', '--subject', 'ann'], '--subject: Enter an email address'],
  [['--kind', 'shopper', '--subject', '?'], '--subject: Enter an email address or a browser ID.'],
  [['--kind', 'shop', '--subject', 'x'], '--kind: Choose from user, team, shopper.'],
])('%j is refused', async (words, sentence) => {
  const world = await createWorld()

  const { code, err } = await run(world, ...words)

  expect(code).toBe(1)
  expect(err).toContain(sentence)
})

test('erasing a person who owns an organization is refused', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await world.team({ owner: ann, name: 'Kettles' })

  const { code, err } = await run(world, '--kind', 'user', '--subject', ann.email)

  expect(code).toBe(1)
  expect(err).toContain('Transfer or delete “Kettles” first.')
})
