/** Staff find people, organizations and sites. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffActs } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { loader as showAudit } from '#app/routes/kiosk/audit.tsx'
import { findSites, findTeams, findUsers } from '#app/presenters/kiosk/search/search.server.ts'
import { createWorld, type World } from '../../support/world.ts'

const search = (text: string) => ({ text, before: null })

const usersBy = async ({ services }: World, text: string) =>
  (await findUsers(services, search(text))).rows.map(({ name }) => name)

test('people are found by parts of name and email, by wildcard and by id', async () => {
  const world = await createWorld()
  const ann = await world.user({ name: 'Ann Archer', email: 'ann@linen.example' })
  await world.user({ name: 'Bo_b', email: 'bob@wool.example' })
  await world.user({ name: 'Bo%b', email: 'other@wool.example' })

  expect(await usersBy(world, 'rche')).toEqual(['Ann Archer'])
  expect(await usersBy(world, 'LINEN')).toEqual(['Ann Archer'])
  expect(await usersBy(world, 'b*@wool.example')).toEqual(['Bo_b'])
  expect(await usersBy(world, 'Bo_b')).toEqual(['Bo_b'])
  expect(await usersBy(world, 'Bo%b')).toEqual(['Bo%b'])
  expect(await usersBy(world, '%')).toEqual([])
  expect(await usersBy(world, String(ann.id))).toEqual(['Ann Archer'])
  expect(await usersBy(world, '*')).toEqual(['Bo%b', 'Bo_b', 'Ann Archer'])
})

test('an order leads to its site and organization, and so do uuid, address and owner', async () => {
  const world = await createWorld()
  const owner = await world.user({ email: 'owner@linen.example' })
  const team = await world.team({ owner, name: 'Linen' })
  const site = await world.site({ team, url: 'https://linen-shop.example' })
  await world.site()
  const { fetch } = await world.serve()
  const token = await world.token(team)
  const sent = await fetch(`/api/v1/sites/${site.uuid}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id: 'order-4711',
      kind: 'purchase',
      occurred_at: world.clock.now().toISOString(),
    }),
  })
  expect([200, 201]).toContain(sent.status)

  for (const text of ['order-4711', site.uuid, 'linen-shop', 'owner@linen.example']) {
    const { rows } = await findTeams(world.services, search(text))
    expect([text, rows.map(({ name }) => name)]).toEqual([text, ['Linen']])
  }
  for (const text of ['order-4711', site.uuid, 'linen-shop']) {
    const { rows } = await findSites(world.services, search(text))
    expect([text, rows.map(({ uuid }) => uuid)]).toEqual([text, [site.uuid]])
  }
})

test('lists are paged from the newest, and a search says that there is more', async () => {
  const world = await createWorld()
  for (let count = 0; count < 52; count += 1) await world.user()

  const first = await findUsers(world.services, search(''))
  const rest = await findUsers(world.services, { text: '', before: first.next })
  const found = await findUsers(world.services, search('Person'))

  expect([first.rows.length, rest.rows.length, rest.next]).toEqual([50, 2, null])
  expect(found).toMatchObject({ next: null, isCut: true })
})

test('people are found behind many newer ones', async () => {
  const world = await createWorld()
  await world.user({ name: 'Ann Archer', email: 'ann.24611@linen.example' })
  await world.user({ name: 'Ann 24611 Archer', email: 'ann@linen.example' })
  await world.services.db.system.execute(sql`
    insert into users (name, email, password_hash, created_at, updated_at)
    select 'Person ' || number, 'person.' || number || '@wool.example', 'none', now(), now()
    from generate_series(1, 2500) as number`)

  expect(await usersBy(world, 'rche')).toEqual(['Ann 24611 Archer', 'Ann Archer'])
  expect(await usersBy(world, 'ann.24611@linen')).toEqual(['Ann Archer'])
  expect(await usersBy(world, 'ann*24611*er')).toEqual(['Ann 24611 Archer'])
  expect(await usersBy(world, 'person.7@*')).toEqual(['Person 7'])
  expect(await usersBy(world, '24611')).toEqual(['Ann 24611 Archer', 'Ann Archer'])
})

test('the audit log of staff is narrowed by person, action, period, outcome and text', async () => {
  const world = await createWorld()
  const staff = await world.confirmedStaff({ name: 'Sam Staff' })
  const other = await world.confirmedStaff({ name: 'Uma' })
  const about = await world.user({ name: 'Ann Archer' })
  const entry = { act: 'user.suspended', address: '192.0.2.1', createdAt: world.clock.now() }
  await world.services.db.system.insert(staffActs).values([
    { ...entry, staffId: staff.id, userId: about.id, outcome: 'done', reason: 'spam' },
    { ...entry, staffId: staff.id, outcome: 'refused', reason: 'ticket 12' },
    { ...entry, staffId: other.id, outcome: 'done', reason: 'ticket 13' },
  ])
  const later = {
    ...entry,
    act: 'boost.given',
    createdAt: new Date(world.clock.now().getTime() + 3 * dayMillis),
  }
  await world.services.db.system
    .insert(staffActs)
    .values({ ...later, staffId: other.id, outcome: 'done', reason: 'gift' })
  const reasons = async (query: string) => {
    const args = world.visit(`/kiosk/audit${query}`, { as: staff })
    return (await showAudit(args)).entries.map(({ reason }) => reason)
  }

  expect(await reasons('')).toEqual(['gift', 'ticket 13', 'ticket 12', 'spam'])
  expect(await reasons(`?staff=${String(other.id)}`)).toEqual(['gift', 'ticket 13'])
  expect(await reasons('?act=boost.given')).toEqual(['gift'])
  expect(await reasons('?from=2026-03-03')).toEqual(['gift'])
  // Both days are within the period.
  expect(await reasons('?from=2026-03-02&to=2026-03-04')).toHaveLength(3)
  expect(await reasons('?to=2026-03-05')).toHaveLength(4)
  expect(await reasons(`?staff=${String(other.id)}&act=user.suspended`)).toEqual(['ticket 13'])
  expect(await reasons('?staff=x&act=no.such&from=2026-02-30&to=soon')).toHaveLength(4)
  expect(await reasons('?outcome=refused')).toEqual(['ticket 12'])
  expect(await reasons('?q=archer')).toEqual(['spam'])
  expect(await reasons('?q=sam&outcome=done')).toEqual(['spam'])
  expect(await reasons('?q=TICKET')).toEqual(['ticket 13', 'ticket 12'])
  expect(await reasons('?outcome=nonsense')).toHaveLength(4)
  expect(await reasons('?q=%25')).toEqual([])
})
