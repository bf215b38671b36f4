/** Constructions that no comment and no test title contains. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { banned, openings } from './banned-wording.ts'

/** File, sentence and reason: the word is the thing itself. */
const excepted: readonly [string, string, string][] = []

const files = ['app', 'tests', 'workshop', 'extensions', '.config']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.(?:tsx?|mts|c?js)$/.test(file) && !/\bnode_modules\b/.test(file))
  .filter((file) => file !== 'tests/repository/banned-wording.ts')

type Prose = { comments: string[]; titles: string[] }

function proseOf(file: string, text: string): Prose {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Prose = { comments: [], titles: [] }
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || ts.isJsxText(node)) return
    const title = titleOf(node)
    if (title) found.titles.push(title)
    const parts = node.getChildren(source)
    if (parts.length === 0) found.comments.push(...commentsBefore(text, node.pos))
    for (const part of parts) visit(part)
  }
  visit(source)
  return found
}

/** Title of a test or a group of tests, with its placeholders. */
function titleOf(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !/^(?:test|it|describe)\b/.test(node.expression.getText()))
    return null
  const [title] = node.arguments
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
  return isText ? title.getText().slice(1, -1) : null
}

/** Comments between the token before and the one at this position. Lines of one are joined. */
function commentsBefore(text: string, pos: number): string[] {
  const ranges = [
    ...(ts.getTrailingCommentRanges(text, pos) ?? []),
    ...(ts.getLeadingCommentRanges(text, pos) ?? []),
  ]
  return ranges
    .map(({ pos: start, end }) => text.slice(start, end))
    .join('\n')
    .split(/\n(?=\/\*)|(?<=\*\/)\n/)
    .map((comment) => comment.replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\s*\*\/$/gm, ''))
}

/** Without code. */
const sentencesOf = (prose: string) =>
  prose
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.?!]) /)
    .filter((sentence) => sentence !== '')

/** Titles begin in lower case. */
const capitalized = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

const all = files.map((file) => ({ file, ...proseOf(file, readFileSync(file, 'utf8')) }))

/** Sentences with their file and the better wording. */
function faultsIn(kind: keyof Prose): string[] {
  return all.flatMap(({ file, [kind]: texts }) =>
    texts
      .flatMap((text) => sentencesOf(kind === 'titles' ? capitalized(text) : text))
      .filter((sentence) => !excepted.some(([at, words]) => at === file && words === sentence))
      .flatMap((sentence) =>
        [...banned, ...openings]
          .filter(([pattern]) => pattern.test(sentence))
          .map(([, instead]) => `${file}: “${sentence}” (${instead})`),
      ),
  )
}

test('comments and titles are found', () => {
  const text = `
    /** First. */
    test(\`a \${name} is\`, () => {
      call() // What follows
      // is said. Of \`nobody\`.
    })`
  const { comments, titles } = proseOf('a.ts', text)

  expect(comments.flatMap(sentencesOf)).toEqual(['First.', 'What follows is said.', 'Of ….'])
  expect(titles).toEqual(['a ${name} is'])
  expect(all.flatMap(({ comments: texts }) => texts).length).toBeGreaterThan(10_000)
  expect(all.flatMap(({ titles: texts }) => texts).length).toBeGreaterThan(3_000)
})

test('no comment says what colleagues would not say', () => {
  expect(faultsIn('comments')).toEqual([])
})

test('no title of a test says what colleagues would not say', () => {
  expect(faultsIn('titles')).toEqual([])
})

test('each exception is needed', () => {
  const unused = excepted.filter(
    ([file, words]) =>
      !all.some((one) => one.file === file && one.comments.flatMap(sentencesOf).includes(words)),
  )

  expect(unused).toEqual([])
})
