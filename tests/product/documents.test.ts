import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Paths in backticks, without placeholders and patterns. */
const namedPaths = (text: string) =>
  [...text.matchAll(/`((?:app|tests|docs|public|\.config)\/[\w./-]*\w)\/?`/g)].map(
    ([, path = '']) => path,
  )

test.each(documents)('every file that %s names exists', (document) => {
  const missing = namedPaths(readFileSync(document, 'utf8')).filter((path) => !existsSync(path))

  expect(missing).toEqual([])
})

test('every test file that the specification map names exists', () => {
  const known = readdirSync('tests/product').concat(
    readdirSync('app', { recursive: true }) as string[],
  )
  const map = readFileSync('docs/spec-map.md', 'utf8')

  const named = [...map.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, name = '']) => name)

  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('every variable of the configuration stands in .env.example, and no other', () => {
  const read = [...readFileSync('app/config.server.ts', 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)]
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)]

  expect(listed.map(([, name]) => name).sort()).toEqual(read.map(([, name]) => name).sort())
})
