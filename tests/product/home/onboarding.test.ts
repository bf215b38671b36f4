import { expect, test } from 'vitest'
import { createPreviewLink } from '#app/domain/serving/preview-link.server.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import { listNudgeNames } from '#app/domain/nudges/nudges.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import { maxTokens } from '#app/domain/tokens/token.ts'
import { findBearer } from '#app/domain/tokens/tokens.server.ts'
import { loader as home } from '#app/routes/home.tsx'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import { loader as openPixel } from '#app/routes/pixel/pixel.tsx'
import { action as makeToken } from '#app/routes/onboarding/token.ts'
import { serveEdge, visitEvent } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { apiTokens, sites } from '#app/db/schema/index.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { createWorld, type RouteVisit, type World } from '../../support/world.ts'

const show = (world: World, as: { cookie: string }, query = '') =>
  loader(world.visit(`/onboarding${query}`, { as }))

/** To the URL that a response redirected to. */
const sendTo = (
  world: World,
  as: { cookie: string },
  { path, form }: { path: string; form: NonNullable<RouteVisit['form']> },
) => action(world.visit(path, { as, form }))

const pathOf = (answer: unknown) =>
  (answer instanceof Response ? answer.headers.get('location') : null) ?? ''

const send = (world: World, as: { cookie: string }, form: NonNullable<RouteVisit['form']>) =>
  action(world.visit('/onboarding', { as, form }))

test('one form makes the organization and its site, and the code to install follows', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const form = { intent: 'site', organization: 'Pottery', url: 'Shop.Example/sale?x=1' }

  expect(await show(world, ann)).toMatchObject({ step: 'site', organization: null, site: null })
  await send(world, ann, { ...form, category: 'home' })
  const install = await show(world, ann)

  expect(install).toMatchObject({ step: 'install', site: { host: 'shop.example' }, seenAt: null })
  const [team] = await listMemberships(world.services, ann.id)
  const [site] = team ? await listSites(world.services, team.scope) : []
  expect(team?.name).toBe('Pottery')
  expect(site).toMatchObject({
    url: 'https://shop.example',
    name: 'shop.example',
    category: 'home',
  })
  const [stored] = await world.services.db.system.select({ options: sites.options }).from(sites)
  expect(stored?.options).toEqual({})
  expect(install).toMatchObject({
    code: `<script async src="http://footfall.test/js/pixel.library.js" data-site="${String(site?.uuid)}"></script>`,
  })
})

test('a form that was sent twice makes one organization and one site', async () => {
  const world = await createWorld()
  const ann = await world.user()

  for (const [organization, url] of [
    ['First', 'one.example'],
    ['Second', 'two.example'],
  ] as const) {
    await send(world, ann, { intent: 'site', organization, url })
  }

  const teams = await listMemberships(world.services, ann.id)
  expect(teams.map(({ name }) => name)).toEqual(['First'])
  const [team] = teams
  expect(team && (await listSites(world.services, team.scope))).toHaveLength(1)
})

test('wrong input comes back with sentences at the fields and what was typed, and makes nothing', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const wrong = await send(world, ann, { intent: 'site', organization: 'Tea', url: 'no address' })
  const nameless = await send(world, ann, { intent: 'site', url: 'shop.example' })

  expect(wrong).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { url: ['Enter a URL, for example https://shop.com.'] },
      values: { organization: 'Tea', url: 'no address' },
    },
  })
  expect(nameless).toMatchObject({
    init: { status: 422 },
    data: { errors: { organization: ['Enter the name of your organization.'] } },
  })
  expect(await listMemberships(world.services, ann.id)).toEqual([])
})

test('going back corrects the address, and a name of the owner’s own stays', async () => {
  const world = await createWorld()
  const ann = await world.user()
  await send(world, ann, { intent: 'site', organization: 'Tea', url: 'shpo.example' })
  const site = async () => {
    const [team] = await listMemberships(world.services, ann.id)
    return team && (await listSites(world.services, team.scope))[0]
  }

  expect(await show(world, ann, '?step=site')).toMatchObject({
    step: 'site',
    site: { url: 'https://shpo.example', category: '' },
  })
  await send(world, ann, { intent: 'correct', url: 'shop.example', category: 'food' })

  expect(await site()).toMatchObject({
    url: 'https://shop.example',
    name: 'shop.example',
    category: 'food',
  })
})

test('a skipped step is stored for the person, passed over, and reported by the session', async () => {
  const world = await createWorld()
  const site = await world.site()
  const skip = async (step: string) => {
    const answer = await send(world, site.owner, { intent: 'skip', step })
    return answer instanceof Response ? answer.headers.get('location') : answer
  }

  expect(await show(world, site.owner)).toMatchObject({ step: 'install' })
  expect(await skip('install')).toBe('/onboarding?step=nudge')
  expect(await show(world, site.owner)).toMatchObject({ step: 'nudge' })
  expect(await skip('install')).toBe('/onboarding?step=nudge')
  expect(await skip('nudge')).toBe('/')
  await expect(show(world, site.owner)).rejects.toMatchObject({ status: 302 })
  expect(await show(world, site.owner, '?step=install')).toMatchObject({ step: 'install' })
  expect(await skip('site')).toMatchObject({ init: { status: 422 } })

  const { fetch } = await world.serve()
  const user = await fetch('/api/user', { headers: { Cookie: site.owner.cookie } })
  expect(await user.json()).toMatchObject({
    user: { extra_attributes: { skippedSteps: ['install', 'nudge'] } },
  })
})

test('an unknown intent changes nothing', async () => {
  const world = await createWorld()
  const ann = await world.user()

  const answer = await send(world, ann, { intent: 'billing', name: 'Pottery' })

  expect(answer).toMatchObject({ init: { status: 422 } })
  expect(await listMemberships(world.services, ann.id)).toEqual([])
})

test('the step turns to installed once the pixel reports from the site’s host', async () => {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)

  await edge.page(site, { Origin: 'https://elsewhere.example' }).report(visitEvent())
  expect(await show(world, site.owner, '?step=install')).toMatchObject({ seenAt: null })
  await edge.page(site).report(visitEvent())

  // The page's response doesn't wait for it.
  await expect
    .poll(() => show(world, site.owner, '?step=install'))
    .toMatchObject({ seenAt: world.clock.now() })
  expect(await show(world, site.owner)).toMatchObject({ step: 'nudge' })
})

test('types that the data can fill come first, in the words that pages would show', async () => {
  const world = await createWorld()
  const site = await world.site()
  const choices = async () => {
    const view = await show(world, site.owner, '?step=nudge')
    if (!('choices' in view)) throw new Error('Another step is shown.')
    return view.choices
  }
  const pictureOf = async (type: string) => {
    const view = await show(world, site.owner, '?step=nudge')
    const pictures = 'pictures' in view ? view.pictures : null
    const item = pictures?.nudges.find(({ id }) => id === type)?.items[0]
    return `${String(item?.title)} ${String(item?.text)}`
  }
  expect(await choices()).toMatchObject([
    { type: 'purchase', readiness: { state: 'needs', sentence: 'Needs orders' }, isExample: true },
    { type: 'custom', readiness: { state: 'yours' }, isExample: true },
  ])

  await storePurchase(world.services, site)
  await storePurchase(world.services, site, { isShowable: false })

  expect((await choices())[0]).toMatchObject({
    type: 'purchase',
    readiness: { state: 'ready', sentence: 'Ready: 1 order in the last 30 days' },
    isExample: false,
  })
  expect(await pictureOf('purchase')).toBe('Ann in the Netherlands bought Blue Kettle')
})

test('a choice is a draft that no one sees, drawn as pages will show it once it is published', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  const edge = await serveEdge(world.services)

  const path = pathOf(await send(world, site.owner, { intent: 'choose', type: 'purchase' }))
  const again = pathOf(await send(world, site.owner, { intent: 'choose', type: 'purchase' }))
  const view = await show(world, site.owner, new URL(path, 'http://footfall.test').search)

  expect(again).toBe(path)
  expect(await edge.page(site).payload()).toMatchObject({ nudges: [] })
  expect(view).toMatchObject({ step: 'publish', holdout: 10, goals: [] })
  await sendTo(world, site.owner, { path, form: { intent: 'publish', goal: 'order' } })
  const shown = (await edge.page(site).payload()).nudges[0]?.items[0]
  expect(view).toMatchObject({
    payload: { nudges: [{ items: [{ title: shown?.title, text: shown?.text, at: shown?.at }] }] },
  })
})

test('publishing sets the goal, shows what is still missing, and ends onboarding', async () => {
  const world = await createWorld()
  const site = await world.site()
  const edge = await serveEdge(world.services)
  await edge.page(site).report(visitEvent())

  const path = pathOf(
    await send(world, site.owner, { intent: 'publish', goal: 'page', pattern: '/danke' }),
  )

  expect(await listNudgeNames(world.services, site.scope)).toMatchObject([
    { name: 'Recent purchase', state: 'published' },
  ])
  expect(await listGoals(world.services, site.scope)).toMatchObject([
    { kind: 'url', pattern: '/danke', match: 'starts_with' },
  ])
  await expect
    .poll(() => show(world, site.owner, new URL(path, 'http://footfall.test').search))
    .toMatchObject({
      step: 'publish',
      nudge: { isPublished: true },
      goals: ['Thank-you page'],
      impressions: 0,
      heldBack: 0,
      seenAt: world.clock.now(),
    })
  await expect(show(world, site.owner)).rejects.toMatchObject({ status: 302 })
})

test('an impossible goal is an error at its field, and nothing is published', async () => {
  const world = await createWorld()
  const site = await world.site()

  const answer = await send(world, site.owner, {
    intent: 'publish',
    goal: 'page',
    pattern: 'danke',
  })

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { pattern: ['Must start with a slash, for example /thank-you.'] } },
  })
  expect(await listNudgeNames(world.services, site.scope)).toMatchObject([{ state: 'draft' }])
  expect(await listGoals(world.services, site.scope)).toEqual([])
})

test('an own message is drawn from what was typed, and a claim without facts is refused', async () => {
  const world = await createWorld()
  const site = await world.site()
  const path = pathOf(await send(world, site.owner, { intent: 'choose', type: 'custom' }))
  const write = (text: string) =>
    sendTo(world, site.owner, { path, form: { intent: 'write', title: 'Good to know', text } })

  const refused = await write('57 people bought this today.')
  await write('We pack every parcel by hand.')

  expect(refused).toMatchObject({ init: { status: 422 } })
  expect(await show(world, site.owner, new URL(path, 'http://footfall.test').search)).toMatchObject(
    {
      message: { title: 'Good to know', text: 'We pack every parcel by hand.' },
      payload: { nudges: [{ items: [{ text: 'We pack every parcel by hand.' }] }] },
    },
  )
})

test.each([
  [{ holdout: 'on' }, 10],
  [{}, 0],
])('publishing with %o holds back %s % of visitors', async (choice, percent) => {
  const world = await createWorld()
  const site = await world.site()

  const answer = await send(world, site.owner, { intent: 'publish', ...choice })

  expect(await world.services.siteCache.site(site.uuid)).toMatchObject({ holdout: percent })
  const { search } = new URL(pathOf(answer), 'http://footfall.test')
  expect(await show(world, site.owner, search)).toMatchObject({ heldBack: percent })
})

test.each([
  [{ calm: 'on' }, { initial: 4_000, show: 7_000, wait: 4_000 }],
  [{}, { initial: 0, show: 5_000, wait: 1_000 }],
])('publishing with %o shows nudges at %o', async (choice, timings) => {
  const world = await createWorld()
  const site = await world.site()
  const path = pathOf(await send(world, site.owner, { intent: 'choose', type: 'purchase' }))
  const { search } = new URL(path, 'http://footfall.test')
  expect(await show(world, site.owner, search)).toMatchObject({ offersCalm: true })

  await sendTo(world, site.owner, { path, form: { intent: 'publish', ...choice } })

  const edge = await serveEdge(world.services)
  expect(await edge.page(site).payload()).toMatchObject({ options: { timings } })
  expect(await show(world, site.owner, search)).toMatchObject({ offersCalm: false })
})

test('the holdout group is set up once: a later nudge leaves it as it is', async () => {
  const world = await createWorld()
  const site = await world.site()
  await send(world, site.owner, { intent: 'publish', holdout: 'on' })

  await send(world, site.owner, { intent: 'publish' })

  expect(await world.services.siteCache.site(site.uuid)).toMatchObject({ holdout: 10 })
})

test('publishing without a site leads back instead of failing', async () => {
  const world = await createWorld()
  const { owner } = await world.team()

  const answer = await send(world, owner, { intent: 'publish' })

  expect(answer instanceof Response && answer.headers.get('location')).toBe('/onboarding')
})

test('the token can add activities to this site and nothing else', async () => {
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

test('beyond the limit of tokens the reason is shown where one is created', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let number = 0; number < maxTokens; number += 1) await world.token(site.team)

  const answers = [
    await makeToken(world.visit('/onboarding/token', { as: site.owner, method: 'POST' })),
    await world.serve().then(({ fetch }) =>
      fetch('/integrations/rest_api', {
        method: 'POST',
        headers: { Cookie: site.owner.cookie },
        body: new URLSearchParams({ intent: 'token' }),
      }),
    ),
  ]

  for (const answer of answers) {
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('You’ve reached the limit of 100 API tokens for this organization.')
    expect(text).not.toContain('Something went wrong')
  }
  expect(await world.services.db.system.$count(apiTokens)).toBe(maxTokens)
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

test('the pixel’s screen leads back to setup until setup is done, for the current site', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  const open = async ({ uuid }: { uuid: string }) => {
    const visit = world.visit(`/pixel/${uuid}`, { as: site.owner, params: { id: uuid } })
    return (await openPixel(visit)).isSettingUp
  }

  const begun = [await open(site), await open(other)]
  for (const step of ['install', 'nudge', 'publish']) {
    await send(world, site.owner, { intent: 'skip', step })
  }

  // The site that was added last is the current one.
  expect(begun).toEqual([false, true])
  expect(await open(other)).toBe(false)
})

test('when pages answer only over http, links lead there, and the owner is asked once', async () => {
  const { world, site, reportFrom, asked } = await openSecureSite()
  const before = await asked()

  await reportFrom('http://shop.example')
  await expect.poll(asked).toBe('http://shop.example')
  const link = await createPreviewLink(world.services, site.scope, { kind: 'live' })
  await send(world, site.owner, { intent: 'use-http' })
  await send(world, site.owner, { intent: 'use-http' })

  expect([before, await asked()]).toEqual([null, null])
  expect(new URL(link).origin).toBe('http://shop.example')
  expect(await show(world, site.owner, '?step=site')).toMatchObject({
    site: { url: 'http://shop.example' },
  })
})

test('one page on https is enough to stay there', async () => {
  const { world, site, reportFrom, asked } = await openSecureSite()
  await reportFrom('http://shop.example')
  await expect.poll(asked).toBe('http://shop.example')
  await reportFrom('https://shop.example')
  await expect.poll(asked).toBe(null)

  await send(world, site.owner, { intent: 'use-http' })

  expect(await show(world, site.owner, '?step=site')).toMatchObject({
    site: { url: 'https://shop.example' },
  })
})

async function openSecureSite() {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })
  const edge = await serveEdge(world.services)
  return {
    world,
    site,
    reportFrom: (origin: string) => edge.page(site, { Origin: origin }).report(visitEvent()),
    /** The URL that the install step asks about. */
    asked: async () => {
      const view = await show(world, site.owner, '?step=install')
      return 'plainUrl' in view ? view.plainUrl : undefined
    },
  }
}
