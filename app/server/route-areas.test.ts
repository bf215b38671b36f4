/** Each path gets all routes that could be its own, and few others. */
import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { createAreas } from './route-areas.ts'

const module = { default: undefined }
const routes: ServerBuild['routes'] = {
  root: { id: 'root', path: '', module },
  shell: { id: 'shell', parentId: 'root', module },
  home: { id: 'home', parentId: 'shell', index: true, module },
  goals: { id: 'goals', parentId: 'shell', path: 'goals', module },
  goal: { id: 'goal', parentId: 'goals', path: ':id', module },
  login: { id: 'login', parentId: 'root', path: 'auth/login', module },
  shop: { id: 'shop', parentId: 'root', path: 'shops?/:name', module },
  missing: { id: 'missing', parentId: 'root', path: '*', module },
}
const build = { routes, assets: { version: '1', routes: {} } } as unknown as ServerBuild

const areas = createAreas(build, (area) => Object.keys(area.routes))
const always = ['root', 'shell', 'home', 'shop', 'missing']

test.each([
  ['/', []],
  ['/_root.data', []],
  ['/goals', ['goals', 'goal']],
  ['/goals.data', ['goals', 'goal']],
  ['/Goals/7', ['goals', 'goal']],
  ['/goals/', ['goals', 'goal']],
  ['/auth/login.data', ['login']],
  ['/auth', ['login']],
  ['/nobody/knows', []],
])('%s has the routes of its area', (path, further) => {
  expect(areas(path).toSorted()).toEqual([...always, ...further].toSorted())
})

test.each(['/__manifest', '//goals', '/%67oals', '/go%20als', '/goals.json', 'goals'])(
  '%s has all routes',
  (path) => {
    expect(areas(path)).toEqual(Object.keys(routes))
  },
)

test('areas are made once, however many paths there are', () => {
  let count = 0
  const counted = createAreas(build, () => (count += 1))

  for (const path of ['/goals', '/goals/1', '/auth/login', '/1', '/2', '/3']) counted(path)

  expect(count).toBe(3)
})
