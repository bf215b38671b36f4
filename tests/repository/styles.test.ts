/** All sheets of the dashboard can be loaded at the same time, so a class belongs to one of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Classes of shared parts that a screen's sheet adjusts on purpose. */
const adjusted = ['choices', 'menu-entry', 'part-lead', 'part-title', 'shell', 'toolbar']

const sheets = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => name.endsWith('.css'))

/** Blocks that a sheet styles: the first class of each selector, without elements and modifiers. */
function blocksIn(sheet: string): string[] {
  const text = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return (
    [...text.matchAll(/(?:^|[{}])\s*([^{}@;]+)\{/g)]
      // A rule doesn’t style the elements in `:has`.
      .flatMap(([, selectors = '']) => selectors.replaceAll(/:has\([^()]*\)/g, '').split(','))
      .flatMap((selector) => /^\s*\.([A-Za-z][\w-]*)/.exec(selector)?.[1] ?? [])
      .filter((name) => !/__|--/.test(name))
  )
}

test('a class that two sheets style is named as one that is adjusted', () => {
  const homes = new Map<string, Set<string>>()
  for (const sheet of sheets) {
    for (const block of blocksIn(sheet)) {
      homes.set(block, (homes.get(block) ?? new Set()).add(sheet))
    }
  }

  const shared = [...homes].filter(([, found]) => found.size > 1).map(([block]) => block)

  expect(homes.size).toBeGreaterThan(100)
  expect(shared.sort()).toEqual(adjusted)
})

test('a class of an element has a rule', () => {
  const rules = sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n')
  const known = new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name))
  const screens = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx') && !name.startsWith('pixel/'),
  )

  const used = screens.flatMap((name) => {
    const text = readFileSync(`app/${name}`, 'utf8')
    return [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain = '', filled = '']) =>
        `${plain} ${filled}`.replaceAll(/\S*\$\{[^}]*\}\S*/g, ' ').split(/\s+/),
      )
      .filter((word) => /^[a-z][\w-]*$/i.test(word))
      .map((word) => ({ name, word }))
  })

  expect(used.length).toBeGreaterThan(500)
  const isOfPolaris = (word: string) => /^(?:Polaris|p-theme)-/.test(word)
  expect(used.filter(({ word }) => !known.has(word) && !isOfPolaris(word))).toEqual([])
})

test('the dashboard’s sheets don’t outgrow their 6,000 lines', () => {
  const lines = sheets.map((sheet) => readFileSync(sheet, 'utf8').split('\n').length)

  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(6000)
})
