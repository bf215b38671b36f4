/** Several sites of one organization: created, renamed, in the API, deleted. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditEntries, meters, photos, sites, users } from '#app/db/schema/index.ts'
import { siteList } from '#app/contract/activities.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import { addBoost, storeBoost, type Boost } from '#app/domain/plans/change-plan.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { action as remove } from '#app/routes/site-settings/danger.tsx'
import { action as saveGeneral } from '#app/routes/site-settings/general.tsx'
import { loader as listed } from '#app/routes/api/sites.ts'
import { action as add } from '#app/routes/sites/new.tsx'
import { dayMillis } from '#app/lib/time.ts'
import type { TestSite, TestTeam } from '../../support/makers.ts'
import { impressionEvent, serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const rowOf = async ({ services }: World, { scope }: TestSite) =>
  (await services.db.system.select().from(sites).where(eq(sites.id, scope.siteId)))[0]

const choose = ({ services }: World, { scope, owner }: TestSite) =>
  services.db.system
    .update(users)
    .set({ currentSiteId: scope.siteId })
    .where(eq(users.id, owner.id))

const details = { intent: 'details', name: 'Shop', timeZone: 'Europe/Amsterdam', category: 'food' }

test('a second site is added by a person with the right, becomes the current one, and is in the log', async () => {
  const world = await createWorld()
  const site = await world.site()
  const editor = await world.member(site.team)
  const send = (as: { cookie: string }, url: string) =>
    add(world.visit('/sites/new', { as, form: { name: 'Second', url } }))

  await expect(send(editor, 'second.example')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await send(site.owner, site.url)).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { url: ['Your organization already has this site.'] },
      values: { url: site.url },
    },
  })
  const answer = await send(site.owner, 'second.example')

  expect(answer instanceof Response && answer.headers.get('location')).toBe(
    '/onboarding?step=install',
  )
  const all = await listSites(world.services, site.team.scope)
  expect(all.map(({ url }) => url)).toEqual([site.url, 'https://second.example'])
  const [owner] = await world.services.db.system
    .select({ current: users.currentSiteId })
    .from(users)
    .where(eq(users.id, site.owner.id))
  expect(owner?.current).toBe(all[1]?.id)
  const acts = await world.services.db.system
    .select({ act: auditEntries.act, details: auditEntries.details })
    .from(auditEntries)
  expect(acts).toContainEqual({ act: 'site.created', details: { name: 'Second' } })
})

test('a site that is added on a screen begins with the default options', async () => {
  const world = await createWorld()
  const site = await world.site()

  await add(
    world.visit('/sites/new', { as: site.owner, form: { name: 'Second', url: 'second.example' } }),
  )

  const [row] = await world.services.db.system
    .select({ options: sites.options })
    .from(sites)
    .where(eq(sites.url, 'https://second.example'))
  expect(row?.options).toEqual({})
})

test('name, subject and time zone are kept; at another address the pixel is unseen', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })
  const edge = await serveEdge(world.services)
  await edge.page(site).report(visitEvent())
  const save = (changed: Record<string, string>) =>
    saveGeneral(world.visit('/site-settings', { as: site.owner, form: { ...details, ...changed } }))

  await save({ url: 'https://www.shop.example', name: 'Kettles' })
  expect(await rowOf(world, site)).toMatchObject({
    name: 'Kettles',
    category: 'food',
    timeZone: 'Europe/Amsterdam',
    pixelSeenAt: world.clock.now(),
  })

  await save({ url: 'https://other.example' })
  expect(await rowOf(world, site)).toMatchObject({ pixelSeenAt: null })
  expect(await world.services.siteCache.site(site.uuid)).toMatchObject({
    url: 'https://other.example',
  })
})

test('a wrong address, subject or time zone is refused at its field', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  const editor = await world.member(site.team)
  await choose(world, site)
  const save = (as: { cookie: string }, changed: Record<string, string>) =>
    saveGeneral(world.visit('/site-settings', { as, form: { ...details, ...changed } }))

  expect(
    await save(site.owner, {
      name: '',
      url: 'no address',
      category: 'x',
      timeZone: 'Mars/Olympus',
    }),
  ).toMatchObject({
    init: { status: 422 },
    data: {
      errors: {
        name: ['Enter a name for the site.'],
        url: ['Enter a URL, for example https://shop.com.'],
        category: ['Choose an option from the list.'],
        timeZone: ['Choose a time zone from the list.'],
      },
    },
  })
  expect(await save(site.owner, { url: other.url })).toMatchObject({
    data: { errors: { url: ['Your organization already has a site with this URL.'] } },
  })
  await expect(save(editor, { url: 'https://mine.example' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await save(editor, {})).toMatchObject({ data: { saved: expect.any(String) as string } })
  expect(await rowOf(world, site)).toMatchObject({ url: site.url, category: 'food' })
})

test('a logo is kept as a square, replaced, and removed', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve()
  const stored = () => world.services.db.system.select({ siteId: photos.siteId }).from(photos)
  const send = async (body: FormData) => {
    const headers = { Cookie: site.owner.cookie }
    return (await fetch('/site-settings/logo', { method: 'POST', headers, body })).status
  }
  const picture = new FormData()
  const create = { width: 40, height: 20, channels: 3, background: '#1d6b45' } as const
  const png = await sharp({ create }).png().toBuffer()
  picture.set('photo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png')

  expect(await send(picture)).toBe(200)
  expect((await rowOf(world, site))?.logoId).not.toBeNull()
  expect(await send(picture)).toBe(200)
  expect(await stored()).toEqual([{ siteId: site.scope.siteId }])

  const gone = new FormData()
  gone.set('intent', 'remove')
  expect(await send(gone)).toBe(200)
  expect(await rowOf(world, site)).toMatchObject({ logoId: null })
  expect(await stored()).toEqual([])
})

test('the API returns a site’s subject and time zone', async () => {
  const world = await createWorld()
  const site = await world.site()
  await saveGeneral(world.visit('/site-settings', { as: site.owner, form: details }))
  const token = await world.token(site.team)

  const answer = await listed(world.visit('/api/v1/sites', { token }))

  expect(await answer.json()).toMatchObject({
    data: [
      {
        uuid: site.uuid,
        has_pixel: false,
        site_category_identity: 'food',
        site_category: { id: 4, name: 'Food and drink', icon: 'FoodIcon', position: 4 },
        time_zone: 'Europe/Amsterdam',
        logo_url: null,
        installation_code: expect.stringContaining(site.uuid) as string,
      },
    ],
  })
})

const sitesOf = async (world: World, team: TestTeam) => {
  const answer = await listed(world.visit('/api/v1/sites', { token: await world.token(team) }))
  return siteList.parse(await answer.json()).data
}

const boostSite = ({ services }: World, { scope }: TestSite, boost: Boost) =>
  services.db.asTeam(scope, (tx) =>
    storeBoost(tx, services, { scope, siteId: scope.siteId, boost }),
  )

test('programs get a site’s domain, its integrations, and its own boost', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://tea.co.uk' })
  await world.site({ team: site.team })
  await storePurchase(world.services, site)

  const before = await sitesOf(world, site.team)
  const expiresAt = new Date(world.clock.now().getTime() + 31 * dayMillis)
  // One for all sites is the organization’s.
  await addBoost(world.services, site.team.scope, { units: 900, expiresAt })
  await boostSite(world, site, { units: 500, expiresAt })
  const boosted = await sitesOf(world, site.team)
  world.clock.advance(32 * dayMillis)
  const later = await sitesOf(world, site.team)

  expect(before).toMatchObject([
    { top_level_domain: 'uk', integrations: ['rest_api'], visitor_boost: 0 },
    { integrations: [], visitor_boost: 0, visitor_boost_expires_at: null },
  ])
  const boost = { visitor_boost: 500, visitor_boost_expires_at: expiresAt.toISOString() }
  expect(boosted).toMatchObject([boost, { visitor_boost: 0, visitor_boost_expires_at: null }])
  expect(later[0]).toMatchObject({
    integrations: [],
    visitor_boost: 0,
    visitor_boost_expires_at: null,
  })
})

test('a boost is shown to tokens of the owner alone', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { team } = site
  const expiresAt = new Date(world.clock.now().getTime() + dayMillis)
  await boostSite(world, site, { units: 500, expiresAt })
  const admin = await world.member(team, { role: 'admin' })

  expect(await sitesOf(world, { ...team, owner: admin })).toMatchObject([
    { visitor_boost: null, visitor_boost_expires_at: null },
  ])
})

test('a deleted site stops immediately with all its data, and its usage stays counted', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  await choose(world, site)
  await storePurchase(world.services, site)
  await world.nudge(site)
  const edge = await serveEdge(world.services)
  const payload = await edge.page(site).payload()
  await edge.page(site).report(visitEvent(), impressionEvent(payload))
  await edge.page(other, { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }).report(visitEvent())
  const used = () =>
    world.services.db.system
      .select({ visitors: meters.visitors, impressions: meters.impressions })
      .from(meters)
  const before = await used()
  const send = (as: { cookie: string }, name: string) => {
    const form = { intent: 'delete', site: site.uuid, name }
    return remove(world.visit('/site-settings/danger', { as, form }))
  }
  const editor = await world.member(site.team, { sites: [site] })

  await expect(send(editor, 'Shop')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await send(site.owner, 'shop')).toMatchObject({
    init: { status: 422 },
    data: { errors: { name: ['That doesn’t match the site name.'] } },
  })
  const answer = await send(site.owner, 'Shop')

  expect(answer instanceof Response && answer.headers.get('location')).toBe('/')
  const response = await fetch(`${edge.baseUrl}/api/pixel/${site.uuid}`, {
    headers: { Origin: site.url },
  })
  expect(response.status).toBe(404)
  expect(await rowOf(world, site)).toBeUndefined()
  for (const table of ['nudges', 'activities', 'claims', 'pixel_events', 'visitors']) {
    const { rows } = await world.services.db.system.execute(
      `select site_id from ${table} where site_id = ${String(site.scope.siteId)}`,
    )
    expect([table, rows]).toEqual([table, []])
  }
  expect(before).toEqual([{ visitors: 2, impressions: 1 }])
  expect(await used()).toEqual(before)
  expect(await recount(world.services)).toEqual([])
  expect(await rowOf(world, other)).toBeDefined()
})
