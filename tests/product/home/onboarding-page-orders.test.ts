/** Orders that a thank-you page reported are approved on the step that asked for them. */
import { expect, test } from 'vitest'
import { action, loader } from '#app/routes/onboarding/onboarding.tsx'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { newEventId, serveEdge } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const show = async (world: World, as: TestUser) => {
  const view = await loader(world.visit('/onboarding?step=nudge', { as }))
  if (!('waiting' in view)) throw new Error('Another step is shown.')
  return view
}

const approve = (world: World, as: TestUser, ...uuids: string[]) =>
  action(
    world.visit('/onboarding', { as, form: { intent: 'approve', activities: uuids.join(',') } }),
  )

async function report(world: World, site: TestSite, origin?: string) {
  const activity = {
    kind: 'purchase',
    id: newEventId(),
    first_name: 'Ann',
    country: 'NL',
    product: { title: 'Kettle' },
  }
  const edge = await serveEdge(world.services)
  const page = edge.page(site, origin === undefined ? {} : { Origin: origin })
  await page.report({ id: newEventId(), type: 'activity', page: '/thanks', activity })
}

test('an order waits on the step in the words of the nudge, and approving makes it ready', async () => {
  const world = await createWorld()
  const site = await world.site()
  expect(await show(world, site.owner)).toMatchObject({ waiting: [], platform: null })

  await report(world, site)
  const { waiting, choices } = await show(world, site.owner)

  expect(waiting).toMatchObject([{ title: 'Ann in the Netherlands', text: 'bought Kettle' }])
  expect(choices[0]).toMatchObject({ type: 'purchase', readiness: { state: 'needs' } })
  expect(await approve(world, site.owner, waiting[0]?.uuid ?? '')).toMatchObject({
    data: { saved: 'Order approved' },
  })
  expect(await show(world, site.owner)).toMatchObject({
    waiting: [],
    choices: [{ type: 'purchase', readiness: { state: 'ready' } }, { type: 'custom' }],
  })
})

test('an order of a page elsewhere is not offered for approval', async () => {
  const world = await createWorld()
  const site = await world.site()

  await report(world, site, 'https://elsewhere.example')

  expect((await show(world, site.owner)).waiting).toEqual([])
})

test('neither another team nor a member without the right can approve orders', async () => {
  const world = await createWorld()
  const site = await world.site()
  const stranger = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  await report(world, site)
  const [order] = (await show(world, site.owner)).waiting
  const uuid = order?.uuid ?? ''

  await expect(approve(world, stranger.owner, uuid)).rejects.toMatchObject({ code: 'not_found' })
  await expect(approve(world, analyst, uuid)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await approve(world, site.owner, 'x')).toMatchObject({ init: { status: 422 } })
  expect((await show(world, site.owner)).waiting).toHaveLength(1)
})

test('listed orders are approved together, and no one else’s with them', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()
  for (let count = 0; count < 6; count += 1) await report(world, site)
  await report(world, other)
  const { waiting, waitingCount } = await show(world, site.owner)
  const listed = waiting.map(({ uuid }) => uuid)
  const [foreign] = (await show(world, other.owner)).waiting

  expect({ listed: listed.length, waitingCount }).toEqual({ listed: 5, waitingCount: 6 })
  // More than the screen lists are refused as a whole.
  expect(await approve(world, site.owner, ...listed, foreign?.uuid ?? '')).toMatchObject({
    init: { status: 422 },
  })
  expect(
    await approve(world, site.owner, ...listed.slice(0, 4), foreign?.uuid ?? ''),
  ).toMatchObject({ data: { saved: '4 orders approved' } })

  expect(await show(world, site.owner)).toMatchObject({
    waitingCount: 2,
    arrived: { purchase: 4, signup: 0, review: 0 },
  })
  expect((await show(world, other.owner)).waiting).toHaveLength(1)
})
