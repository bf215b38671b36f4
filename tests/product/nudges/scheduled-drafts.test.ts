/** Drafts that are to be published at a time: what saving them says, and schedules that fail. */
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { action as change, loader as open } from '#app/routes/nudges/nudge.tsx'
import { createWorld } from '../../support/world.ts'

async function openScheduled() {
  const world = await createWorld()
  const site = await world.site()
  await world.services.db.system.update(sites).set({ timeZone: 'Europe/Amsterdam' })
  const begun = { type: 'custom', surface: 'popup', name: 'Mine' } as const
  const id = await createNudge(world.services, site.scope, { ...begun, userId: site.owner.id })
  const visit = (form?: Record<string, string>) =>
    world.visit(`/nudges/${id}`, { as: site.owner, params: { id }, ...(form ? { form } : {}) })
  const save = (text: string, then = 'save') =>
    change(visit({ intent: 'save', name: 'Mine', 'content.text': text, then }))
  const schedule = (publishAt: string) => change(visit({ intent: 'schedule', publishAt }))
  const sweep = () => sweeps.publishing.run(world.services, {})
  /** The clock reads this time in Amsterdam, in winter. */
  const goTo = (local: string) => {
    world.clock.advance(new Date(`${local}+01:00`).getTime() - world.clock.now().getTime())
  }
  await save('Made by hand')
  return { world, visit, save, schedule, sweep, goTo, shown: () => open(visit()) }
}

const words = (sentence: string) => ({ data: { saved: sentence } })

test('saving a scheduled draft says from when visitors see it, in the site’s zone', async () => {
  const { save, schedule, sweep, goTo, shown } = await openScheduled()
  expect(await save('Made in Utrecht')).toMatchObject(
    words('Draft saved. Visitors won’t see changes until you publish.'),
  )
  await schedule('2026-03-03T09:00')

  const answer = await save('Made for you')
  goTo('2026-03-03T09:00')
  await sweep()

  expect(answer).toMatchObject(
    words('Draft saved. Visitors see it from Mar 3, 2026, 9:00 AM (Europe/Amsterdam).'),
  )
  expect(await shown()).toMatchObject({
    state: 'published',
    publishAt: null,
    values: { 'content.text': 'Made for you' },
  })
})

test('edits back to what is published end the schedule, and an off nudge stays off', async () => {
  const { visit, save, schedule, sweep, goTo, shown } = await openScheduled()
  await save('Made by hand', 'publish')
  await change(visit({ intent: 'off' }))
  await save('Made in Utrecht')
  await schedule('2026-03-03T09:00')

  expect(await save('Made by hand')).toMatchObject(
    words('Draft saved. It’s the same as the published version, so the schedule was canceled.'),
  )
  goTo('2026-03-03T09:00')
  await sweep()

  expect(await shown()).toMatchObject({ state: 'paused', publishAt: null, hasDraft: false })
})

test('a scheduled draft that can’t be published says so when it is saved, and stays due', async () => {
  const { save, schedule, sweep, goTo, shown } = await openScheduled()
  await schedule('2026-03-03T09:00')

  expect(await save('')).toMatchObject(
    words(
      'Draft saved, but it can’t be published on Mar 3, 2026, 9:00 AM (Europe/Amsterdam). See Publishing checks.',
    ),
  )
  goTo('2026-03-03T09:00')
  await sweep()

  expect(await shown()).toMatchObject({
    state: 'draft',
    publishAt: new Date('2026-03-03T08:00Z'),
    scheduleFaults: [expect.any(String)],
  })
})

test('once the time has passed, saving leaves publishing to the owner', async () => {
  const { save, schedule, sweep, goTo, shown } = await openScheduled()
  await schedule('2026-03-03T09:00')
  await save('')
  goTo('2026-03-03T09:00')
  await sweep()

  expect(await save('Made in Utrecht')).toMatchObject(
    words(
      'Draft saved. The time it was scheduled for has passed: visitors see it once you publish.',
    ),
  )
  await sweep()

  expect(await shown()).toMatchObject({ state: 'draft', publishAt: null, scheduleFaults: [] })
})

test('a draft that is a day late waits for the owner', async () => {
  const { world, schedule, sweep, goTo, shown } = await openScheduled()
  await schedule('2026-03-03T09:00')
  goTo('2026-03-03T09:00')
  world.clock.advance(dayMillis)

  await sweep()

  expect(await shown()).toMatchObject({ state: 'draft', publishAt: new Date('2026-03-03T08:00Z') })
})
