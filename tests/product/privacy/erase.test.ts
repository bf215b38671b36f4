/** Erased people disappear from all tables, also after a restore (docs/threats.md T40). */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditEntries,
  erasures,
  invitations,
  sites,
  staffActs,
  teams,
  users,
} from '#app/db/schema/index.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { sendEmailChangeEmail, sendFarewellEmail } from '#app/jobs/account-emails.server.ts'
import { applyErasuresJob } from '#app/jobs/apply-erasures.server.ts'
import { action as privacy, loader as privacyPage } from '#app/routes/account/privacy.tsx'
import { action as general } from '#app/routes/account/general.tsx'
import type { TestUser } from '../../support/makers.ts'
import { createMailWorld as createQueuedMailWorld } from '../../support/email-world.ts'
import { findWordsIn } from './find-words.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld, type World } from '../../support/world.ts'

const createMailWorld = () => createQueuedMailWorld([sendFarewellEmail, sendEmailChangeEmail])

const xanthippe = { name: 'Xanthippe Quux', email: 'xanthippe.quux@shop.example' }
const words = ['xanthippe', 'quux']

const findWords = ({ services }: World) => findWordsIn(services, words)

/** Puts the person's name and address wherever the product or its users may write them. */
async function plant(world: World, person: TestUser) {
  const { services } = world
  const at = world.clock.now()
  const other = await world.team()
  const staff = await world.user({ isStaff: true })
  const db = services.db.system
  await storeRequest(services, {
    userId: person.id,
    teamId: other.scope.teamId,
    subject: 'Quux',
    messages: [
      { author: 'user', userId: person.id, body: 'I am Xanthippe.' },
      { author: 'staff', userId: staff.id, body: 'Hello Xanthippe.' },
    ],
  })
  await db.insert(invitations).values({
    teamId: other.scope.teamId,
    email: person.email,
    role: 'editor' as const,
    tokenHash: Buffer.alloc(32),
    invitedBy: other.owner.id,
    createdAt: at,
    sentAt: at,
    expiresAt: at,
  })
  await db.insert(staffActs).values({
    staffId: staff.id,
    userId: person.id,
    act: 'impersonation.started' as const,
    reason: 'Xanthippe asked for it',
    address: '192.0.2.9',
    createdAt: at,
  })
  await db.insert(auditEntries).values({
    teamId: other.scope.teamId,
    userId: person.id,
    act: 'token.created',
    createdAt: at,
    details: { name: 'The token of xanthippe quux' },
  })
  await general(
    world.visit('/account/general', {
      as: person,
      form: {
        intent: 'email',
        email: 'quux@new.example',
        emailPassword: person.password,
      },
    }),
  )
  return other
}

const askToDelete = (world: World, as: TestUser, form: Record<string, string>) =>
  privacy(world.visit('/account/privacy', { as, form: { intent: 'delete', ...form } }))

const tokenOf = ({ cookie }: TestUser) => cookie.replace(/^token=([^;]*).*/, '$1')

test('an erased person is in no table any longer', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  await plant(world, person)
  await world.mailsNow(1)
  expect((await findWords(world)).length).toBeGreaterThan(5)

  const answer = await askToDelete(world, person, {
    address: person.email,
    deletePassword: person.password,
  })

  expect(answer).toMatchObject({ status: 302 })
  expect((answer as Response).headers.get('Location')).toBe('/auth/login')
  expect((answer as Response).headers.get('Set-Cookie')).toContain('token=; Max-Age=0')
  const [, farewell] = await world.mailsNow(2)
  expect(farewell).toMatchObject({
    to: [person.email],
    headers: { subject: 'Your account was deleted' },
  })
  await applyErasuresJob.run(world.services, {})
  expect(await findWords(world)).toEqual([])
  expect(await findSessionAccount(world.services, tokenOf(person))).toBeNull()
})

test('other people’s data stays as it was', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  const other = await plant(world, person)

  await eraseUser(world.services, person.id)

  const [entry] = await world.services.db.system
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.act, 'token.created'))
  expect(entry).toMatchObject({ userId: null, details: { name: 'The token of …' } })
  const [team] = await world.services.db.system
    .select()
    .from(teams)
    .where(eq(teams.id, other.scope.teamId))
  expect(team).toMatchObject({ ownerId: other.owner.id })
})

test('the list of erasures contains no names', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  const { dataDir } = world.services.config

  await eraseUser(world.services, person.id)

  const kept = readFileSync(path.join(dataDir, 'erasures'), 'utf8')
  expect(kept).toMatch(/^\{"kind":"user","hash":"[0-9a-f]{64}","at":"[^"]+"\}\n$/)
})

/** Like restoring yesterday's backup: its rows exist again, and today's list doesn't. */
async function restore({ services }: World, copies: Record<string, unknown[]>) {
  await services.db.system.delete(erasures)
  for (const [table, rows] of Object.entries(copies)) {
    await services.pool.query(
      `insert into ${table} overriding system value
       select * from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows)],
    )
  }
}

type Row = { id?: number; team_id?: number; user_id?: number }
const keyOf = ({ id, team_id, user_id }: Row) => JSON.stringify([id, team_id, user_id])

async function copy({ services }: World, ...tables: string[]) {
  const copies: Record<string, Row[]> = {}
  for (const table of tables) {
    const { rows } = await services.pool.query<{ row: Row }>(
      `select to_json(whole) as row from ${table} whole`,
    )
    copies[table] = rows.map(({ row }) => row)
  }
  return copies
}

async function copyOfList({ services }: World): Promise<unknown[]> {
  const { rows } = await services.pool.query<{ row: unknown }>(
    'select to_json(whole) as row from erasures whole',
  )
  return rows.map(({ row }) => row)
}

test('yesterday’s copy restores no erased data', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  const team = await world.team({ name: 'Quux and Sons' })
  const { site } = await sellTo(world, xanthippe.email)
  const yesterday = await copy(world, 'users', 'teams', 'team_members', 'activities')
  await eraseUser(world.services, person.id)
  await eraseTeam(world.services, team.scope.teamId)
  await eraseShopper(world.services, xanthippe.email)
  await world.mailsNow(1)
  const left = await copy(world, 'users', 'teams', 'team_members', 'activities')
  const gone = Object.fromEntries(
    Object.entries(yesterday).map(([table, rows]) => {
      const known = new Set(left[table]?.map(keyOf))
      return [table, rows.filter((row) => !known.has(keyOf(row)))]
    }),
  )
  await restore(world, gone)
  expect((await findWords(world)).length).toBeGreaterThan(2)

  expect(await applyErasures(world.services)).toBe(3)

  expect(await findWords(world)).toEqual([])
  expect(await applyErasures(world.services)).toBe(0)
  expect(await world.services.db.system.select().from(sites)).toMatchObject([{ uuid: site.uuid }])
})

test('yesterday’s copy brings no site back that was deleted', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  const yesterday = await copy(world, 'sites')
  const { services } = world
  await services.db.longTransaction((tx) => eraseSiteRows(tx, services, site.scope.siteId))
  await restore(world, {
    sites: (yesterday['sites'] ?? []).filter(({ id }) => id === site.scope.siteId),
  })

  expect(await applyErasures(services)).toBe(1)

  expect(await services.db.system.select().from(sites)).toMatchObject([{ uuid: other.uuid }])
  expect(await applyErasures(services)).toBe(0)
})

test('in yesterday’s copy the person can own organizations transferred since then', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  const team = await world.team({ owner: person, name: 'Shop' })
  const heir = await world.member(team)
  const alone = await world.team({ owner: person, name: 'Alone' })
  const yesterday = await copy(world, 'users', 'teams', 'team_members')
  const db = world.services.db.system
  await db.update(teams).set({ ownerId: heir.id }).where(eq(teams.id, team.scope.teamId))
  await db.delete(teams).where(eq(teams.id, alone.scope.teamId))
  await eraseUser(world.services, person.id)
  await db.execute(sql`delete from teams`)
  await db.delete(users).where(eq(users.id, heir.id))
  await restore(world, yesterday)

  await applyErasures(world.services)

  expect(await findWords(world)).toEqual([])
  expect(await db.select().from(teams)).toMatchObject([{ name: 'Shop', ownerId: heir.id }])
})

test('who comes back with the same address later is a new person', async () => {
  const world = await createMailWorld()
  const person = await world.user(xanthippe)
  await eraseUser(world.services, person.id)
  const again = await world.user(xanthippe)

  await applyErasures(world.services)

  expect(await findSessionAccount(world.services, tokenOf(again))).toMatchObject({
    name: xanthippe.name,
  })
})

/** A site with an order of the person and one of someone else, as the shop reports them. */
async function sellTo(world: World, email: string) {
  const site = await world.site()
  const served = await world.serve()
  const order = {
    kind: 'purchase',
    id: 'order-1',
    occurred_at: world.clock.now().toISOString(),
    person: { first_name: 'Xanthippe', last_name: 'Quux', email },
    items: [{ title: 'Blue kettle' }],
    total: 20,
    currency: 'EUR',
  }
  const other = { ...order, id: 'order-2', person: { first_name: 'Ann', email: 'ann@x.example' } }
  const token = await world.token(site.team)
  const answer = await served.fetch(`/api/v1/sites/${site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ activities: [order, other] }),
  })
  expect(answer.status).toBe(200)
  return { site, served }
}

test('a shopper is found by the address, in any spelling, and goes with what was said of the person', async () => {
  const world = await createWorld()
  const { site, served } = await sellTo(world, xanthippe.email)
  await world.nudge(site)
  const payload = await served.fetch(`/api/pixel/${site.uuid}`)
  expect(await payload.text()).toContain('Xanthippe')

  expect(await eraseShopper(world.services, ' Xanthippe.Quux@shop.example ')).toBe(1)

  expect(await findWords(world)).toEqual([])
  const { rows } = await world.services.pool.query('select external_id from activities')
  expect(rows).toEqual([{ external_id: 'order-2' }])
  const after = await served.fetch(`/api/pixel/${site.uuid}`)
  expect(await after.text()).not.toContain('Xanthippe')
  expect(await eraseShopper(world.services, xanthippe.email)).toBe(0)
})

test('a shopper who is erased a second time goes with what was reported in between', async () => {
  const world = await createWorld()
  await sellTo(world, xanthippe.email)
  const yesterday = await copy(world, 'activities')
  expect(await eraseShopper(world.services, xanthippe.email)).toBe(1)
  const listed = await copyOfList(world)
  world.clock.advance(60_000)
  await sellTo(world, xanthippe.email)
  const today = await copy(world, 'activities')

  expect(await eraseShopper(world.services, xanthippe.email)).toBe(1)

  expect(await findWords(world)).toEqual([])
  // A restored list has the first erasure alone, and the file has both.
  const left = await copy(world, 'activities')
  const known = new Set(left['activities']?.map(keyOf))
  const gone = [...(yesterday['activities'] ?? []), ...(today['activities'] ?? [])].filter(
    (row, place, rows) =>
      !known.has(keyOf(row)) && rows.findIndex((one) => keyOf(one) === keyOf(row)) === place,
  )
  await restore(world, { activities: gone, erasures: listed })
  expect(await applyErasures(world.services)).toBe(2)
  expect(await findWords(world)).toEqual([])
})

test('a second erasure that the file missed is written to it', async () => {
  const world = await createWorld()
  await eraseShopper(world.services, xanthippe.email)
  const later = new Date(world.clock.now().getTime() + 60_000)
  await world.services.db.system.update(erasures).set({ erasedAt: later })

  await applyErasures(world.services)
  await applyErasures(world.services)

  const lines = readFileSync(path.join(world.services.config.dataDir, 'erasures'), 'utf8')
  expect(lines.trimEnd().split('\n')).toHaveLength(2)
  expect(lines).toContain(later.toISOString())
})

test('a team goes with all of its rows', async () => {
  const world = await createWorld()
  const { site: shop } = await sellTo(world, xanthippe.email)
  const other = await world.site()
  await world.nudge(shop)
  await world.nudge(other)

  await eraseTeam(world.services, shop.scope.teamId)

  const { rows: tables } = await world.services.pool.query<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.columns
     where table_schema = 'public' and column_name = 'team_id'`,
  )
  for (const { name } of tables) {
    const { rows } = await world.services.pool.query<{ total: number }>(
      `select count(*)::int as total from ${name} where team_id = $1`,
      [shop.scope.teamId],
    )
    expect([name, rows[0]?.total]).toEqual([name, 0])
  }
  expect(await world.services.db.system.select().from(sites)).toMatchObject([{ uuid: other.uuid }])
  expect(await findSessionAccount(world.services, tokenOf(shop.owner))).toMatchObject({
    currentTeamId: null,
  })
})

test('an email that is kept in the outbox is deleted with the person', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(xanthippe), await world.user()]
  await world.queue.start([sendFarewellEmail], world.services)
  const mail = { subject: 'A mail', text: 'Hello', html: '<p>Hello</p>' }
  await world.services.mail.mailer.send({ id: 'to-ann', to: ann.email, ...mail })
  await world.services.mail.mailer.send({ id: 'to-bob', to: bob.email, ...mail })

  await eraseUser(world.services, ann.id)

  const folder = path.join(world.services.config.dataDir, 'outbox')
  expect(existsSync(path.join(folder, 'to-ann.eml'))).toBe(false)
  expect(existsSync(path.join(folder, 'to-bob.eml'))).toBe(true)
})

test('a person who owns an organization reads its name, and nothing is erased', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await world.team({ owner: ann, name: 'Ann & Co' })
  const form = { address: ann.email, deletePassword: ann.password }

  const shown = await privacyPage(world.visit('/account/privacy', { as: ann }))
  const answer = await askToDelete(world, ann, form)

  expect(shown.ownedTeams).toMatchObject([{ name: 'Ann & Co' }])
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { '': ['Transfer or delete “Ann & Co” first.'] } },
  })
  expect(await findSessionAccount(world.services, tokenOf(ann))).not.toBeNull()
})

test.each([
  [{ address: 'bob@shop.example' }, 'address', 'That’s not this account’s email address.'],
  [{ address: '' }, 'address', 'Type what the field asks for.'],
  [{ deletePassword: 'wrong' }, 'deletePassword', 'That’s not your current password.'],
  [{ deletePassword: '' }, 'deletePassword', 'Enter your password.'],
])('%j erases nothing', async (wrong, field, sentence) => {
  const world = await createWorld()
  const ann = await world.user()
  const form = { address: ann.email, deletePassword: ann.password, ...wrong }

  const answer = await askToDelete(world, ann, form)

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { [field]: [sentence] } } })
  expect(await findSessionAccount(world.services, tokenOf(ann))).not.toBeNull()
})
