/** A shop without a developer brings its orders as a file, on the step that asks for them. */
import { expect, test } from 'vitest'
import { action as decide } from '#app/routes/data-feeds/import.tsx'
import { loader } from '#app/routes/onboarding/onboarding.tsx'
import { action as bring } from '#app/routes/onboarding/orders.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const show = (world: World, { owner }: TestSite) =>
  loader(world.visit('/onboarding?step=nudge', { as: owner }))

const upload = (world: World, { owner }: TestSite, lines: readonly string[]) => {
  const form = new FormData()
  form.set('file', new File([lines.join('\n')], 'orders.csv'))
  const { request, ...args } = world.visit('/onboarding/orders', { as: owner })
  const cookie = { Cookie: request.headers.get('Cookie') ?? '' }
  const sent = new Request(request.url, { method: 'POST', body: form, headers: cookie })
  return bring({ ...args, request: sent })
}

const decideOn = (world: World, { owner }: TestSite, uuid: string, intent: 'take' | 'throw') =>
  decide(
    world.visit(`/data-feeds/imports/${uuid}`, { as: owner, params: { uuid }, form: { intent } }),
  )

const fileOf = async (world: World, site: TestSite) => {
  const view = await show(world, site)
  return 'file' in view ? view.file : null
}

const ordersOf = (world: World) => [
  'Order ID,Paid at,First name,Country,Product name',
  `1,${new Date(world.clock.now().getTime() - 3_600_000).toISOString()},Ann,NL,Kettle`,
  '2,yesterday,Bea,NL,Cup',
]

test('a file is reviewed on the step, also when taken up again, and fills the first nudge', async () => {
  const world = await createWorld()
  const site = await world.site()
  expect(await fileOf(world, site)).toBeNull()

  const answer = await upload(world, site, ordersOf(world))
  const file = await fileOf(world, site)
  await decideOn(world, site, file?.uuid ?? '', 'take')

  expect(answer).toMatchObject({ status: 302 })
  expect(file).toMatchObject({
    fileName: 'orders.csv',
    counts: { fresh: 1, faulty: 1 },
    samples: [{ title: 'Ann in the Netherlands', text: 'bought Kettle' }],
  })
  expect(await show(world, site)).toMatchObject({
    file: null,
    choices: [{ type: 'purchase', readiness: { state: 'ready' } }, { type: 'custom' }],
  })
})

test('a discarded file asks for another one, and a file that can’t be read has its reason', async () => {
  const world = await createWorld()
  const site = await world.site()
  await upload(world, site, ordersOf(world))
  await decideOn(world, site, (await fileOf(world, site))?.uuid ?? '', 'throw')

  expect(await upload(world, site, [''])).toMatchObject({
    data: { errors: { file: [expect.any(String)] } },
    init: { status: 422 },
  })
  expect(await show(world, site)).toMatchObject({
    file: null,
    choices: [{ type: 'purchase', readiness: { state: 'needs' } }, { type: 'custom' }],
  })
})
