/** The production build holds the product alone. Reads the last build, so run `npm run build` before. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Texts of the demo store's admin, its data, the demo shop and its organization. */
const markers = [
  'Demo admin',
  'linen-and-oak',
  'Stoneware mug',
  'demo@footfall.localhost',
  'demo-login.json',
  'demo-store.json',
  'You won’t be charged, and nothing ships.',
]

const textFile = /\.(?:js|css|json|html|svg)$/
const readAll = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => textFile.test(name))
    .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8')] as const)

test('the build of the server has no file of the workshop or of tests', () => {
  const modules = JSON.parse(readFileSync('build/server/modules.json', 'utf8')) as string[]

  expect(modules).toContain('app/server/main.ts')
  expect(modules.filter((name) => name.startsWith('app/')).length).toBeGreaterThan(1_000)
  expect(modules.filter((name) => !/^(?:app|public|package\.json)\b/.test(name))).toEqual([])
})

test('no file for servers or browsers contains a word of the demo', () => {
  const built = [...readAll('build/server'), ...readAll('build/client')]
  const found = built.flatMap(([name, text]) =>
    markers.filter((marker) => text.includes(marker)).map((marker) => `${name}: ${marker}`),
  )

  expect(built.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('the demo, which is built apart from it, has these words', () => {
  const demo = readAll('build/workshop')
    .map(([, text]) => text)
    .join('\n')

  expect(markers.filter((marker) => !demo.includes(marker))).toEqual([])
})
