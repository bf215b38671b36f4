/** The logo of an organization, over HTTP. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photos } from '#app/db/schema/index.ts'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { describeEntry } from '#app/domain/teams/audit.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { loader as shell } from '#app/routes/layouts/default.tsx'
import { loader as teamsPage } from '#app/routes/settings/teams.tsx'
import { loader as teamPage } from '#app/routes/settings/team.tsx'
import type { TestTeam, TestUser } from '../../support/makers.ts'
import type { Served } from '../../support/serve.ts'
import { createWorld, type World } from '../../support/world.ts'

const idOf = ({ scope }: TestTeam) => String(scope.teamId)
const pathOf = (team: TestTeam) => `/settings/teams/${idOf(team)}/logo`

async function upload({ fetch }: Served, path: string, { cookie }: TestUser, background: string) {
  const create = { width: 40, height: 20, channels: 3, background } as const
  const png = await sharp({ create }).png().toBuffer()
  const body = new FormData()
  body.set('photo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png')
  return fetch(path, { method: 'POST', headers: { Cookie: cookie }, body })
}

const remove = ({ fetch }: Served, path: string, { cookie }: TestUser) =>
  fetch(path, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams({ intent: 'remove' }),
  })

const storedOf = (world: World) =>
  world.services.db.system.select({ id: photos.id, teamId: photos.teamId }).from(photos)

const smallOf = (source: ImageSource | null) => `${source ?? '/none?'}&width=32&density=1`

/** The logo as the switcher, the list and the organization's own screen show it. */
async function shownTo(world: World, as: TestUser, team: TestTeam) {
  const [frame, list, screen] = [
    await shell(world.visit('/', { as })),
    await teamsPage(world.visit('/settings/teams', { as })),
    await teamPage(world.visit('/settings/teams/1', { as, params: { id: idOf(team) } })),
  ]
  return [frame.facts.teams[0]?.logo, list.teams[0]?.logo, screen.logo]
}

async function photoUrlOf({ fetch }: Served, { cookie }: TestUser): Promise<string | null> {
  const answer = await fetch('/api/spark-variables', { headers: { Cookie: cookie } })
  return ((await answer.json()) as { team: { photo_url: string | null } }).team.photo_url
}

test('a logo is stored as a square, replaced, and removed', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { team, owner } = await world.site()
  const path = pathOf(team)

  const saved = await upload(served, path, owner, '#1d6b45')
  expect(await saved.text()).toContain('Logo saved')
  const [first] = await storedOf(world)
  expect(first?.teamId).toBe(team.scope.teamId)

  expect((await upload(served, path, owner, '#2a5fd0')).status).toBe(200)
  const [second, ...others] = await storedOf(world)
  expect(others).toEqual([])
  expect(second?.id).not.toBe(first?.id)

  const removed = await remove(served, path, owner)
  expect(await removed.text()).toContain('Logo removed')
  expect(await storedOf(world)).toEqual([])
  expect(await shownTo(world, owner, team)).toEqual([null, null, null])
  expect(await photoUrlOf(served, owner)).toBeNull()
})

test('who changed or removed a logo is in the audit log, once for each change', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { team, owner } = await world.site()
  const admin = await world.member(team, { role: 'admin' })
  const editor = await world.member(team, { role: 'editor' })
  const path = pathOf(team)

  await upload(served, path, owner, '#1d6b45')
  await upload(served, path, editor, '#2a5fd0')
  await served.fetch(path, {
    method: 'POST',
    headers: { Cookie: owner.cookie },
    body: new URLSearchParams({ intent: 'save' }),
  })
  await remove(served, path, admin)
  await remove(served, path, admin)

  const { entries } = await listAudit(world.services, team.scope, null)
  const changes = entries.filter(({ act }) => act.startsWith('team.logo'))
  expect(changes.map(describeEntry)).toEqual([
    `${admin.name} removed the organization’s logo.`,
    `${owner.name} changed the organization’s logo.`,
  ])
})

test('every member sees it in the switcher, in the list, on the screen and in the answer', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { team, owner } = await world.site()
  const analyst = await world.member(team, { role: 'analyst' })
  await upload(served, pathOf(team), owner, '#1d6b45')

  for (const person of [owner, analyst]) {
    const [inSwitcher, inList, onScreen] = await shownTo(world, person, team)
    const image = await served.fetch(smallOf(inSwitcher ?? null))
    const metadata = await sharp(Buffer.from(await image.arrayBuffer())).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 32, height: 32 })
    expect([inList, onScreen]).toEqual([inSwitcher, inSwitcher])
    expect(await photoUrlOf(served, person)).toBe(`${inSwitcher ?? ''}&width=128&density=1`)
  }
})

test('an organization of others has its own logo, which looks like a missing one', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const [mine, theirs] = [await world.site(), await world.site()]
  await upload(served, pathOf(mine.team), mine.owner, '#1d6b45')
  await upload(served, pathOf(theirs.team), theirs.owner, '#2a5fd0')

  const changed = await upload(served, pathOf(theirs.team), mine.owner, '#000')
  const removed = await remove(served, pathOf(theirs.team), mine.owner)

  expect([changed.status, removed.status]).toEqual([404, 404])
  expect((await storedOf(world)).map(({ teamId }) => teamId)).toEqual([
    mine.team.scope.teamId,
    theirs.team.scope.teamId,
  ])
})

test('an admin can change it, an editor can’t', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { team } = await world.site()
  const [admin, editor] = [
    await world.member(team, { role: 'admin' }),
    await world.member(team, { role: 'editor' }),
  ]

  expect((await upload(served, pathOf(team), editor, '#1d6b45')).status).toBe(403)
  expect(await storedOf(world)).toEqual([])
  expect((await upload(served, pathOf(team), admin, '#1d6b45')).status).toBe(200)
})

test('a site’s logo is next to its name in the switcher', async () => {
  const world = await createWorld()
  const served = await world.serve()
  const { owner } = await world.site()
  await upload(served, '/site-settings/logo', owner, '#1d6b45')

  const { facts } = await shell(world.visit('/', { as: owner }))
  const image = await served.fetch(smallOf(facts.sites[0]?.logo ?? null))

  expect(image.headers.get('Content-Type')).toBe('image/webp')
})
