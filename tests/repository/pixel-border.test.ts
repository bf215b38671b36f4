/** Names that scripts of the pixel from different days share must not change by accident. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sharedCard } from '#app/pixel/card/shared-card.ts'
import { sharedCore } from '#app/pixel/shared-core.ts'
import { borderVersion } from '#app/contract/pixel-scripts.ts'
import shortNames from '../../.config/pixel-names.json' with { type: 'json' }

type Border = {
  version: number
  names: Record<string, string[]>
  /** The build's short form of each name. */
  short: Record<string, string>
}

const listed = JSON.parse(readFileSync('tests/repository/pixel-border.json', 'utf8')) as Border

/** Members of the types that a part gets from, or gives to, another script. */
const sources: Record<string, readonly string[]> = {
  'app/pixel/core.ts': ['Core', 'Parts', 'View', 'Visitor', 'PlayNudges'],
  'app/pixel/renderer.ts': ['Explaining', 'ItemText', 'More', 'PageFacts', 'Showing'],
  'app/pixel/card/card.ts': ['Card'],
}

function membersIn(file: string, wanted: readonly string[]): [string, string[]][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements
    .filter(ts.isTypeAliasDeclaration)
    .filter(({ name }) => wanted.includes(name.text))
    .map(({ name, type }) => [name.text, namesOf(type).sort()])
}

/** Names in all object types inside, including those that a function returns. */
function namesOf(node: ts.Node): string[] {
  const inside: string[] = []
  node.forEachChild((child) => {
    inside.push(...namesOf(child))
  })
  const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
  return isMember && ts.isIdentifier(node.name) ? [node.name.text, ...inside] : inside
}

/** Fields of payloads and events, as types or schemas declare them. */
const contractNames = (): string[] =>
  readdirSync('app/contract', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => declaredIn(`app/contract/${file}`))

function declaredIn(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const isField = ts.isPropertySignature(node) || ts.isPropertyAssignment(node)
    if ((isField || ts.isMethodSignature(node)) && ts.isIdentifier(node.name)) {
      found.push(node.name.text)
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

const names: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(sources).flatMap(([file, wanted]) => membersIn(file, wanted)),
  ),
  sharedCore: Object.keys(sharedCore).sort(),
  sharedCard: Object.keys(sharedCard).sort(),
}

test('every type at the border is found', () => {
  expect(Object.keys(names).sort()).toEqual(Object.keys(listed.names).sort())
  for (const members of Object.values(names)) expect(members).not.toEqual([])
})

test('a name at the border is removed or renamed only with a new version', () => {
  const missing = Object.entries(listed.names).flatMap(([type, members]) =>
    members.filter((name) => !names[type]?.includes(name)).map((name) => `${type}.${name}`),
  )

  // If this fails: raise borderVersion in app/contract/pixel-scripts.ts, and write the list again.
  expect(missing).toEqual([])
  expect(borderVersion).toBe(listed.version)
})

test('a new name is added to the list, which protects it from then on', () => {
  const unlisted = Object.entries(names).flatMap(([type, members]) =>
    members.filter((name) => !listed.names[type]?.includes(name)).map((name) => `${type}.${name}`),
  )

  expect(unlisted).toEqual([])
})

test('a name that the build shortens stays as short as it was', () => {
  const shortened: Record<string, string> = shortNames
  const changed = Object.keys(listed.short).filter((name) => shortened[name] !== listed.short[name])

  // If this fails: raise borderVersion in app/contract/pixel-scripts.ts, and copy the names again.
  expect(changed).toEqual([])
  expect(Object.keys(shortened).filter((name) => !(name in listed.short))).toEqual([])
  expect(new Set(Object.values(shortened)).size).toBe(Object.keys(shortened).length)
})

test('no name that the build shortens is a name of the contract or of the browser', () => {
  const browserNames = declaredIn('node_modules/typescript/lib/lib.dom.d.ts')
  const foreign = new Set([...contractNames(), ...browserNames])

  expect(Object.keys(shortNames).filter((name) => foreign.has(name))).toEqual([])
})
