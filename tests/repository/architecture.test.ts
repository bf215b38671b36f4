/** docs/architecture.md lists the layers and floors that the import rules are generated from. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

type Layers = {
  layers: readonly { folder: string; holds: string; imports: readonly string[] }[]
  floors: readonly (readonly string[])[]
}

const { layers, floors } = createRequire(import.meta.url)('../../.config/layers.cjs') as Layers
const page = readFileSync('docs/architecture.md', 'utf8')

/** Without what a checkout of another commit left empty. */
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${path}/${entry.name}`).length > 0)
    .map(({ name }) => name)

test('the table of layers is the one that the rules are made from', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, folder, holds, imports]) => ({ folder, holds, imports }),
  )

  expect(rows).toEqual(
    layers.map(({ folder, holds, imports }) => ({
      folder,
      holds,
      imports: imports.includes('*') ? 'everything' : imports.join(', ') || 'nothing',
    })),
  )
})

test('the table of floors is the one that the rules are made from', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (`.*`) \|$/gm)].map(([, floor, areas = '']) => [
    Number(floor),
    areas.replaceAll('`', '').split(', '),
  ])

  expect(rows).toEqual(floors.map((areas, index) => [index + 1, areas]).reverse())
})

test('every folder of app is a layer, and every area of the domain has a floor', () => {
  expect(foldersIn('app').sort()).toEqual(layers.map(({ folder }) => folder).sort())
  expect(foldersIn('app/domain').sort()).toEqual(floors.flat().sort())
})

test('every file of the database schema is named after an area of the domain, or a part of one', () => {
  const shared = ['columns.ts', 'ground.ts', 'index.ts']
  const files = readdirSync('app/db/schema').filter((name) => !shared.includes(name))

  expect(files.filter((name) => !floors.flat().includes(name.replace(/(-.*)?\.ts$/, '')))).toEqual(
    [],
  )
})

test('no folder holds more than thirty source files', () => {
  const crowded = ['app', 'tests', 'workshop'].flatMap((top) =>
    [
      top,
      ...readdirSync(top, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ parentPath, name }) => `${parentPath}/${name}`),
    ]
      .map((folder) => ({ folder, count: readSources(folder).length }))
      .filter(({ count }) => count > 30),
  )

  expect(crowded).toEqual([])
})

/** Where an area is a folder of its own, `app/domain/goals`; elsewhere the layer is the area. */
const areaOf = (path: string) => {
  const [app = '', layer = '', area = '', ...rest] = path.split('/')
  const isDivided = ['domain', 'presenters', 'routes', 'platforms'].includes(layer)
  return [app, layer, ...(isDivided && rest.length > 0 ? [area] : [])].join('/')
}

test('a path is relative within an area, and an alias across areas', () => {
  const wrong = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((name) => `app/${name}`)
    .filter((name) => /\/.+\/.+\.tsx?$/.test(name))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)]
        .map(([, path = '']) => path)
        .filter((path) => {
          if (path.startsWith('#app/'))
            return areaOf(path.replace('#app/', 'app/')) === areaOf(file)
          const isRelative = path.startsWith('.')
          return isRelative && areaOf(join(dirname(file), path)) !== areaOf(file)
        })
        .map((path) => `${file}: ${path}`),
    )

  expect(wrong).toEqual([])
})

const readSources = (folder: string) =>
  readdirSync(folder).filter((name) => /\.(tsx?|css)$/.test(name) && !/\.(test|spec)\./.test(name))
