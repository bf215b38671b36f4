/** A site's entries in the palette. */
import { expect, test } from 'vitest'
import { archiveNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { action as changeHome } from '#app/routes/home.tsx'
import { loader as openPalette } from '#app/routes/layouts/palette.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const make = ({ services }: World, { scope, owner }: TestSite, name: string) =>
  createNudge(services, scope, { type: 'custom', surface: 'inline', name, userId: owner.id })

async function open(world: World, { cookie }: { cookie: string }): Promise<unknown> {
  const answer = await openPalette(world.visit('/palette', { as: { cookie } }))
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  return answer.json()
}

test('the palette finds the nudges of the current site, and never another team’s', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.site()]
  const uuid = await make(world, site, 'Ours')
  const gone = await make(world, site, 'Put away')
  await archiveNudges(world.services, site.scope, [gone])
  await make(world, other, 'Theirs')

  expect(await open(world, site.owner)).toEqual({
    nudges: [{ uuid, name: 'Ours', surface: 'inline', state: 'draft' }],
    isPaused: false,
  })
})

test('the palette knows that all nudges are paused', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  await changeHome(world.visit('/?index', { as: owner, form: { intent: 'pause' } }))

  expect(await open(world, owner)).toEqual({ nudges: [], isPaused: true })
})

test('a person without a site finds no nudges', async () => {
  const world = await createWorld()

  expect(await open(world, await world.user())).toEqual({ nudges: [], isPaused: false })
})
