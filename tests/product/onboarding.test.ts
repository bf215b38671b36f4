import { expect, test } from 'vitest'
import { listNudges } from '#app/domain/nudges/nudges.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import { findBearer } from '#app/domain/tokens/tokens.server.ts'
import { loader as home } from '#app/routes/home.tsx'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import { action as makeToken } from '#app/routes/onboarding/token.ts'
import { serveEdge, visit } from '#tests/support/pages.ts'
import { storePurchase } from '#tests/support/purchases.ts'
import { sites } from '#app/db/schema/index.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createWorld, type Visit, type World } from '#tests/support/world.ts'

const show = (world: World, as: { cookie: string }, query = '') =>
  loader(world.visit(`/onboarding${query}`, { as }))

const send = (world: World, as: { cookie: string }, form: NonNullable<Visit['form']>) =>
  action(world.visit('/onboarding', { as, form }))

test('the data leads from the organization to the site to the installation code', async () => {
  const world = await createWorld()
  const ann = await world.user()

  expect(await show(world, ann)).toMatchObject({ step: 'organization' })
  await send(world, ann, { intent: 'organization', name: 'Pottery' })
  expect(await show(world, ann)).toMatchObject({ step: 'site', organization: 'Pottery' })
  await send(world, ann, { intent: 'site', name: 'Shop', url: 'Shop.Example/sale?x=1' })
  const install = await show(world, ann)

  expect(install).toMatchObject({ step: 'install', site: { host: 'shop.example' }, seenAt: null })
  const [team] = await listMemberships(world.services, ann.id)
  const [site] = team ? await listSites(world.services, team.scope) : []
  expect(site?.url).toBe('https://shop.example')
  expect(install).toMatchObject({
    code: `<script async src="http://footfall.test/js/pixel.library.js" data-site="${String(site?.uuid)}"></script>`,
  })
})

test('a form that was sent twice makes one organization and one site', async () => {
  const world = await createWorld()
  const ann = await world.user()

  for (const name of ['First', 'Second']) await send(world, ann, { intent: 'organization', name })
  for (const url of ['one.example', 'two.example']) {
    await send(world, ann, { intent: 'site', name: 'Shop', url })
  }

  const teams = await listMemberships(world.services, ann.id)
  expect(teams.map(({ name }) => name)).toEqual(['First'])
  const [team] = teams
  expect(team && (await listSites(world.services, team.scope))).toHaveLength(1)
})

test('wrong input comes back with sentences at the fields and what was typed', async () => {
  const world = await createWorld()
  const { owner } = await world.team()

  const answer = await send(world, owner, { intent: 'site', name: '', url: 'no address' })

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: {
      errors: {
        name: ['Enter a name for the site.'],
        url: ['Enter an address like https://shop.com.'],
      },
      values: { name: '', url: 'no address' },
    },
  })
})

test('an unknown intent changes nothing', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const answer = await send(world, ann, { intent: 'billing', name: 'Pottery' })

  expect(answer).toMatchObject({ init: { status: 422 } })
  expect(await listMemberships(world.services, ann.id)).toEqual([])
})

test('the step turns to installed once the pixel reported from the own host', async () => {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)

  await edge.page(site, { Origin: 'https://elsewhere.example' }).report(visit())
  expect(await show(world, site.owner, '?step=install')).toMatchObject({ seenAt: null })
  await edge.page(site).report(visit())

  expect(await show(world, site.owner, '?step=install')).toMatchObject({
    seenAt: world.clock.now(),
  })
  expect(await show(world, site.owner)).toMatchObject({ step: 'nudge' })
})

test('the preview says the newest purchase as the page will, and how many there are', async () => {
  const world = await createWorld()
  const site = await world.site()
  expect(await show(world, site.owner, '?step=nudge')).toMatchObject({
    preview: { payload: { nudges: [] }, showable: 0 },
  })

  await storePurchase(world.services, site)
  await storePurchase(world.services, site, { isShowable: false })
  await world.nudge(site)

  const view = await show(world, site.owner, '?step=nudge')
  const edge = await serveEdge(world.services)
  const shown = (await edge.page(site).payload()).nudges[0]?.items[0]
  expect(view).toMatchObject({
    preview: {
      payload: {
        nudges: [{ items: [{ title: shown?.title, text: shown?.text, at: shown?.at }] }],
      },
      showable: 1,
    },
  })
})

test('publishing leads home, and onboarding is over once all is done', async () => {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  await edge.page(site).report(visit())

  const answer = await send(world, site.owner, { intent: 'publish' })

  expect(answer instanceof Response && answer.headers.get('location')).toBe('/')
  expect(await listNudges(world.services, site.scope)).toMatchObject([
    { type: 'purchase', state: 'published' },
  ])
  await expect(show(world, site.owner)).rejects.toMatchObject({ status: 302 })
})

test.each([
  [{ holdout: 'on' }, 10],
  [{}, 0],
])('publishing with %o holds back %s % of visitors', async (choice, percent) => {
  const world = await createWorld()
  const site = await world.site()

  await send(world, site.owner, { intent: 'publish', ...choice })

  expect(await world.services.directory.find(site.uuid)).toMatchObject({ holdout: percent })
})

test('publishing without a site leads back instead of failing', async () => {
  const world = await createWorld()
  const { owner } = await world.team()

  const answer = await send(world, owner, { intent: 'publish' })

  expect(answer instanceof Response && answer.headers.get('location')).toBe('/onboarding')
})

test('the token may add activities to this site and nothing else', async () => {
  const world = await createWorld()
  const site = await world.site()

  const answer = await makeToken(
    world.visit('/onboarding/token', { as: site.owner, method: 'POST' }),
  )

  const { token } = (await answer.json()) as { token: string }
  expect(await findBearer(world.services, token)).toMatchObject({
    abilities: ['activities:write'],
    siteId: site.scope.siteId,
    scope: { teamId: site.scope.teamId },
  })
})

test('home sends a person without a site to onboarding: by redirect, or as data with 409', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const page = home(world.visit('/', { as: ann }))
  await expect(page).rejects.toMatchObject({ status: 302 })
  const refusal = await home(world.visit('/', { as: ann, isDataRequest: true })).catch(
    (error: unknown) => error,
  )

  expect(refusal).toMatchObject({ status: 409 })
  expect(refusal instanceof Response && (await refusal.json())).toEqual({
    message: 'Add a site first.',
    goTo: '/onboarding',
  })
})

test('an experiment begins when its share changes, and only then', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { services, clock } = world
  const since = async () =>
    (await services.db.system.select({ at: sites.holdoutSince }).from(sites))[0]?.at ?? null

  await changeOptions(services, site.scope, { holdout: 20 })
  const begun = clock.now()
  clock.advance(60_000)
  await changeOptions(services, site.scope, { holdout: 20, maxNudges: 3 })
  expect(await since()).toEqual(begun)

  await changeOptions(services, site.scope, { holdout: 5 })
  expect(await since()).toEqual(clock.now())
})
