/** Titles of each screen in tabs, bookmarks and the history. */
import { expect, test } from 'vitest'
import { goalInput } from '#app/contract/goals.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { listAddresses } from '../../support/route-build.ts'
import { storeNudge } from '../../support/nudges.ts'
import { createWorld } from '../../support/world.ts'

/** Screens about a person, an organization or a question to us. */
const ofNoSite = [
  /^\/account/,
  /^\/settings/,
  /^\/billing/,
  /^\/support$/,
  /^\/sites\/new$/,
  /^\/auth/,
  /^\/api\//,
  // Opened without the login's cookie.
  /^\/integrations\/\w+\/callback$/,
]

test('every screen about a site names it, and no other one does', async () => {
  const world = await createWorld()
  const site = await world.site({ name: 'Tea & kettles', url: 'https://kettles.example' })
  const nudge = await storeNudge(world.services, site, { type: 'purchase', name: 'Summer' })
  const goal = await createGoal(
    world.services,
    site.scope,
    goalInput.parse({ kind: 'order', name: 'Paid orders' }),
  )
  const { fetch } = await world.serve()
  const titleOf = async (path: string) => {
    const answer = await fetch(path, { headers: { Cookie: site.owner.cookie }, redirect: 'manual' })
    if (answer.status !== 200) return null
    return /<title>(.*?)<\/title>/.exec(await answer.text())?.[1] ?? ''
  }
  const screens = listAddresses()
    .filter(({ file }) => file.endsWith('.tsx'))
    .map(({ path }) => path)
    .filter((path) => !/[:*]|^\/(shopify|invitations|unsubscribe|home\/live|onboarding)/.test(path))

  const titles = new Map<string, string>()
  for (const path of new Set(screens)) {
    const title = await titleOf(path)
    if (title !== null) titles.set(path, title)
  }

  expect(titles.size).toBeGreaterThan(30)
  // The only one whose whole title is given.
  expect(titles.get('/integrations/smart-webhook')).toBe('Create Smart Webhook')
  titles.delete('/integrations/smart-webhook')
  for (const [path, title] of titles) {
    const isOfSite = !ofNoSite.some((pattern) => pattern.test(path))
    expect(title, path).toMatch(
      isOfSite ? /^[^·]+ · Tea &amp; kettles – Footfall$/ : /^[^·]+ – Footfall$/,
    )
  }
  expect(titles.get('/')).toBe('Home · Tea &amp; kettles – Footfall')
  expect(await titleOf(`/nudges/${nudge}`)).toBe('Summer · Tea &amp; kettles – Footfall')
  expect(await titleOf(`/goals/${goal.uuid}`)).toBe('Paid orders · Tea &amp; kettles – Footfall')
  expect(await titleOf('/onboarding?step=nudge')).toBe('Set up · kettles.example – Footfall')
})
