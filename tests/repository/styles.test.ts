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
  return [...text.matchAll(/(?:^|[{}])\s*([^{}@;]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .flatMap((selector) => /^\s*\.([A-Za-z][\w-]*)/.exec(selector)?.[1] ?? [])
    .filter((name) => !/__|--/.test(name))
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
