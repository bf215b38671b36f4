/** The chart shows a site's changes on the days on which they happened. */
import { expect, test } from 'vitest'
import { archiveNudges } from '#app/domain/nudges/editing/bulk-actions.server.ts'
import { createNudge, saveDraft } from '#app/domain/nudges/editing/drafts.server.ts'
import { readNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import {
  decideExperiment,
  startExperiment,
} from '#app/domain/nudges/experiments/experiments.server.ts'
import { changeOptions, setPaused } from '#app/domain/sites/settings.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { loader as overview } from '#app/routes/statistics/overview.tsx'
import { liftLimits } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

/** The clock is at ten on 2 March 2026. */
async function openShop() {
  const world = await createWorld()
  const { services, clock } = world
  const site = await world.site({ options: { holdout: 10 } })
  await liftLimits(services)
  const userId = site.owner.id
  const about = { type: 'purchase', surface: 'popup', name: 'Orders', userId } as const
  const uuid = await createNudge(services, site.scope, about)
  const who = { uuid, userId }
  await publishNudge(services, site.scope, who)
  return {
    world,
    site,
    uuid,
    who,
    nextDay: () => {
      clock.advance(dayMillis)
    },
    word: async (text: string) => {
      const { settings } = await readNudge(services, site.scope, uuid)
      const message = { title: '', text, one: '' }
      await saveDraft(services, site.scope, { ...who, settings: { ...settings, message } })
    },
    changes: async (query = '') => {
      const as = site.owner
      return (await overview(world.visit(`/statistics?${query}`, { as }))).changes
    },
  }
}

test('each change is on its day, oldest first, with a link to it', async () => {
  const { world, site, uuid, who, nextDay, word, changes } = await openShop()
  const { services } = world
  const { scope } = site
  nextDay()
  await word('{product} found a home')
  await publishNudge(services, scope, who)
  nextDay()
  await word('{product} was bought')
  await startExperiment(services, scope, {
    nudge: uuid,
    userId: who.userId,
    kind: 'draft',
    share: 50,
  })
  nextDay()
  await decideExperiment(services, scope, { nudge: uuid, userId: who.userId, keep: 'b' })
  nextDay()
  await changeOptions(services, scope, { holdout: 20 })
  nextDay()
  await setPaused(services, scope, true)
  nextDay()
  await archiveNudges(services, scope, [uuid])

  const all = await changes()

  const to = `/nudges/${uuid}`
  expect(all).toEqual([
    { day: '2026-03-02', text: '“Orders”: published', to },
    { day: '2026-03-03', text: '“Orders”: changes published', to },
    { day: '2026-03-04', text: '“Orders”: experiment started', to },
    { day: '2026-03-05', text: '“Orders”: experiment ended', to },
    {
      day: '2026-03-06',
      text: 'The holdout group was changed',
      to: '/statistics/effect#holdout',
    },
    { day: '2026-03-07', text: 'All nudges were paused', to: '/' },
    { day: '2026-03-08', text: '“Orders”: archived', to },
  ])
  expect(await changes('from=2026-03-04&to=2026-03-05')).toEqual(all.slice(2, 4))
})

test('a nudge that is published again unchanged has no new version, but its day', async () => {
  const { world, site, who, nextDay, changes } = await openShop()
  nextDay()
  await publishNudge(world.services, site.scope, who)

  expect((await changes()).map(({ day, text }) => [day, text])).toEqual([
    ['2026-03-02', '“Orders”: published'],
    ['2026-03-03', '“Orders”: published again'],
  ])
})

test('another site’s changes are nowhere', async () => {
  const { world, site } = await openShop()
  const stranger = await world.site()
  await changeOptions(world.services, site.scope, { holdout: 20 })

  const seen = await overview(world.visit('/statistics', { as: stranger.owner }))

  expect(seen.changes).toEqual([])
})
