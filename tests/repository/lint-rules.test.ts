/** The linter finds mistakes of every kind that its settings name. */
import { expect, test } from 'vitest'
import { lintCode } from './lint-code.ts'

const typed = 'app/lib/x.ts'
const domain = 'app/domain/goals/x.server.ts'
const many = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

/** Findings that are expected, each with its file and its code. */
const mistakes: [found: string, file: string, code: string][] = [
  ['typescript(no-floating-promises)', typed, 'Promise.resolve(1)'],
  [
    'typescript(no-misused-promises)',
    typed,
    'export const f = (p: Promise<boolean>) => (p ? 1 : 2)',
  ],
  ['typescript(await-thenable)', typed, 'export const f = async (n: number) => await n'],
  ['typescript(no-unsafe-assignment)', typed, "export const a: string = JSON.parse('1')"],
  ['typescript(no-unsafe-argument)', typed, "parseInt(JSON.parse('1'))"],
  ['typescript(no-unsafe-return)', typed, "export const f = (): string => JSON.parse('1')"],
  ['typescript(no-unsafe-member-access)', typed, "export const a: unknown = JSON.parse('1').b"],
  ['typescript(no-unsafe-call)', typed, "JSON.parse('1')()"],
  ['typescript(no-unnecessary-condition)', typed, "export const f = (a: string) => a ?? 'b'"],
  [
    'typescript(no-unnecessary-type-assertion)',
    typed,
    'export const f = (a: string) => a as string',
  ],
  [
    'typescript(no-unnecessary-type-parameters)',
    typed,
    'export const f = <T,>(a: T) => String(a === null)',
  ],
  [
    'typescript(no-unnecessary-type-conversion)',
    typed,
    'export const f = (a: string) => String(a)',
  ],
  ['typescript(restrict-template-expressions)', typed, 'export const f = (a: object) => `${a}`'],
  ['typescript(restrict-plus-operands)', typed, "export const f = (a: number) => a + 'b'"],
  ['typescript(no-base-to-string)', typed, 'export const f = (a: { b: 1 }) => String(a)'],
  ['typescript(only-throw-error)', typed, "export function f(): never {\n  throw 'a'\n}"],
  ['typescript(prefer-promise-reject-errors)', typed, "export const f = () => Promise.reject('a')"],
  [
    'typescript(use-unknown-in-catch-callback-variable)',
    typed,
    'export const f = (p: Promise<void>) => p.catch((e) => String(e))',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    typed,
    "export function f(a: 'b' | 'c') {\n  switch (a) {\n    case 'b':\n      return 1\n  }\n  return 2\n}",
  ],
  [
    'typescript(no-confusing-void-expression)',
    typed,
    'export const f = (g: () => void): unknown => {\n  const a = g()\n  return a\n}',
  ],
  ['typescript(no-deprecated)', typed, "export const f = () => escape('a')"],
  ['typescript(require-await)', typed, 'export const f = async () => 1'],
  [
    'typescript(return-await)',
    typed,
    'export const f = async (p: Promise<number>) => {\n  try {\n    return p\n  } catch {\n    return 1\n  }\n}',
  ],
  ['typescript(unbound-method)', typed, 'export const { toString } = new Date(0)'],
  ['typescript(no-misused-spread)', typed, 'export const f = (p: Promise<number>) => ({ ...p })'],
  ['typescript(no-redundant-type-constituents)', typed, 'export type A = string | unknown'],
  ['typescript(no-explicit-any)', typed, 'export type A = any'],
  ['typescript(no-non-null-assertion)', typed, 'export const f = (a: string | null) => a!'],
  [
    'typescript(consistent-type-imports)',
    typed,
    "import { Buffer } from 'node:buffer'\nexport type A = Buffer",
  ],
  ['typescript(consistent-type-assertions)', typed, 'export const f = (a: unknown) => <string>a'],
  ['typescript(ban-ts-comment)', typed, '// @ts-ignore\nexport const a = 1'],
  [
    'typescript(unified-signatures)',
    typed,
    'export declare function f(a: string): void\nexport declare function f(a: number): void',
  ],
  ['eslint(no-unused-vars)', typed, 'const a = 1'],
  [
    'eslint(no-unused-vars)',
    typed,
    "const a = ['b', 'c'] as const\nexport type A = (typeof a)[number]",
  ],
  ['typescript(no-array-delete)', typed, 'export const f = (a: string[]) => {\n  delete a[0]\n}'],
  ['typescript(no-implied-eval)', typed, "setTimeout('a()', 1)"],
  ['typescript(no-unnecessary-template-expression)', typed, "export const a = `${'b'}`"],
  [
    'typescript(no-unnecessary-boolean-literal-compare)',
    typed,
    'export const f = (a: boolean) => a === true',
  ],
  [
    'typescript(no-unsafe-enum-comparison)',
    typed,
    'export enum A {\n  b = 1,\n}\nexport const f = (a: A) => a === 1',
  ],
  ['typescript(no-mixed-enums)', typed, "export enum A {\n  b = 1,\n  c = 'd',\n}"],
  [
    'typescript(no-dynamic-delete)',
    typed,
    'export const f = (a: Record<string, 1>, b: string) => {\n  delete a[b]\n}',
  ],
  [
    'typescript(no-for-in-array)',
    typed,
    'export function f(a: string[]) {\n  for (const b in a) if (b) return\n}',
  ],
  [
    'eslint(no-useless-assignment)',
    typed,
    'export function f() {\n  let a = 1\n  a = 2\n  return a\n}',
  ],
  [
    'eslint(preserve-caught-error)',
    typed,
    "export function f() {\n  try {\n    return 1\n  } catch (error) {\n    throw new Error('a')\n  }\n}",
  ],
  ['eslint(prefer-const)', typed, 'let a = 1\nexport const f = () => a'],
  ['eslint(no-control-regex)', typed, 'export const a = /\\x00/'],
  [
    'eslint(no-else-return)',
    typed,
    'export function f(a: boolean) {\n  if (a) {\n    return 1\n  } else {\n    return 2\n  }\n}',
  ],
  ['eslint(no-console)', typed, "console.log('a')"],
  ['eslint(max-lines)', typed, many(351, '//')],
  ['eslint(max-lines)', 'tests/x.ts', many(501, '//')],
  ['eslint(max-params)', typed, 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d]'],
  [
    'eslint(max-depth)',
    typed,
    'export function f(a: boolean) {\n  if (a) for (;;) while (a) if (a) return\n}',
  ],
  ...['no-console', 'typescript/no-deprecated', 'regexp/no-super-linear-move'].map(
    (rule): [string, string, string] => [
      'Unused oxlint-disable',
      typed,
      `// oxlint-disable-next-line ${rule}\nexport const a = 1`,
    ],
  ),
  [
    'eslint(no-console)',
    typed,
    "// eslint-disable-next-line no-console -- another form\nconsole.log('a')",
  ],
  ['regexp(no-super-linear-backtracking)', typed, 'export const a = /^(?:a+)+$/'],
  ['regexp(no-super-linear-move)', typed, 'export const a = /a+$/'],
  ['eslint(no-restricted-properties)', typed, "export const a = URL.parse('b')"],
  ['eslint(no-restricted-properties)', typed, 'export const { parse } = URL'],
  ...["import './y.js'", 'export const a = 1', "export * from './y.js'", 'await null'].map(
    (code): [string, string, string] => [
      'A classic script is no module',
      'extensions/nudges-theme/assets/x.js',
      code,
    ],
  ),
  [
    'react-hooks(rules-of-hooks)',
    'app/ui/x.tsx',
    "import { useState } from 'react'\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1)\n  return null\n}",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'app/ui/x.tsx',
    "import { useEffect } from 'react'\nexport function A({ b }: { b: string }) {\n  useEffect(() => {\n    document.title = b\n  }, [])\n  return null\n}",
  ],
  [
    'react(refs)',
    'app/ui/x.tsx',
    "import { useRef } from 'react'\nexport function A() {\n  const b = useRef(0)\n  return <p>{b.current}</p>\n}",
  ],
  [
    'react(purity)',
    'app/ui/x.tsx',
    'export function A() {\n  const b = performance.now()\n  return <p>{b}</p>\n}',
  ],
  [
    'react(immutability)',
    'app/ui/x.tsx',
    "export function A({ b }: { b: { c: string } }) {\n  b.c = 'd'\n  return <p>{b.c}</p>\n}",
  ],
  [
    'react(set-state-in-render)',
    'app/ui/x.tsx',
    "import { useState } from 'react'\nexport function A() {\n  const [b, setB] = useState(1)\n  setB(2)\n  return <p>{b}</p>\n}",
  ],
  [
    'react(static-components)',
    'app/ui/x.tsx',
    'export function A() {\n  const B = () => <p />\n  return <B />\n}',
  ],
  ['eslint(no-undef)', 'workshop/run/x.js', 'window.close()'],
  ['eslint(no-dupe-keys)', 'workshop/run/x.js', 'export const a = { b: 1, b: 2 }'],
  [
    'react(error-boundaries)',
    'app/ui/x.tsx',
    'export function A() {\n  try {\n    return <p />\n  } catch {\n    return null\n  }\n}',
  ],
  ['A name is found by search', typed, 'export default 1'],
  ['the only reader of the environment', typed, "export const a = process.env['A']"],
  [
    'a call by hand is forgotten',
    typed,
    "declare const cache: { invalidate: (uuid: string) => void }\ncache.invalidate('a')",
  ],
  ['Write the fields themselves', typed, 'export const a = { ...{ b: 1 } }'],
  [
    'A scope comes from a guard',
    typed,
    'type SiteScope = { siteId: number }\nexport const f = (a: unknown) => a as SiteScope',
  ],
  ['Take the moment from services.now()', domain, 'export const a = () => new Date()'],
  ['Take the moment from services.now()', domain, 'export const a = () => Date.now()'],
  ['The domain calls nobody', domain, "export const a = () => fetch('/b')"],
  ['is never left to chance', domain, 'export const a = () => Math.random()'],
  [
    'is never left to chance',
    'app/domain/stats/x.server.ts',
    "import { randomUUID } from 'node:crypto'\nexport const a = () => randomUUID()",
  ],
  ['is never left to chance', 'app/pixel/x.ts', 'export const a = () => Math.random()'],
  ['is never left to chance', 'app/pixel/x.ts', "export const a = () => Math['random']()"],
  ['is never left to chance', 'app/pixel/x.ts', 'export const { random } = Math'],
  [
    'Write inSite(table, scope)',
    domain,
    'declare const eq: (a: number, b: number) => boolean\nexport const f = (a: number, site: { siteId: number }) => eq(a, site.siteId)',
  ],
]

const clean = ['app/lib/x.ts', 'app/ui/x.tsx', 'tests/x.ts', 'app/domain/goals/x.server.ts'].map(
  (file) => ({ file, code: 'export const a = (b: string) => b.length\n' }),
)

const found = await lintCode([...mistakes.map(([, file, code]) => ({ file, code })), ...clean])

test.each(mistakes.map(([wanted, file, code], index) => ({ wanted, file, code, index })))(
  '$wanted in $file',
  ({ wanted, code, index }) => {
    expect(found[index], code).toContainEqual(expect.stringContaining(wanted))
  },
)

test('code without a mistake has no finding', () => {
  expect(found.slice(mistakes.length)).toEqual(clean.map(() => []))
})
