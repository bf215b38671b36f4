import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { webhookTopics } from '#app/clients/shopify/app-settings.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const tracked = ['app', 'tests', 'workshop', 'docs', 'public', '.config'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)

/** Placeholders for any file of their kind. */
const examples = ['x.ts', 'x.server.ts', 'gift-wrap.ts', 'gift-wrap.words.ts']

/**
 * Paths, names of files and patterns like `app/{a,b}/*.ts` in backticks, and targets of links, that
 * no file answers to.
 */
function missingIn(document: string, text: string): string[] {
  const inBackticks = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name)
  const paths = inBackticks.filter(
    (name) => /^(?:app|tests|bench|docs|public|\.config)\//.test(name) && !(name in webhookTopics),
  )
  const files = inBackticks.filter((name) => /^[\w-]+(?:\.[\w-]+)*\.(?:tsx?|cjs)$/.test(name))
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) =>
    path.normalize(path.join(path.dirname(document), target)),
  )
  return [
    ...paths.filter(
      (name) => !existsSync(name) && !tracked.some((file) => asPattern(name).test(file)),
    ),
    ...files.filter(
      (name) =>
        !examples.includes(name) &&
        !existsSync(name) &&
        !tracked.some((file) => file.endsWith(`/${name}`)),
    ),
    ...links.filter((target) => !existsSync(target)),
  ]
}

function asPattern(name: string): RegExp {
  const escaped = name.replace(/\/$/, '').replace(/[.+?^$()|[\]\\]/g, String.raw`\$&`)
  const alternatives = escaped.replace(/\{([^}]*)\}/g, (_all, words: string) =>
    words.includes(',') ? `(?:${words.replaceAll(',', '|')})` : '[^/]+',
  )
  return new RegExp(`^${alternatives.replace(/\*|<\w+>/g, '[^/]*')}$`)
}

const sources = ['app', 'tests', 'workshop', '.config'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|c?js|css|sql|c)$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** Comments of any language here. Approximate, but a string is rarely mistaken for one. */
const commentsIn = (text: string) =>
  [...text.matchAll(/(?<=^|[\s{(])(?:\/\*[^]*?\*\/|(?:\/\/|--) .*)/gm)].map(([comment]) => comment)

/** Numbers of docs/threats.md, by the first column of its tables. */
const threats = new Set(
  [...readFileSync('docs/threats.md', 'utf8').matchAll(/^\| ([TR]\d{2,3}) \|/gm)].map(
    ([, number]) => number,
  ),
)

/**
 * Cited documents, numbers and sections of the specification that no reader of the repository can
 * look up.
 */
function danglingIn(comment: string): string[] {
  const text = comment.replace(/https?:\/\/\S+/g, '')
  const cited = [...text.matchAll(/(?:[\w.-]+\/)*[\w-]+\.md\b|\bdocs\/[\w./-]*\w/g)]
    .map(([path]) => path)
    .filter((path) => !existsSync(path))
  const numbers = [...text.matchAll(/\b[TR]\d{2,3}\b/g)]
    .map(([number]) => number)
    .filter((number) => !threats.has(number))
  const sections = [...text.matchAll(/\bspec(?:ification)?,? (?:§|sections? )\d+/gi)]
  return [...cited, ...numbers, ...sections.map(([section]) => section)]
}

test.each(documents)('everything that %s names exists', (document) => {
  const text = readFileSync(document, 'utf8')

  expect([...missingIn(document, text), ...danglingIn(text)]).toEqual([])
})

test.each([
  ['a document that is not here', '/** Refused. T28 (security.md). */', ['security.md']],
  ['a document at another path', '// See 0003-database.md.', ['0003-database.md']],
  ['a folder that is not here', '/* docs/nowhere */', ['docs/nowhere']],
  ['a threat without a line', '/** docs/threats.md T199 and R98. */', ['T199', 'R98']],
  ['a section of the specification', '// Spec §9: 365 days.', ['Spec §9']],
  ['a comment in SQL', '-- product.md 5a', ['product.md']],
  ['what is here', '/** docs/threats.md T28, docs/decisions/0003-database.md */', []],
  ['the web', '// https://example.org/blob/main/readme.md', []],
  ['no comment', "const file = 'security.md'", []],
])('a comment with %s is checked', (_what, text, expected) => {
  expect(commentsIn(text).flatMap(danglingIn)).toEqual(expected)
})

test('every document and threat that a comment names exists', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(threats.size).toBeGreaterThan(30)

  const dangling = sources
    .filter((file) => file !== 'tests/repository/documents.test.ts')
    .flatMap((file) =>
      commentsIn(readFileSync(file, 'utf8')).flatMap((comment) =>
        danglingIn(comment).map((named) => `${file}: ${named}`),
      ),
    )

  expect(dangling).toEqual([])
})

test('every variable of the configuration is in .env.example, and no other', () => {
  const parts = [
    'config',
    'config-bigcommerce',
    'config-event-log',
    'config-frames',
    'config-integrations',
    'config-stripe',
    'config-traces',
    'config-use',
    'config-wix',
  ]
  const files = parts.map((name) => `app/${name}.server.ts`)
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const read = [...texts.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)]

  expect(listed.map(([, name]) => name).sort()).toEqual([...new Set(read)].sort())
})

test('no address of the specification map is “not yet”', () => {
  const rows = readFileSync('docs/spec-map.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const named = rows.filter((line) => line.split(' | ')[1] === 'not yet' && line.includes('`/'))

  expect(rows.length).toBeGreaterThan(100)
  expect(named).toEqual([])
})

/** Rows like "| pino | … | `log.server.ts` is its only user |". */
const onlyUsers = [
  ...readFileSync('docs/decisions/0007-dependencies.md', 'utf8').matchAll(
    /^\| ([^\s,]+).*?((?:`[^`]+` and )*`[^`]+`) (?:is its only user|are its only users)/gm,
  ),
].map(([, name = '', users = '']) => ({
  name,
  users: [...users.matchAll(/`([^`]+)`/g)].map(([, user = '']) => user),
}))

test('the dependencies with a named user are found', () => {
  expect(onlyUsers.length).toBeGreaterThan(15)
})

test.each(onlyUsers)('$name is used where its row says', ({ name, users }) => {
  const imported = new RegExp(`(?:from|import\\() ?'${name}['/]`)
  const files = sources.filter(
    (file) => /^app\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const found = files.filter((file) => imported.test(readFileSync(file, 'utf8')))
  const isOf = (file: string, user: string) =>
    file === user || file.startsWith(`${user}/`) || file.endsWith(`/${user}`)

  expect(found.filter((file) => !users.some((user) => isOf(file, user)))).toEqual([])
  expect(users.filter((user) => !found.some((file) => isOf(file, user)))).toEqual([])
})
