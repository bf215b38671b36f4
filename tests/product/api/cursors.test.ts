/** Every list with a cursor, and what it makes of cursors that aren't its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'

const at = Date.UTC(2026, 2, 1)
const timed = { at, id: 7 }

/** Names of cursors, with a position that the database has to understand. */
const positions: Readonly<Record<string, object>> = {
  activities: { occurredAt: at, id: 7 },
  'reported products': { externalId: 'oak "board" 🪵' },
  nudges: { id: 7 },
  'products by title': { value: 'Oak', id: 7 },
  'products by price': { value: '-1200', id: 7 },
  'products by stock': { value: '12', id: 7 },
  'support requests': timed,
  announcements: timed,
  'failed jobs': { micros: at * 1000, id: '5d0c7b1e-93f4-4a0e-8a76-2f1d6b9c8e36' },
}

/** Lists of the REST API, by the cursor that they take. They refuse anything else. */
const apiLists = [
  ['activities?', 'activities'],
  ['reviews?', 'activities'],
  ['products?', 'reported products'],
  ['nudges?', 'nudges'],
] as const

/** Lists on screens. For anything else they begin with the first page. */
const screenLists = [
  ['/data-feeds?cursor=', 'activities'],
  ['/data-feeds?sort=date&cursor=', 'activities'],
  ['/data-feeds/products?cursor=', 'products by title'],
  ['/data-feeds/products?sort=price&cursor=', 'products by price'],
  ['/data-feeds/products?sort=-stock&cursor=', 'products by stock'],
  ['/support?before=', 'support requests'],
  ['/kiosk/support?before=', 'support requests'],
  ['/kiosk/announcements?before=', 'announcements'],
  ['/kiosk/jobs?before=', 'failed jobs'],
] as const

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const cursorOf = (list: string) => encode([list, positions[list]])

/** A screen takes longer than an answer of the REST API, and reads cursors with the same code. */
const fewValues = [null, 1e300, '\0']
const manyValues = [...fewValues, true, [], {}, -1.5, '', 'x'.repeat(700)]

/** Each value of the position as something else, one at a time. */
const wrongTypes = (list: string, values: readonly unknown[]) =>
  Object.keys(positions[list] ?? {}).flatMap((key) =>
    values.map((value) => encode([list, { ...positions[list], [key]: value }])),
  )

const notCursors = (list: string, values: readonly unknown[]): string[] => [
  ...Object.keys(positions).flatMap((other) => (other === list ? [] : [cursorOf(other)])),
  ...wrongTypes(list, values),
  ...[1, 2, 9].map((end) => cursorOf(list).slice(0, -end)),
  ...[cursorOf(list) + cursorOf(list), `${cursorOf(list)}=`, `${cursorOf(list)} `],
  ...['x', '\0', '👟', '%', '-', '0', '1772323200000-7', '9'.repeat(1201), 'A'.repeat(1200)],
]

test('these are all cursors of the product', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const defined = files.flatMap((file) =>
    [...readFileSync(`app/${file}`, 'utf8').matchAll(/defineCursor\(\s*'([^']+)'/g)].map(
      ([, name]) => name,
    ),
  )

  expect(defined.sort()).toEqual(Object.keys(positions).sort())
  expect(new Set([...apiLists, ...screenLists].map(([, list]) => list))).toEqual(new Set(defined))
})

test.each(apiLists)('%s of the REST API takes its own cursor alone', async (path, list) => {
  const world = await createWorld()
  const { team, uuid } = await world.site()
  const token = await world.token(team)
  const { fetch } = await world.serve()
  const read = async (cursor: string) => {
    const address = `/api/v1/sites/${uuid}/${path}cursor=${encodeURIComponent(cursor)}`
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    const { errors } = (await response.json()) as { errors?: object }
    return [cursor, response.status, errors]
  }

  expect(await read(cursorOf(list))).toEqual([cursorOf(list), 200, undefined])
  for (const cursor of notCursors(list, manyValues)) {
    const errors = { cursor: ['Use next_cursor from a previous response.'] }
    expect(await read(cursor)).toEqual([cursor, 422, errors])
  }
})

test.each(screenLists)('%s begins again for any cursor but its own', async (path, list) => {
  const world = await createWorld()
  const { owner } = await world.site()
  const reader = path.startsWith('/kiosk') ? await world.confirmedStaff({ name: 'Sam' }) : owner
  const { fetch } = await world.serve()
  const read = async (cursor: string) => {
    const response = await fetch(path + encodeURIComponent(cursor), {
      headers: { Cookie: reader.cookie },
    })
    return [cursor, response.status, (await response.text()).includes('First page')]
  }

  expect(await read(cursorOf(list))).toEqual([cursorOf(list), 200, true])
  for (const cursor of notCursors(list, fewValues))
    expect(await read(cursor)).toEqual([cursor, 200, false])
})
