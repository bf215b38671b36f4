/** Tables that are sorted by links in their headings, so without a script as well. */
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { eventRow, store } from '../../support/stored-events.ts'
import { createWorld } from '../../support/world.ts'

test('a heading leads to its order, keeps the days, and says which one it is', async () => {
  const world = await createWorld()
  const site = await world.site()
  const receivedAt = world.clock.now()
  await world.services.db.system.update(sites).set({ pixelSeenAt: receivedAt })
  await store(world.services, [
    eventRow(site, { page: '/seen', receivedAt }),
    eventRow(site, { page: '/seen', receivedAt }),
    eventRow(site, { page: '/clicked', receivedAt }),
    eventRow(site, { page: '/clicked', type: 'click', receivedAt }),
  ])
  const { fetch } = await world.serve()
  const day = receivedAt.toISOString().slice(0, 10)
  const open = async (query: string) => {
    const path = `/statistics/pages?from=${day}&to=${day}${query}`
    const answer = await fetch(path, { headers: { Cookie: site.owner.cookie } })
    const html = await answer.text()
    const headings = [...html.matchAll(/<th role="columnheader"[^>]*>.*?<\/th>/gs)].map(
      ([th]) => th,
    )
    return {
      sorted: headings.filter((th) => th.includes('aria-sort="descending"')),
      links: headings.flatMap(
        (th) => /href="([^"]+)"/.exec(th)?.[1]?.replaceAll('&amp;', '&') ?? [],
      ),
      pages: [...html.matchAll(/<th role="rowheader"[^>]*>.*?>(\/\w+)</gs)].map(([, name]) => name),
    }
  }

  const first = await open('')
  const toClicks = first.links.find((link) => link.includes('sort=click')) ?? ''
  const second = await open(`&${toClicks.split('?')[1] ?? ''}`)

  expect(first.sorted).toHaveLength(1)
  expect(first.pages).toEqual(['/seen', '/clicked'])
  expect(toClicks).toContain(`from=${day}`)
  expect(second.sorted).toHaveLength(1)
  expect(second.sorted[0]).toContain('Clicks')
  expect(second.pages).toEqual(['/clicked', '/seen'])
})
