/** `npm run screenshots` includes every screen, also new ones. */
import { expect, test } from 'vitest'
import {
  fileNameOf,
  listScreens,
  pathOf,
  type SeededNames,
} from '#workshop/pictures/screens/screens.ts'
import { accessTable } from '../product/tenancy/access-table.ts'

const names: Required<SeededNames> = {
  site: 's',
  team: '1',
  member: '2',
  token: '3',
  goal: 'g',
  nudge: 'n',
  activity: 'a',
  import: 'f',
  webhook: 'w',
  invitation: 'i',
  connection: 'c',
  smartWebhook: 'w',
  recipe: 'r',
  request: 'q',
  delivery: 'd',
  message: 'm',
  job: 'j',
  link: 'l',
  campaign: 'p',
}

/** Nothing is there: it shows what a wrong link leads to. */
const notFound = '/no/such/page'

test('each screen of the access table has a path and a picture of its own', () => {
  const screens = listScreens()

  for (const { address } of screens) {
    const [path = ''] = address.split('?')
    if (path !== notFound) expect(accessTable[path], address).toBeDefined()
    expect(pathOf(address, names), address).not.toContain(':')
  }
  expect(new Set(screens.map(fileNameOf)).size).toBe(screens.length)
  expect(screens.map(({ address }) => address)).toEqual(
    expect.arrayContaining([
      '/',
      '/onboarding',
      '/auth/login',
      '/nudges/:id',
      '/site-settings',
      '/kiosk/jobs',
    ]),
  )
})

test('a state without any leaves the screen of a single one out', () => {
  expect(pathOf('/goals/:id', {})).toBeNull()
  expect(pathOf('/goals', {})).toBe('/goals')
  expect(() => pathOf('/no/such/:thing', names)).toThrow('nothing stands for thing')
})
