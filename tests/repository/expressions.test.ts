/**
 * Every regular expression of the product against texts made of its own parts, because most text
 * that it reads comes from strangers. Lint finds the shapes that it can prove to be slow. This
 * finds what takes long.
 */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as unspacedPhrases from '#app/domain/nudges/linter/unspaced-phrases.ts'
import { checkoutPattern } from '#app/domain/sites/checkout-pattern.ts'
import * as unspacedLexicon from '#app/domain/wording/unprovable-claims/unspaced-lexicon.ts'
import { pushPath } from '#app/server/edge/push.server.ts'
import { growthOf, leastMillis, mostGrowth } from '#tests/support/growth.ts'

/** From short ones on, so that an expression of exponential cost ends the test, too. */
const lengths = [24, 200, 2_000, 20_000]

/** Lengths of texts that we write ourselves. */
const shortTexts = new Map([
  // The digits of an amount.
  [String.raw`\B(?=(\d{3})+$)`, 22],
])

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const fields = String.raw`(?:[A-Za-z0-9-]+: [\x21-\x7e][\x20-\x7e]*\r\n)+`

const selectorName = String.raw`-?[_a-zA-Z][\w-]*`
const selectorStep = String.raw`(?:[a-z][a-z0-9-]*)?(?:#${selectorName}|\.${selectorName}|\[[a-z][a-z0-9-]*(?:="[\w -]{1,60}")?\])*(?::nth-of-type\(\d{1,3}\))?`

/** Expressions that are put together from parts, as the product does it. */
const composed = new Map<string, RegExp[]>([
  [
    'app/auth/define-cookie.server.ts',
    [/(?:^|; ?)pending_login=([^;]*)/g, /(?:^|; ?)__Host-pending_login=([^;]*)/g],
  ],
  [
    'app/contract/pointed-place.ts',
    [new RegExp(`^(?! )${selectorStep}(?:(?: > | )(?=[a-z#.[])${selectorStep}){0,9}$`)],
  ],
  ['app/domain/accounts/two-factor/recovery-codes.server.ts', [/.{5}/g]],
  ['app/domain/lifecycle/erase-user.server.ts', [/ann@shop\.example/giu]],
  ['app/domain/nudges/linter/unspaced-phrases.ts', Object.values(unspacedPhrases).flat()],
  [
    'app/domain/serving/preview-token.server.ts',
    [
      new RegExp(
        `^(${uuid})\\.(\\d{1,12})\\.(live|(?:goal-)?${uuid}|place-${uuid}-[0-9a-f]{32})?\\.([0-9a-f]{64})$`,
      ),
    ],
  ],
  [
    'app/domain/sites/suggest-checkouts.ts',
    [
      /(^|[-_./])(check-?outs?|order-(received|confirm(ed|ation))|bestellbest(ae|ä)tigung)([-_./]|$)/i,
    ],
  ],
  [
    'app/domain/wording/unprovable-claims/unspaced-lexicon.ts',
    Object.values(unspacedLexicon).flat(),
  ],
  ['app/pixel/page.ts', [new RegExp(checkoutPattern(['/my-cart/', '/pay.']), 'i')]],
  [
    'app/server/edge/encoded-body.server.ts',
    [/(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i],
  ],
  ['app/server/edge/library.server.ts', [/^pixel\.more\./]],
  ['app/server/edge/push.server.ts', [pushPath]],
  [
    'app/server/edge/raw-request.ts',
    [new RegExp(`^GET /api/pixel/${uuid} HTTP/1\\.1\\r\\n${fields}$`)],
  ],
])

type Found = { file: string; pattern: RegExp }

const literals: Found[] = []
const composedIn = new Set<string>()

for (const name of readdirSync('app', {
  recursive: true,
  encoding: 'utf8',
}).sort()) {
  if (!/\.tsx?$/.test(name) || name.includes('.test.')) continue
  const file = `app/${name}`
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push({ file, pattern: read(node.text) })
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (isCall && node.expression.getText() === 'RegExp') composedIn.add(file)
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function read(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}

/** The rejecting end is what makes an expression try everything that it can. */
const ends = ['\u0001', '!', '']
const usual = ['a', 'A', '0', ' ', '\n', '.', '-', '/', '@', '{', '"']
const classes: Readonly<Record<string, string>> = {
  d: '0',
  s: ' ',
  w: 'a',
  n: '\n',
  t: '\t',
}

/** Words of the expression, and single characters that it has or accepts. */
function partsOf({ source }: RegExp): { words: string[]; signs: string[] } {
  const plain = source.replaceAll(/\\[pP]\{\w+(?:=\w+)?\}/g, 'é')
  const written = plain.replaceAll(/\\(.)/g, (_all, sign: string) => classes[sign] ?? sign)
  const words = written.split(/[$()*+?[\\\]^{|}]+/).filter(({ length }) => length > 1)
  return {
    words: [...new Set(words)].slice(0, 8),
    signs: [...new Set([...usual, ...written.split('')])].slice(0, 40),
  }
}

/** Each is repeated. Two parts in turn matter where one ends what the other began. */
function piecesOf(pattern: RegExp): string[] {
  const { words, signs } = partsOf(pattern)
  const pairs = signs.flatMap((one) => ['a', ' ', '0'].map((other) => one + other))
  return [...new Set([...signs, ...words, ...pairs])]
}

/** As the product uses it: a global one finds all matches. */
const search = (pattern: RegExp) =>
  pattern.global
    ? (text: string) => text.replace(pattern, '')
    : (text: string) => {
        pattern.lastIndex = 0
        return pattern.exec(text)
      }

function millisOf(work: () => unknown): number {
  const before = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - before) / 1e6
}

/** The first text that the expression reads more slowly than in proportion to its length. */
async function findSlowText(
  pattern: RegExp,
  among = lengths,
): Promise<{ text: string; growth: number } | null> {
  const find = search(pattern)
  const most = shortTexts.get(pattern.source) ?? Infinity
  for (const { start, piece, end } of textsFor(pattern)) {
    const of = (length: number) =>
      start + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end
    const fitting = among.filter((one) => one <= most)
    const growth = await growthWith(find, of, fitting)
    if (growth >= mostGrowth) return { text: `${start}${piece}…${end}`, growth }
  }
  return null
}

const textsFor = (pattern: RegExp) =>
  ['', ...partsOf(pattern).words].flatMap((start) =>
    piecesOf(pattern).flatMap((piece) => ends.map((end) => ({ start, piece, end }))),
  )

async function growthWith(
  find: (text: string) => unknown,
  of: (length: number) => string,
  fitting: readonly number[],
): Promise<number> {
  const longest = fitting.at(-1) ?? 0
  for (const length of fitting) {
    const long = of(length)
    const longMillis = millisOf(() => find(long))
    // Even if its work were cubic, the longest text would block no one. Most end here, at 2,000.
    if (longMillis * (longest / length) ** 3 < leastMillis) return 1
    if (longMillis < leastMillis) continue
    // Measured once, which is enough to see that most are linear.
    const short = of(length / 4)
    if (longMillis < 6 * millisOf(() => find(short))) continue
    const growth = await growthOf(find, of, length)
    if (growth >= mostGrowth) return growth
  }
  return 1
}

test.each([
  /\s+$/,
  /^(a+)+$/,
  /(Unexpected [^"]*?)(, )?"[\s\S]*is not valid JSON/,
  / \(.*\)$/,
  /^.*Silk.*Mobile/,
  /<script[^>]*src=/,
  /^x:(\w+\s?)*;$/,
])('%s is found to be slow', async (pattern) => {
  // On a fast machine 20,000 characters take too little time to prove it.
  expect(await findSlowText(pattern, [...lengths, 80_000])).not.toBeNull()
})

const distinct = new Map(
  [
    ...literals,
    ...[...composed].flatMap(([file, list]) => list.map((pattern) => ({ file, pattern }))),
  ].map((one) => [String(one.pattern), one]),
)

test('expressions that are put together are measured, too', () => {
  expect([...composedIn]).toEqual([...composed.keys()])
})

test.each(
  [...distinct.values()].map(({ file, pattern }) => [String(pattern), file, pattern] as const),
)(
  'the cost of %s in %s is linear',
  async (_name, _file, pattern) => {
    expect(await findSlowText(pattern)).toBeNull()
  },
  // Long bounded expressions take ten seconds on a free machine.
  120_000,
)
