/** Saved views of lists, as a browser without a script sends and shows them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listViews } from '#app/db/schema/index.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import { exportPerson } from '#app/domain/lifecycle/export.server.ts'
import { reassignRows } from '#app/domain/lifecycle/reassign-rows.server.ts'
import { removeMember } from '#app/domain/teams/members.server.ts'
import { maxViews, type ViewList } from '#app/domain/views/view.ts'
import { saveView } from '#app/domain/views/views.server.ts'
import { action, loader } from '#app/routes/data-feeds/activities.tsx'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The list of purchases for one person, and what it answers to their forms. */
function openFeed(world: World, as: TestUser, path = '/data-feeds') {
  return {
    look: async (query = '') => (await loader(world.visit(`${path}${query}`, { as }))).views,
    send: (form: Record<string, string>) => action(world.visit(path, { as, form })),
  }
}

const waiting = { view: 'save', name: 'To approve', query: 'state=waiting&sort=date' }

const store = (world: World, site: TestSite, { id: userId }: TestUser, list: ViewList) =>
  saveView(world.services, site.scope, { userId, list, name: 'Mine', query: 'text=kettle' })

test('filters and order are saved, renamed, changed, deleted, and brought back', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { look, send } = openFeed(world, owner)

  const saved = await send(waiting)
  const [made] = (await look()).views
  const uuid = made?.uuid ?? ''
  const renamed = await send({ view: 'rename', uuid, name: 'Waiting' })
  const changed = await send({ view: 'change', uuid, query: 'state=hidden&cursor=x&nonsense=1' })
  const afterwards = (await look()).views
  const deleted = await send({ view: 'delete', uuid })
  const none = (await look()).views

  expect(saved).toMatchObject({ data: { saved: 'View saved' } })
  expect(made).toMatchObject({ name: 'To approve', query: 'state=waiting&sort=date' })
  expect(renamed).toMatchObject({ data: { saved: 'View renamed' } })
  expect(changed).toMatchObject({
    data: {
      undo: {
        fields: [
          ['view', 'change'],
          ['uuid', uuid],
          ['query', made?.query],
        ],
      },
    },
  })
  expect(afterwards).toEqual([{ uuid, name: 'Waiting', query: 'state=hidden' }])
  expect(none).toEqual([])
  const undo = { view: 'save', name: 'Waiting', query: 'state=hidden' }
  expect(deleted).toMatchObject({
    data: { undo: { to: '/data-feeds', fields: Object.entries(undo) } },
  })
  await send(undo)
  expect((await look()).views).toMatchObject([{ name: 'Waiting', query: 'state=hidden' }])
})

test('the URL stays the source: it names its view, and a deleted view is ignored', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { look, send } = openFeed(world, owner)
  await send(waiting)
  const [view] = (await look()).views
  const uuid = view?.uuid ?? ''

  expect((await look()).began).toBeNull()
  expect((await look('?state=waiting&sort=date')).began).toBe(uuid)
  expect((await look(`?state=hidden&saved=${uuid}`)).began).toBe(uuid)
  expect((await look(`?state=hidden&saved=${randomUUID()}`)).began).toBeNull()
  expect((await look("?saved=%00' or 1=1")).began).toBeNull()
})

test('a view of words that the list doesn’t know opens the whole list', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { send, look } = openFeed(world, owner)
  await send({ ...waiting, query: 'state=invented&sort=nonsense' })
  const [view] = (await look()).views

  const opened = await loader(world.visit(`/data-feeds?${view?.query ?? ''}`, { as: owner }))

  expect(opened.chosen).toEqual({ state: '', source: '', text: '' })
  expect(opened.order).toEqual({ by: 'date', isDescending: true })
})

test('names are short and unlike the others, and there are not many', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { look, send } = openFeed(world, owner)
  const refused = (sentence: RegExp) => ({
    init: { status: 422 },
    data: { errors: { name: [expect.stringMatching(sentence)] } },
  })

  expect(await send({ ...waiting, name: ' ' })).toMatchObject(refused(/Enter a name/))
  expect(await send({ ...waiting, name: 'x'.repeat(41) })).toMatchObject(refused(/40 characters/))
  expect(await send({ ...waiting, name: 'all' })).toMatchObject(refused(/already have a view/))
  await send(waiting)
  const uuid = (await look()).views[0]?.uuid ?? ''
  expect(await send({ ...waiting, name: 'TO APPROVE' })).toMatchObject(refused(/already have/))
  expect(await send({ view: 'rename', uuid, name: 'To Approve' })).toMatchObject({
    data: { saved: 'View renamed' },
  })
  for (let number = 1; number < maxViews; number += 1) {
    await send({ ...waiting, name: `View ${String(number)}` })
  }
  expect(await send({ ...waiting, name: 'One more' })).toMatchObject(refused(/limit of 12/))
  expect((await look()).views).toHaveLength(maxViews)
})

test('views belong to a person: no one else sees, changes or deletes them', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  await openFeed(world, site.owner).send(waiting)
  const [view] = (await openFeed(world, site.owner).look()).views
  const uuid = view?.uuid ?? ''

  for (const person of [analyst, other.owner]) {
    const { look, send } = openFeed(world, person)
    expect((await look(`?saved=${uuid}`)).views).toEqual([])
    for (const one of [uuid, randomUUID()]) {
      const gone = { code: 'not_found', message: 'View not found.' }
      await expect(send({ view: 'delete', uuid: one })).rejects.toMatchObject(gone)
      await expect(send({ view: 'rename', uuid: one, name: 'X' })).rejects.toMatchObject(gone)
      await expect(send({ view: 'change', uuid: one, query: '' })).rejects.toMatchObject(gone)
    }
  }
  // Other lists have their own, and who may only look may still name what they look at.
  expect((await openFeed(world, site.owner, '/data-feeds/signups').look()).views).toEqual([])
  expect(await openFeed(world, analyst).send(waiting)).toMatchObject({
    data: { saved: 'View saved' },
  })
  expect((await openFeed(world, site.owner).look()).views).toEqual([view])
})

test.each([
  ['/data-feeds', 'purchase'],
  ['/data-feeds/signups', 'signup'],
  ['/data-feeds/reviews', 'review'],
  ['/data-feeds/products', 'product'],
  ['/popup-nudges/list', 'popup'],
  ['/inline-nudges', 'inline'],
] as const)('%s takes views without a script', async (path, list) => {
  const world = await createWorld()
  const site = await world.site()
  await world.services.db.system.delete(listViews)
  const { fetch } = await world.serve()
  const headers = { Cookie: site.owner.cookie }
  const form = { view: 'save', name: 'Kettles', query: 'text=kettle' }

  const answer = await fetch(path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  })

  expect(answer.status).toBe(200)
  const stored = await world.services.db.system.select().from(listViews)
  expect(stored).toMatchObject([{ list, name: 'Kettles', query: 'text=kettle' }])
})

test('a tab leads to its view, and is marked while it is open', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.nudge(site)
  const { uuid } = await store(world, site, site.owner, 'popup')
  const { fetch } = await world.serve()
  const open = async (path: string) =>
    (await fetch(path, { headers: { Cookie: site.owner.cookie } })).text()
  const current = /<a(?=[^>]*aria-current="page")[^>]*class="tabs__entry"[^>]*>([^<]*)</

  const whole = await open('/popup-nudges/list')
  const viewed = await open(`/popup-nudges/list?text=kettle&saved=${uuid}`)
  const changed = await open(`/popup-nudges/list?text=cup&saved=${uuid}`)

  expect(whole).toContain(`href="/popup-nudges/list?text=kettle&amp;saved=${uuid}"`)
  expect(current.exec(whole)?.[1]).toBe('All')
  expect(current.exec(viewed)?.[1]).toBe('Mine')
  expect(viewed).not.toContain('Save changes')
  expect(current.exec(changed)?.[1]).toBe('Mine')
  expect(changed).toContain('Save changes')
  expect(changed).toContain('Save as…')
})

test('they go with their person, their site and their access, and are in the export', async () => {
  const world = await createWorld()
  const site = await world.site()
  const kept = await world.site({ team: site.team })
  const [leaving, erased, staying] = [
    await world.member(site.team),
    await world.member(site.team),
    await world.member(site.team),
  ]
  for (const person of [leaving, erased, staying]) {
    await store(world, site, person, 'popup')
    await store(world, kept, person, 'popup')
  }
  const { db } = world.services
  const people = async () =>
    (await db.system.select({ id: listViews.userId }).from(listViews)).map(({ id }) => id)

  const exported = await exportPerson(world.services, staying)
  await removeMember(world.services, { actor: site.owner, team: site.team.scope }, leaving.id)
  await eraseUser(world.services, erased.id)

  expect(exported['savedViews']).toMatchObject([
    { list: 'popup', name: 'Mine', query: 'text=kettle' },
    { list: 'popup' },
  ])
  expect(await people()).toEqual([staying.id, staying.id])

  // To an organization that the person isn’t in.
  const to = await world.team()
  await db.transaction((tx) =>
    reassignRows(tx, { siteId: kept.scope.siteId, teamId: to.scope.teamId }, world.services.now()),
  )
  expect(await people()).toEqual([staying.id])

  await db.longTransaction((tx) => eraseSiteRows(tx, world.services, site.scope.siteId))
  expect(await people()).toEqual([])
})
