/** Lists that are sorted by links in their headings: what each order shows, and where it leads. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { goalInput } from '#app/contract/goals.ts'
import { apiTokens, imports, products, sessions, users } from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { memberPageSize } from '#app/domain/teams/members.server.ts'
import { tokenPageSize } from '#app/domain/tokens/token-list.server.ts'
import { feedPageSize } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { loader as openTokens } from '#app/routes/account/api-tokens.tsx'
import { loader as openActivities } from '#app/routes/data-feeds/activities.tsx'
import { loader as openImports } from '#app/routes/data-feeds/imports.tsx'
import { loader as openProducts } from '#app/routes/data-feeds/products.tsx'
import { loader as openGoals } from '#app/routes/goals/goals.tsx'
import { loader as openMembers } from '#app/routes/settings/members.tsx'
import type { TestSite } from '../../support/makers.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Its headings with an order, and the address behind each. */
async function readHeadings(world: World, site: TestSite, path: string) {
  const { fetch } = await world.serve()
  const answer = await fetch(path, { headers: { Cookie: site.owner.cookie } })
  const html = await answer.text()
  const headings = [...html.matchAll(/<th role="columnheader"[^>]*>.*?<\/th>/gs)].map(([th]) => th)
  return {
    sorted: headings.flatMap((th) => /aria-sort="(\w+)"/.exec(th)?.[1] ?? []),
    links: headings.flatMap((th) => /href="([^"]+)"/.exec(th)?.[1]?.replaceAll('&amp;', '&') ?? []),
  }
}

test('purchases are listed from the newest or the oldest on, page by page', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let hours = 1; hours <= feedPageSize + 1; hours += 1) {
    const occurredAt = new Date(world.clock.now().getTime() - hours * 3_600_000)
    await storePurchase(world.services, site, { occurredAt })
  }
  const open = async (query: string) => {
    const { feed } = await openActivities(world.visit(`/data-feeds${query}`, { as: site.owner }))
    const times = feed.rows.map(({ occurredAt }) => occurredAt.getTime())
    return { times, next: feed.nextCursor ?? '' }
  }

  const newest = await open('')
  const oldest = await open('?sort=date')
  const rest = await open(`?sort=date&cursor=${encodeURIComponent(oldest.next)}`)

  expect(newest.times).toEqual([...newest.times].sort((one, other) => other - one))
  expect(oldest.times).toEqual([...oldest.times].sort((one, other) => one - other))
  expect(rest.times).toEqual([newest.times[0]])
  expect(await readHeadings(world, site, '/data-feeds?source=rest_api')).toEqual({
    sorted: ['descending'],
    links: ['/data-feeds?source=rest_api&sort=date'],
  })
})

test('products are listed by name in both directions, page by page', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { teamId, siteId } = site.scope
  const titles = Array.from({ length: 26 }, (_, place) => `Cup ${String(place + 10)}`)
  await world.services.db.system.insert(products).values(
    titles.map((title) => ({
      teamId,
      siteId,
      externalId: title,
      title,
      url: 'https://shop.example/cup',
      updatedAt: world.clock.now(),
    })),
  )
  const open = async (query: string) => {
    const page = await openProducts(world.visit(`/data-feeds/products${query}`, { as: site.owner }))
    return { titles: page.products.map(({ title }) => title), next: page.next }
  }

  const first = await open('')
  const last = await open('?sort=-title')
  const after = new URLSearchParams({ sort: '-title', cursor: last.next ?? '' })

  expect(first.titles).toEqual(titles.slice(0, 25))
  expect(last.titles).toEqual(titles.toReversed().slice(0, 25))
  expect((await open(`?${after.toString()}`)).titles).toEqual(['Cup 10'])
  expect(await readHeadings(world, site, '/data-feeds/products?sort=-title')).toEqual({
    sorted: ['descending'],
    links: [
      '/data-feeds/products?sort=title',
      '/data-feeds/products?sort=-price',
      '/data-feeds/products?sort=stock',
    ],
  })
})

test('products are listed by price and by stock, those without one last, page by page', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { teamId, siteId } = site.scope
  const stored = { teamId, siteId, updatedAt: world.clock.now() }
  // Equal prices, so pages end among them.
  const many = Array.from({ length: 26 }, (_, place) => `Cup ${String(place + 10)}`)
  await world.services.db.system
    .insert(products)
    .values([
      ...many.map((title) => ({ ...stored, externalId: title, title, priceCents: 1500, stock: 5 })),
      { ...stored, externalId: 'a', title: 'Cheap', priceCents: 900, isAvailable: true },
      { ...stored, externalId: 'b', title: 'Unknown' },
      { ...stored, externalId: 'c', title: 'Dear', priceCents: 99_900, isAvailable: false },
    ])
  const open = async (sort: string) => {
    const titles: string[] = []
    let query: URLSearchParams | null = new URLSearchParams({ sort })
    while (query) {
      const path = `/data-feeds/products?${query.toString()}`
      const page = await openProducts(world.visit(path, { as: site.owner }))
      titles.push(...page.products.map(({ title }) => title))
      const { next } = page
      query = next === null ? null : new URLSearchParams({ sort, cursor: next })
    }
    return titles
  }

  expect(await open('price')).toEqual(['Cheap', ...many, 'Dear', 'Unknown'])
  expect(await open('-price')).toEqual(['Dear', ...many.toReversed(), 'Cheap', 'Unknown'])
  expect(await open('stock')).toEqual(['Dear', ...many, 'Cheap', 'Unknown'])
  expect(await open('-stock')).toEqual([...many.toReversed(), 'Dear', 'Cheap', 'Unknown'])
  const odd = '/data-feeds/products?sort=price&cursor=cup'
  const first = await openProducts(world.visit(odd, { as: site.owner }))
  expect(first.products[0]?.title).toBe('Cheap')
})

test('imports are listed by file, number and time', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { teamId, siteId } = site.scope
  const stored = { teamId, siteId, userId: site.owner.id, kind: 'purchase' as const, rows: [] }
  const before = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000)
  await world.services.db.system.insert(imports).values([
    { ...stored, fileName: 'b.csv', taken: 5, createdAt: before(3), finishedAt: before(3) },
    { ...stored, fileName: 'C.csv', taken: null, createdAt: before(2) },
    { ...stored, fileName: 'a.csv', taken: 9, createdAt: before(1), finishedAt: before(1) },
  ])
  const open = async (query: string) => {
    const path = `/data-feeds/imports${query}`
    const screen = await openImports(world.visit(path, { as: site.owner }))
    return screen.imports.map(({ fileName }) => fileName)
  }

  expect(await open('')).toEqual(['a.csv', 'C.csv', 'b.csv'])
  expect(await open('?sort=file')).toEqual(['a.csv', 'b.csv', 'C.csv'])
  expect(await open('?sort=-imported')).toEqual(['a.csv', 'b.csv', 'C.csv'])
  expect(await open('?sort=uploaded')).toEqual(['b.csv', 'C.csv', 'a.csv'])
  expect(await readHeadings(world, site, '/data-feeds/imports')).toEqual({
    sorted: ['descending'],
    links: [
      '/data-feeds/imports?sort=file',
      '/data-feeds/imports?sort=-imported',
      '/data-feeds/imports?sort=uploaded',
    ],
  })
})

test('goals are listed as they were added, or by name', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (const name of ['Order 10', 'newsletter', 'Order 9']) {
    const goal = goalInput.parse({ name, kind: 'url', match: 'exact', pattern: '/thanks' })
    await createGoal(world.services, site.scope, goal)
  }
  const open = async (query: string) => {
    const { goals } = await openGoals(world.visit(`/goals${query}`, { as: site.owner }))
    return goals.map(({ name }) => name)
  }

  expect(await open('')).toEqual(['Order 10', 'newsletter', 'Order 9'])
  expect(await open('?sort=name')).toEqual(['newsletter', 'Order 9', 'Order 10'])
  expect(await open('?sort=-name')).toEqual(['Order 10', 'Order 9', 'newsletter'])
  expect(await readHeadings(world, site, '/goals')).toEqual({
    sorted: [],
    links: ['/goals?sort=name', '/goals?sort=-last', '/goals?sort=-conversions'],
  })
})

test('members are listed by name, role and last activity, page by page', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { team, owner } = site
  const { system } = world.services.db
  const path = `/settings/teams/${String(team.scope.teamId)}/members`
  const join = async (name: string, role: 'admin' | 'analyst', hours: number | null) => {
    const member = await world.member(team, { role })
    await system.update(users).set({ name }).where(eq(users.id, member.id))
    const seenAt = { lastUsedAt: new Date(world.clock.now().getTime() - (hours ?? 0) * 3_600_000) }
    if (hours === null) await system.delete(sessions).where(eq(sessions.userId, member.id))
    else await system.update(sessions).set(seenAt).where(eq(sessions.userId, member.id))
    return member
  }
  await system.update(users).set({ name: 'Dora' }).where(eq(users.id, owner.id))
  const analyst = await join('bob', 'analyst', 5)
  await join('Ann', 'admin', 9)
  await join('Cleo', 'analyst', null)
  const open = async (query = '', as = owner) => {
    const params = { id: String(team.scope.teamId) }
    const list = await openMembers(world.visit(path + query, { as, params }))
    return { names: list.members.map(({ name }) => name), hasNext: list.hasNext }
  }
  const namesBy = async (sort: string, as = owner) => (await open(`?sort=${sort}`, as)).names

  expect((await open()).names).toEqual(['Dora', 'bob', 'Ann', 'Cleo'])
  expect(await namesBy('name')).toEqual(['Ann', 'bob', 'Cleo', 'Dora'])
  expect(await namesBy('-name')).toEqual(['Dora', 'Cleo', 'bob', 'Ann'])
  expect(await namesBy('role')).toEqual(['Dora', 'Ann', 'bob', 'Cleo'])
  expect(await namesBy('-active')).toEqual(['Dora', 'bob', 'Ann', 'Cleo'])
  expect(await namesBy('active')).toEqual(['Ann', 'bob', 'Dora', 'Cleo'])
  // The order doesn't reveal others' activity to a member who can't manage members.
  expect(await namesBy('active', analyst)).toEqual(['Dora', 'bob', 'Ann', 'Cleo'])
  expect(await readHeadings(world, site, `${path}?sort=-name`)).toEqual({
    sorted: ['descending'],
    links: [`${path}?sort=name`, `${path}?sort=role`, `${path}?sort=-active`],
  })

  for (let count = 5; count <= memberPageSize + 1; count += 1) await world.member(team)
  const first = await open('?sort=-name')
  const second = await open('?sort=-name&page=2')
  expect([first.names.length, first.hasNext]).toEqual([memberPageSize, true])
  expect(second).toEqual({ names: ['Ann'], hasNext: false })
})

test('API tokens are listed by name, age, last use and expiry, page by page', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { teamId } = site.scope
  const after = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000)
  const store = (name: string, used: number | null, expires: number | null) =>
    world.services.db.system.insert(apiTokens).values({
      teamId,
      userId: site.owner.id,
      name,
      tokenHash: Buffer.from(name),
      abilities: ['sites:read'],
      createdAt: world.clock.now(),
      lastUsedAt: used === null ? null : after(used),
      expiresAt: expires === null ? null : after(expires),
    })
  await store('Till', -1, 48)
  await store('backup', null, 24)
  await store('Shop', -9, null)
  const open = async (query: string) => {
    const path = `/account/api-tokens${query}`
    const list = await openTokens(world.visit(path, { as: site.owner }))
    return { names: list.tokens.map(({ name }) => name), hasNext: list.hasNext }
  }
  const namesBy = async (sort: string) => (await open(`?sort=${sort}`)).names

  expect((await open('')).names).toEqual(['Shop', 'backup', 'Till'])
  expect(await namesBy('name')).toEqual(['backup', 'Shop', 'Till'])
  expect(await namesBy('-used')).toEqual(['Till', 'Shop', 'backup'])
  expect(await namesBy('used')).toEqual(['Shop', 'Till', 'backup'])
  expect(await namesBy('expires')).toEqual(['backup', 'Till', 'Shop'])
  expect(await readHeadings(world, site, '/account/api-tokens')).toEqual({
    sorted: ['descending'],
    links: ['name', 'created', '-used', 'expires'].map((by) => `/account/api-tokens?sort=${by}`),
  })

  for (let count = 4; count <= tokenPageSize + 1; count += 1) {
    await store(`Robot ${String(count)}`, null, null)
  }
  const first = await open('?sort=name')
  expect([first.names.length, first.hasNext]).toEqual([tokenPageSize, true])
  expect(await open('?sort=name&page=2')).toEqual({ names: ['Till'], hasNext: false })
})
