/** A nudge from its first draft to what pages show, and back. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudges, teams } from '#app/db/schema/index.ts'
import {
  archiveNudges,
  moveNudge,
  switchNudges,
  unarchiveNudges,
} from '#app/domain/nudges/editing/bulk-actions.server.ts'
import {
  createNudge,
  dropDraft,
  duplicateNudge,
  removeDraft,
  saveDraft,
} from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { publishNudge, schedulePublishing } from '#app/domain/nudges/editing/publish.server.ts'
import { listVersions, restoreVersion } from '#app/domain/nudges/editing/versions.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { shortIdOf } from '#app/lib/short-id.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'

async function openEditor() {
  const shop = await openNudgeShop()
  const { id: userId } = await shop.world.user()
  const { services, site } = shop
  const at = (uuid: string) => readNudge(services, site.scope, uuid)
  return {
    ...shop,
    userId,
    at,
    begin: (name = 'Orders') =>
      createNudge(services, site.scope, { type: 'purchase', surface: 'popup', name, userId }),
    save: async (uuid: string, changed: Partial<NudgeSettings>) =>
      saveDraft(services, site.scope, {
        uuid,
        userId,
        settings: { ...(await at(uuid)).settings, ...changed },
      }),
    put: (uuid: string) => publishNudge(services, site.scope, { uuid, userId }),
    names: async () => (await shop.payload()).nudges.map(({ id }) => id),
  }
}

const custom = (text: string) => ({ title: '', text, one: '' })

test('a draft shows to no one until it’s published, and its changes don’t until they are', async () => {
  const { begin, save, put, store, shown, at } = await openEditor()
  await store({ productTitle: 'Kettle' })
  const uuid = await begin()

  expect(await shown()).toBeUndefined()
  await put(uuid)
  expect((await shown())?.items[0]?.text).toBe('bought Kettle')
  await save(uuid, { message: custom('chose {product}') })
  expect((await shown())?.items[0]?.text).toBe('bought Kettle')
  expect(await at(uuid)).toMatchObject({ state: 'published', hasDraft: true, version: 1 })
  await put(uuid)
  expect((await shown())?.items[0]?.text).toBe('chose Kettle')
  expect(await at(uuid)).toMatchObject({ hasDraft: false, version: 2 })
})

test('a custom message without its data doesn’t show, or shows its fallback', async () => {
  const { begin, save, put, store, shown } = await openEditor()
  await store({ productTitle: null })
  const uuid = await begin()

  await save(uuid, { message: custom('chose {product}') })
  await put(uuid)
  expect(await shown()).toBeUndefined()
  await save(uuid, { message: custom('chose {product|one of our things}') })
  await put(uuid)
  expect((await shown())?.items[0]?.text).toBe('chose one of our things')
})

test('own words of a count hold its number and its window, in both forms', async () => {
  const { publish, store, shown } = await openEditor()
  for (let order = 0; order < 3; order += 1) await store()
  await store({ ago: 8 * 86_400_000 })
  const message = { title: 'Sold', text: '{count} orders {window}', one: 'one order {window}' }

  await publish({ type: 'purchases', query: { minimum: 1 }, message })

  const [item] = (await shown())?.items.slice(-1) ?? []
  expect(item).toMatchObject({ title: 'Sold', text: '3 orders in the last 7 days' })
})

test('counts from the page have the number’s sign in every plural form', async () => {
  const { publish, shown } = await openEditor()
  const message = { title: '', text: '{count} look at it', one: '{count} looks at it' }

  await publish({ type: 'visitor', query: { duration: null }, message })

  expect((await shown())?.items[0]?.count?.forms).toEqual(['# looks at it', '# look at it'])
})

test('a nudge’s separate look reaches the page with readable colors', async () => {
  const { begin, save, put, store, shown } = await openEditor()
  await store()
  const uuid = await begin()

  await save(uuid, {
    look: { color: '#ffff00', theme: 'dark', showNudgeTitle: true, position: 'top-center' },
  })
  await put(uuid)

  const nudge = await shown()
  expect(nudge?.heading).toBe('Selling fast')
  expect(nudge?.look?.theme).toBe('dark')
  expect(nudge?.look?.position).toBe('top-center')
  expect(nudge?.look?.accents?.[1]).toBe('#ffff00')
  expect(nudge?.look?.accents?.[0]).not.toBe('#ffff00')
})

test('a claim that can’t be checked is refused at its field, and the draft stays', async () => {
  const { begin, save, put, at } = await openEditor()
  const uuid = await begin()
  await save(uuid, { message: custom('500 people bought it') })

  const error: unknown = await put(uuid).catch((refusal: unknown) => refusal)

  expect(error).toMatchObject({
    code: 'invalid',
    details: { errors: { 'message.text': [expect.any(String)] } },
  })
  expect(await at(uuid)).toMatchObject({
    state: 'draft',
    settings: { message: custom('500 people bought it') },
  })
})

test('content in a wrong shape is refused at its field when it is published', async () => {
  const { services, site, userId, put, save } = await openEditor()
  const wanted = { type: 'custom', surface: 'popup', name: 'News', userId } as const
  const uuid = await createNudge(services, site.scope, wanted)
  await save(uuid, { content: { text: '' } })

  const error: unknown = await put(uuid).catch((refusal: unknown) => refusal)

  expect(error).toMatchObject({ code: 'invalid' })
  expect(Object.keys((error as { details: { errors: object } }).details.errors)).toContain(
    'content.text',
  )
})

test('settings in a wrong shape are refused at their field when they are saved', async () => {
  const { begin, save } = await openEditor()
  const uuid = await begin()

  await expect(save(uuid, { name: ' ' })).rejects.toMatchObject({
    details: { errors: { name: ['Enter a name.'] } },
  })
  await expect(save(uuid, { query: { ago: 5 } })).rejects.toMatchObject({
    details: { errors: { 'query.ago': [expect.any(String)] } },
  })
})

test('each version can be looked up and restored as a draft', async () => {
  const { services, site, userId, begin, save, put, at } = await openEditor()
  const uuid = await begin()
  await put(uuid)
  await save(uuid, { name: 'Renamed', message: custom('chose {product|this}') })
  await put(uuid)
  await put(uuid)

  const versions = await listVersions(services, site.scope, uuid)
  await restoreVersion(services, site.scope, { uuid, version: 1, userId })

  expect(versions.map(({ version }) => version)).toEqual([2, 1])
  expect(versions[0]?.by).not.toBeNull()
  expect(versions[0]?.settings.message).toEqual(custom('chose {product|this}'))
  expect(await at(uuid)).toMatchObject({ hasDraft: true, version: 2 })
  expect((await at(uuid)).settings).toEqual(versions[1]?.settings)
})

test('changes are thrown away, and saving what is published leaves no draft', async () => {
  const { services, site, begin, save, put, at } = await openEditor()
  const uuid = await begin()
  await put(uuid)

  await save(uuid, { query: { listSize: 3 } })
  await dropDraft(services, site.scope, uuid)
  expect(await at(uuid)).toMatchObject({ hasDraft: false, settings: { query: {} } })
  await save(uuid, { query: { listSize: 3 } })
  await save(uuid, { query: {} })
  expect((await at(uuid)).hasDraft).toBe(false)
  await expect(removeDraft(services, site.scope, uuid)).rejects.toMatchObject({ code: 'conflict' })
})

test('a draft is published when its minute has come, once', async () => {
  const { world, services, site, begin, at } = await openEditor()
  const uuid = await begin()
  const publishAt = new Date(world.clock.now().getTime() + 60_000)

  await schedulePublishing(services, site.scope, { uuid, publishAt })
  await sweeps.publishing.run(services, {})
  expect((await at(uuid)).state).toBe('draft')
  world.clock.advance(60_000)
  await sweeps.publishing.run(services, {})
  await sweeps.publishing.run(services, {})

  expect(await at(uuid)).toMatchObject({ state: 'published', publishAt: null, version: 1 })
  await expect(schedulePublishing(services, site.scope, { uuid, publishAt })).rejects.toMatchObject(
    {
      code: 'invalid',
    },
  )
})

test('a schedule that is canceled while the sweep looks for it publishes nothing', async () => {
  const { world, services, site, begin, at } = await openEditor()
  const uuid = await begin()
  const publishAt = new Date(world.clock.now().getTime() + 60_000)
  await schedulePublishing(services, site.scope, { uuid, publishAt })
  world.clock.advance(60_000)
  const { db } = services
  const late: typeof db = {
    ...db,
    async asTeam(team, work) {
      await schedulePublishing(services, site.scope, { uuid, publishAt: null })
      return db.asTeam(team, work)
    },
  }

  await sweeps.publishing.run({ ...services, db: late }, {})

  expect(await at(uuid)).toMatchObject({ state: 'draft', publishAt: null })
})

test('a nudge that can no longer be published stays a draft that is due', async () => {
  const { world, services, site, begin, save, at } = await openEditor()
  const uuid = await begin()
  const nextMinute = new Date(world.clock.now().getTime() + 60_000)
  await schedulePublishing(services, site.scope, { uuid, publishAt: nextMinute })
  await save(uuid, { message: custom('500 people bought it') })
  world.clock.advance(60_000)

  await sweeps.publishing.run(services, {})

  expect(await at(uuid)).toMatchObject({ state: 'draft', publishAt: nextMinute })
})

test('a scheduled nudge with a setting that the plan no longer allows stays a draft', async () => {
  const { world, services, site, begin, save, put, at } = await openEditor()
  const plan = (name: string) =>
    services.db.system.update(teams).set({ plan: name }).where(eq(teams.id, site.scope.teamId))
  const uuid = await begin()
  await plan('lite')
  await save(uuid, { query: { skipSeenNudges: true } })
  const nextMinute = new Date(world.clock.now().getTime() + 60_000)
  await schedulePublishing(services, site.scope, { uuid, publishAt: nextMinute })
  await plan('free')
  world.clock.advance(60_000)

  await sweeps.publishing.run(services, {})
  const refused: unknown = await put(uuid).catch((refusal: unknown) => refusal)

  expect(await at(uuid)).toMatchObject({ state: 'draft', publishAt: nextMinute })
  expect(refused).toMatchObject({
    details: { errors: { 'query.skipSeenNudges': expect.any(Array) as string[] } },
  })
  await plan('lite')
  await put(uuid)
  expect((await at(uuid)).state).toBe('published')
})

test('nudges are switched, put away and taken out again, drafts alone are not switched', async () => {
  const { services, site, begin, put, at, names, store } = await openEditor()
  await store()
  const [live, draft] = [await begin(), await begin()]
  await put(live)
  const both = { uuids: [live, draft] }

  expect(await switchNudges(services, site.scope, { ...both, isOn: false })).toHaveLength(1)
  expect(await names()).toEqual([])
  expect(await switchNudges(services, site.scope, { ...both, isOn: true })).toHaveLength(1)
  expect(await names()).toEqual([live].map(shortIdOf))
  expect(await archiveNudges(services, site.scope, both.uuids)).toHaveLength(2)
  expect(await names()).toEqual([])
  expect(await unarchiveNudges(services, site.scope, both.uuids)).toHaveLength(2)
  expect((await at(live)).state).toBe('paused')
  expect((await at(draft)).state).toBe('draft')
})

test('pages show them in the order in which they were put', async () => {
  const { services, site, begin, put, names, store } = await openEditor()
  await store()
  const [first, second, third] = [await begin(), await begin(), await begin()]
  for (const uuid of [first, second, third]) await put(uuid)

  await moveNudge(services, site.scope, { uuid: third, before: first })
  expect(await names()).toEqual([third, first, second].map(shortIdOf))
  await moveNudge(services, site.scope, { uuid: third, before: null })
  expect(await names()).toEqual([first, second, third].map(shortIdOf))
  await expect(
    moveNudge(services, site.scope, { uuid: third, before: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a copy is a draft with the same settings', async () => {
  const { services, site, userId, begin, save, put, at } = await openEditor()
  const uuid = await begin()
  await save(uuid, { query: { listSize: 3 } })
  await put(uuid)

  const copy = await duplicateNudge(services, site.scope, { uuid, userId })

  expect(await at(copy)).toMatchObject({
    state: 'draft',
    settings: { name: 'Orders (copy)', query: { listSize: 3 } },
  })
})

test('a copy of a long name ends before an emoji that it has no room for', async () => {
  const { services, site, userId, begin, save, at } = await openEditor()
  const uuid = await begin()
  const beginning = 'Orders '.repeat(10)
  await save(uuid, { name: `${beginning}!🛒🛒` })

  const copy = await duplicateNudge(services, site.scope, { uuid, userId })

  expect(await at(copy)).toMatchObject({ settings: { name: `${beginning}! (copy)` } })
})

test('another site’s nudge is not there', async () => {
  const { world, services, begin, userId } = await openEditor()
  const uuid = await begin()
  const other = await world.site({ url: 'https://other.example' })
  const foreign = other.scope

  await expect(readNudge(services, foreign, uuid)).rejects.toMatchObject({ code: 'not_found' })
  await expect(publishNudge(services, foreign, { uuid, userId })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await switchNudges(services, foreign, { uuids: [uuid], isOn: false })).toHaveLength(0)
  expect(await archiveNudges(services, foreign, [uuid])).toHaveLength(0)
  const [row] = await services.db.system.select().from(nudges).where(eq(nudges.uuid, uuid))
  expect(row?.archivedAt).toBeNull()
})
