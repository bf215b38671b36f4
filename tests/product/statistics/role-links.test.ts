/** Screens of the statistics lead members who see statistics alone to nothing that is refused. */
import { expect, test } from 'vitest'
import { nudges, sites } from '#app/db/schema/index.ts'
import { startExperiment } from '#app/domain/nudges/experiments/experiments.server.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { publishNudge } from '#app/domain/nudges/editing/publish.server.ts'
import { storeCampaign, storeCounts } from '../../support/push/stored-push.ts'
import { eventRow, liftLimits, store } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

const screens = [
  '',
  '/effect',
  '/nudges',
  '/pages',
  '/products',
  '/not-shown',
  '/speed',
  '/reports',
]

/** A shop with a change in its chart, an experiment, push figures and reasons with something to do. */
async function openShop() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site({ options: { holdout: 10 } })
  await liftLimits(services)
  const userId = site.owner.id
  const about = { type: 'purchase', surface: 'popup', name: 'Orders', userId } as const
  const uuid = await createNudge(services, site.scope, about)
  await publishNudge(services, site.scope, { uuid, userId })
  const experiment = { nudge: uuid, userId, kind: 'without', share: 50 } as const
  await startExperiment(services, site.scope, experiment)
  await services.db.system.update(sites).set({ pixelSeenAt: services.now() })
  const held = { receivedAt: services.now(), type: 'not_shown', reason: 'capped' } as const
  const [nudge] = await services.db.system.select({ shortId: nudges.shortId }).from(nudges)
  await store(services, [eventRow(site, { ...held, nudge: nudge?.shortId ?? null, amount: 5 })])
  const campaign = await storeCampaign(services, site)
  await storeCounts(services, site, { messageId: campaign.id, accepted: 3 })
  const counter = await world.member(site.team, { role: 'statistics' })
  const { fetch } = await world.serve()
  const open = (path: string, as: { cookie: string }) =>
    fetch(path, { headers: { Cookie: as.cookie } })
  const linksOf = async (path: string, as: { cookie: string }) => {
    const html = await (await open(path, as)).text()
    return [...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    )
  }
  return { site, counter, uuid, open, linksOf }
}

test('each link that they see opens', async () => {
  const { site, counter, uuid, open, linksOf } = await openShop()
  const addresses = screens.map((screen) => `/statistics${screen}`)
  addresses.push(`/statistics/not-shown?nudge=${uuid}`)
  const seen = new Set<string>()
  const inside = new Set<string>()
  for (const address of addresses) {
    expect([address, (await open(address, counter)).status]).toEqual([address, 200])
    for (const link of await linksOf(address, counter)) seen.add(link)
    for (const link of await linksOf(address, site.owner)) inside.add(link)
  }

  const refused: string[] = []
  for (const link of seen) {
    const { status } = await open(link, counter)
    if (status >= 400) refused.push(`${link}: ${String(status)}`)
  }

  expect(refused).toEqual([])
  // The same screens lead those who may edit there.
  expect([...inside]).toEqual(
    expect.arrayContaining([
      `/nudges/${uuid}`,
      `/nudges/${uuid}?panel=proof`,
      '/push-nudges/delivery',
      '/site-settings/timing',
    ]),
  )
})
