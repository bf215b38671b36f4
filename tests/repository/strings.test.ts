/** Constructions that no screen, email, error or command prints. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { banned } from './banned-wording.ts'

/** Prescribed by the specification, or words that are searched for in what merchants type. */
const excepted: readonly string[] = [
  'app/lib/errors.ts',
  'app/domain/nudges/linter/lexicon.ts',
  'app/domain/wording/unprovable-claims/lexicon.ts',
]

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  // Words of other languages, which write theirs as they do.
  .filter((name) => !/^app\/domain\/wording\/languages\/(?!en\.)/.test(name))
  .filter((name) => !excepted.includes(name) && !name.startsWith('app/pixel/'))

/** Prose has words with a space between them. */
const isProse = (text: string) => /[a-z’,]+ [a-z]/i.test(text)

function proseIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isSql = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'
    if (isSql || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    if (isText && isProse(node.text) && !isStatement(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** SQL outside of `sql` templates. */
const isStatement = (text: string) =>
  /^\s*(?:select|insert|update|delete|with|create|declare|fetch|close|set)\b/.test(text) ||
  /\b(?:from|join|where|union all)\b[^.]*\b(?:select|group by|on|as)\b/.test(text)

/** The glossary lists such words. Not read: the map of the specification. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .filter((name) => !/glossary|spec-map/.test(name))

/** Without code. */
const linesOf = (page: string) =>
  readFileSync(page, 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '…')
    .split('\n')

test('guides say nothing that readers stumble over', () => {
  const found = pages.flatMap((page) =>
    linesOf(page).flatMap((text) =>
      banned
        .filter(([pattern]) => pattern.test(text))
        .map(([, instead]) => `${page}: “${text.slice(0, 200)}” (${instead})`),
    ),
  )

  expect(pages.length).toBeGreaterThan(5)
  expect(found).toEqual([])
})

test('prose is found', () => {
  const [count, sites] = [files.flatMap(proseIn).length, proseIn('app/domain/sites/site.ts')]

  expect(count).toBeGreaterThan(3_000)
  expect(sites).toContain('Enter a name for the site.')
})

test('no text says what merchants would not say', () => {
  const found = files.flatMap((file) =>
    proseIn(file).flatMap((text) =>
      banned
        .filter(([pattern]) => pattern.test(text))
        .map(([, instead]) => `${file}: “${text.replaceAll(/\s+/g, ' ').trim()}” (${instead})`),
    ),
  )

  expect(found).toEqual([])
})
