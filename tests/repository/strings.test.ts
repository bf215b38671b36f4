/** Constructions that no screen, email, error or command prints. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Word and reason. Names in the code are checked by names.test.ts. */
const banned: readonly [RegExp, string][] = [
  [/\bcan not\b/i, 'can’t'],
  [/\be\.g\.|\bsuch as\b/i, 'for example'],
  [/\band\/or\b/i, 'and, or or'],
  [/\bhold-out\b/i, 'holdout group'],
  [/\bcolours?\b/i, 'color'],
  [/\b(?:take[ns]?|took) (?:back|away|in)\b/i, 'delete, revoke, cancel or import'],
  [/\bhand(?:s|ed)? over\b/i, 'transfer'],
  [/\bstands?\b/i, 'is'],
  [/\b(?:tells?|told)\b/i, 'shows, or says'],
  [/\bby itself\b/i, 'automatically'],
  [/\bat once\b/i, 'at the same time, or immediately'],
  [/\banew\b/i, 'again'],
  [/\b(?:some|no|any|every)body\b/i, 'someone, no one, anyone, everyone'],
  [/\bby lot\b/i, 'at random'],
  [/\bmails?\b/i, 'email'],
  [/\bgone\b/i, 'no longer exists'],
  [/[a-z]!$/, 'no exclamation mark'],
]

/** Prescribed by the specification, or words that are searched for in what merchants type. */
const excepted: readonly string[] = [
  'app/lib/errors.ts',
  'app/domain/nudges/linter/lexicon.ts',
  'app/domain/wording/unprovable-claims/lexicon.ts',
]

const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.words\.ts$/.test(name))
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
