/** Screens have one table, one dialog and one menu, which app/ui draws. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter(
    (name) => /\.tsx$/.test(name) && !name.endsWith('.test.tsx') && !/^app\/pixel\//.test(name),
  )
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

const drawing = (pattern: RegExp) =>
  files.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort()

test.each([
  ['a table', /<table\b|role="(?:table|grid|treegrid)"/, ['app/ui/table.tsx']],
  [
    'a dialog',
    /<dialog\b|role="(?:alert)?dialog"|\.showModal\(/,
    // The search palette is a list that opens over the screen. It loads apart from the kit, on its shortcut.
    ['app/platforms/palette/deferred/palette.tsx', 'app/ui/dialog.tsx'],
  ],
  ['a menu', /role="menu(?:bar|item\w*)?"|['"]popover['"]|\bpopover=/, ['app/ui/menu.tsx']],
])('only the kit draws %s', (_part, pattern, drawers) => {
  expect(drawing(pattern)).toEqual(drawers)
})

test('Polaris’ tables, dialogs and menus aren’t imported', () => {
  const imports = files.filter(({ text }) =>
    /import \{[^}]*\b(?:DataTable|IndexTable|Modal|Popover|ActionList)\b[^}]*\} from '@shopify\/polaris/.test(
      text,
    ),
  )

  expect(imports.map(({ name }) => name)).toEqual([])
})
