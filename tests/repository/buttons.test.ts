/** All buttons look the same, because app/ui/kit draws them. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Classes of `button` elements that don't look like one: choices, parts of a drawing, links. */
const otherLooks = [
  'editor__go',
  'menu-entry',
  'nudge-preview__corner',
  'nudge-switch',
  'sample-row__use',
  'segments__one',
  'swatch',
  'table__about',
  'tabs__entry',
  'text-link',
]

/**
 * The element around these buttons gives them their look, or the admin of a shop system, or they are on a page
 * of visitors, which loads nothing of the dashboard.
 */
const otherFiles = [
  'app/platforms/shopify/host.tsx',
  'app/platforms/standalone/disclosure.tsx',
  'app/routes/nudge-lists/order-cell.tsx',
  'app/routes/push/visitor-document.tsx',
]

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

/** The first class of each `button` element; null: it has none. */
const looksIn = (text: string) =>
  [...text.matchAll(/<button\b(?:=>|[^>])*>/g)].map(
    ([tag]) => /className="([\w-]+)/.exec(tag)?.[1] ?? null,
  )

test('a screen draws no button of its own', () => {
  const screens = files.filter(
    ({ name }) => !name.startsWith('app/ui/') && !otherFiles.includes(name),
  )

  const found = screens.flatMap(({ name, text }) => looksIn(text).map((look) => ({ name, look })))

  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ look }) => look === null || !otherLooks.includes(look))).toEqual([])
})

test('only the kit knows the classes of Polaris’ button', () => {
  const found = files.filter(({ text }) => text.includes('Polaris-Button')).map(({ name }) => name)

  expect(found).toEqual(['app/ui/kit/button.tsx'])
})
