/** Names follow docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const glossary = readFileSync('docs/glossary.md', 'utf8')

/** First column of the table below the heading about words that no name contains. */
const banned = [
  ...(glossary.split('## Words that no name contains')[1] ?? '').matchAll(/^\| ([^|]+) \|/gm),
]
  .flatMap(([, cell = '']) => cell.split(','))
  .map((word) => word.trim())
  .filter((word) => word !== 'Word' && !word.startsWith('-'))
  .map(splitName)

/** Stored settings, and a metric of the pixel's events: renaming them would lose data. */
const kept = new Set(['own', 'tellsMessages', 'order_soon'])
const keepers = [
  'app/contract/',
  'app/domain/events/web-vitals-buckets.ts',
  'app/domain/nudges/editing/',
  'app/domain/nudges/types/custom.ts',
  'app/domain/stats/web-vitals-text.ts',
  'app/pixel/speed/measure.ts',
  'tests/e2e/web-vitals.spec.ts',
  'tests/pixel/web-vitals.spec.ts',
  'tests/postgres/deleted-meanwhile.test.ts',
  'tests/product/activities/messages.test.ts',
  'tests/product/nudges/',
  'tests/product/statistics/web-vitals.test.ts',
  'workshop/pictures/screens/seed-comparisons.ts',
]

const sources = ['app', 'tests', 'workshop'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** `tellOwner2` consists of `tell` and `owner`. */
function splitName(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return spaced.toLowerCase().match(/[a-z]+/g) ?? []
}

/** The banned word in a name, if any. Words of two parts count when they follow each other. */
function bannedIn(name: string): string | undefined {
  const parts = splitName(name)
  const found = banned.find((word) =>
    parts.some((_part, start) => word.every((part, index) => parts[start + index] === part)),
  )
  return found?.join(' ')
}

/** Every name that a file declares: variables, functions, types, parameters and properties. */
function declaredIn(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const names: string[] = []
  const visit = (node: ts.Node) => {
    const name = (node as Partial<ts.NamedDeclaration>).name
    // `Object.hasOwn` declares nothing.
    if (name && ts.isIdentifier(name) && !ts.isPropertyAccessExpression(node)) names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

test.each([
  ['tellOwner', 'tell'],
  ['ownWords', 'own'],
  ['handOver', 'hand over'],
  ['isHandedOverNow', 'handed over'],
  ['owner', undefined],
  ['overhand', undefined],
  ['soonest', undefined],
])('the banned word in %s is %s', (name, word) => {
  expect(bannedIn(name)).toBe(word)
})

test('a declared name is found wherever it is declared', () => {
  const text =
    'const { told: ownWords, said } = read(); type Told = { judged(mend: 1): 1 }; function tell() {}'

  expect(declaredIn('a.ts', text).filter((name) => bannedIn(name))).toEqual(
    expect.arrayContaining(['ownWords', 'said', 'Told', 'judged', 'mend', 'tell']),
  )
})

test('no name in the code contains a word that the glossary bans', () => {
  expect(banned.length).toBeGreaterThan(15)
  expect(sources.length).toBeGreaterThan(1_000)

  const found = sources.flatMap((file) =>
    declaredIn(file, readFileSync(file, 'utf8'))
      .filter((name) => bannedIn(name) && !isKept(file, name))
      .map((name) => `${file}: ${name}`),
  )

  expect(found).toEqual([])
})

test('no file is named by a word that the glossary bans', () => {
  const found = sources.filter((file) => bannedIn(path.basename(file).replace(/\..*/, '')))

  expect(found).toEqual([])
})

const isKept = (file: string, name: string) =>
  name === 'order_soon' || (kept.has(name) && keepers.some((start) => file.startsWith(start)))
