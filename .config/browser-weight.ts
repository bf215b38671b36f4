/** Build plugins that keep unused code and styles out of the browser. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CSSOptions, Plugin } from 'vite'

const inRoot = (name: string) => path.resolve(import.meta.dirname, '..', name)
const polaris = inRoot('node_modules/@shopify/polaris/build/esm')

/** Files below a folder whose names match. */
const listFiles = (folder: string, end: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => path.join(folder, name))

const named = (list: string): string[] =>
  list.split(',').flatMap((name) => /[\w$]+$/.exec(name.trim())?.[0] ?? [])

/**
 * The names that our screens import from Polaris.
 *
 * @throws Error for an unsupported form of import, whose styles would be missing
 */
function readTakenNames(): string[] {
  return listFiles(inRoot('app'), /\.tsx?$/).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const plain = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '@shopify\/polaris'$/gm)]
    const mentions = text.split(`'@shopify/polaris'`).length - 1
    if (mentions !== plain.length) throw new Error(`${file}: import Polaris’ components by name.`)
    return plain.flatMap(([, list = '']) =>
      named(list.replaceAll(/^\s*type /gm, '').replaceAll(/ as \w+/g, '')),
    )
  })
}

/** These modules of Polaris, and everything that they import. */
function followImports(modules: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...modules]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)) {
      if (from !== undefined) waiting.push(path.resolve(path.dirname(file), from))
    }
  }
  return found
}

/** Each `*.css.js` of Polaris lists the class names of one component. */
const classesOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/"(Polaris-[^"]*)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      ),
    ),
  )

/** Class names of components that no screen renders, directly or inside another component. */
function listForeignClasses(): Set<string> {
  const index = readFileSync(path.join(polaris, 'index.js'), 'utf8')
  const places = new Map(
    [...index.matchAll(/export \{([^}]*)\} from '([^']+)'/g)].flatMap(([, list = '', from = '']) =>
      named(list).map((name) => [name, path.join(polaris, from)] as const),
    ),
  )
  const entries = readTakenNames().flatMap((name) => places.get(name) ?? [])
  const reached = followImports(entries)
  const lists = listFiles(polaris, /\.css\.js$/)
  const used = classesOf(lists.filter((file) => reached.has(file)))
  return new Set([...classesOf(lists)].filter((name) => !used.has(name)))
}

/** Without arguments of pseudo-classes: `:not(.A)` and `:is(.A, .B)` require none of them. */
function withoutBrackets(selector: string): string {
  const less = selector.replaceAll(/\([^()]*\)/g, '')
  return less === selector ? less : withoutBrackets(less)
}

type PostCssPlugin = Extract<
  NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number],
  { postcssPlugin: string }
>

const polarisClass = /Polaris-[\w-]+/g

/** app/ui/design.tsx sets the only theme in use. */
const otherTheme = /\.p-theme-(?!light(?![\w-]))/

/**
 * Removes the rules of components that no screen uses from Polaris' single style sheet, which is
 * two thirds of it. .config/dashboard-size.js checks in the built files that none is missing.
 */
export function usedPolarisStyles(): PostCssPlugin {
  const foreign = listForeignClasses()
  const isUsed = (selector: string) => {
    const needed = withoutBrackets(selector)
    return (
      !otherTheme.test(needed) && !needed.match(polarisClass)?.some((name) => foreign.has(name))
    )
  }

  return {
    postcssPlugin: 'footfall-used-polaris-styles',
    OnceExit(root) {
      const isTheirs = ({
        source,
      }: {
        source?: { input: { file?: string | undefined } } | undefined
      }) => source?.input.file?.includes('@shopify/polaris/') === true
      root.walkRules((rule) => {
        if (!isTheirs(rule)) return
        const used = rule.selectors.filter(isUsed)
        if (used.length === 0) rule.remove()
        else if (used.length < rule.selectors.length) rule.selectors = used
      })
      root.walkAtRules((rule) => {
        if (isTheirs(rule) && rule.nodes?.length === 0) rule.remove()
      })
    },
  }
}

/**
 * Modules with both constants and schemas. Removes schemas that the browser doesn't use, and zod
 * with the last one. Creating a schema is a function call, which Rollup keeps unless it is marked
 * as pure.
 */
export const unusedShapes: Plugin = {
  name: 'footfall-unused-shapes',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform(code, id) {
    if (!id.startsWith(inRoot('app')) || !/from ["']zod["']/.test(code)) return undefined
    const made = this.parse(code).body.flatMap((statement) => {
      const declared =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      return declared?.type === 'VariableDeclaration' && declared.kind === 'const'
        ? declared.declarations.flatMap(({ init }) => init ?? [])
        : []
    })
    const spans = made
      .filter(({ type }) => type === 'CallExpression' || type === 'ObjectExpression')
      .map((init) => init as typeof init & { start: number; end: number })
    return spans.reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    )
  },
}
