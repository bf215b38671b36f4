/** The menu at the side: where its entries lead, and which one is marked. */
import { expect, test } from 'vitest'
import type { TestUser } from '../../support/makers.ts'
import { createWorld } from '../../support/world.ts'

async function openShell() {
  const world = await createWorld()
  const { fetch } = await world.serve()
  /** Entries as `label: address`, and the marked one's label. */
  const menuOn = async (path: string, { cookie }: TestUser) => {
    const response = await fetch(path, { headers: { Cookie: cookie } })
    const [, list = ''] =
      /<ul class="shell-nav plain-list stack">(.*?)<\/ul>/s.exec(await response.text()) ?? []
    const entries = [...list.matchAll(/<a ([^>]*)>.*?<\/svg>([^<]+)<\/a>/gs)].map(
      ([, attributes = '', text = '']) => ({
        label: /aria-label="([^"]+)"/.exec(attributes)?.[1] ?? text,
        to: /href="([^"]+)"/.exec(attributes)?.[1],
        isCurrent: attributes.includes('aria-current="page"'),
      }),
    )
    return {
      /** Headings and labels, as they are read. */
      texts: [...list.matchAll(/>([^<>]+)</g)].map(([, text]) => text),
      addresses: Object.fromEntries(entries.map(({ label, to }) => [label, to])),
      current: entries.filter(({ isCurrent }) => isCurrent).map(({ label }) => label),
    }
  }
  return { world, menuOn }
}

test('the menu opens the nudges and the organization that a person has', async () => {
  const { world, menuOn } = await openShell()
  const { team, owner, uuid } = await world.site()
  const organization = `/settings/teams/${String(team.scope.teamId)}`

  const { addresses, current, texts } = await menuOn('/', owner)

  expect(current).toEqual(['Home'])
  expect(texts.slice(0, 6)).toEqual(['Home', 'Nudges', 'Popup', 'Inline', 'Push', 'Goals'])
  expect(addresses).toMatchObject({
    'Popup nudges': '/popup-nudges/list',
    'Inline nudges': '/inline-nudges',
    'Push nudges': '/push-nudges/prompt',
    Pixel: `/pixel/${uuid}`,
    Organization: organization,
  })
  expect((await menuOn('/popup-nudges', owner)).current).toEqual(['Popup nudges'])
  expect((await menuOn('/push-nudges/delivery', owner)).current).toEqual(['Push nudges'])
  expect((await menuOn(`${organization}/members`, owner)).current).toEqual(['Organization'])
  expect((await menuOn('/settings/teams', owner)).current).toEqual(['Organization'])
})

test('a person without an organization finds the list where one is created', async () => {
  const { world, menuOn } = await openShell()

  const { addresses, current } = await menuOn('/settings/teams', await world.user())

  expect(current).toEqual(['Organizations'])
  expect(addresses).toMatchObject({ Organizations: '/settings/teams' })
  expect(addresses).not.toHaveProperty('Pixel')
})
