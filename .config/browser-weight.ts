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

/** Modules of the components that our screens render, directly or inside another component. */
function listReachedModules(): Set<string> {
  const index = readFileSync(path.join(polaris, 'index.js'), 'utf8')
  const places = new Map(
    [...index.matchAll(/export \{([^}]*)\} from '([^']+)'/g)].flatMap(([, list = '', from = '']) =>
      named(list).map((name) => [name, path.join(polaris, from)] as const),
    ),
  )
  const entries = readTakenNames().flatMap((name) => places.get(name) ?? [])
  return followImports(entries)
}

/** Class names of the other components. */
function listForeignClasses(reached: ReadonlySet<string>): Set<string> {
  const lists = listFiles(polaris, /\.css\.js$/)
  const used = classesOf(lists.filter((file) => reached.has(file)))
  return new Set([...classesOf(lists)].filter((name) => !used.has(name)))
}

/** Without arguments of pseudo-classes: `:not(.A)` and `:is(.A, .B)` require none of them. */
function withoutBrackets(selector: string): string {
  const less = selector.replaceAll(/\([^()]*\)/g, '')
  return less === selector ? less : withoutBrackets(less)
}

/** Longer names first: `border` is part of others. */
const tokenGroups = /^--p-(?:border-radius|border-width|[a-z]+)-/

/**
 * Whether code or our styles name a token of Polaris. Components also compute names from their
 * properties: `'300'` may become `--p-border-radius-300`.
 */
function createTokenSearch(reached: ReadonlySet<string>): (token: string) => boolean {
  const files = [...listFiles(inRoot('app'), /\.(?:css|tsx?)$/), ...reached]
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const words = new Set(text.match(/--p-[\w-]+|(?<=['"`])[\w-]+(?=['"`])/g))
  return (token) => words.has(token) || words.has(token.replace(tokenGroups, ''))
}

const referred = (value: string): string[] =>
  [...value.matchAll(/var\(\s*(--p-[\w-]+)/g)].flatMap(([, name]) => name ?? [])

type PostCssPlugin = Extract<
  NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number],
  { postcssPlugin: string }
>

const polarisClass = /Polaris-[\w-]+/g

/** Minifiers leave the values of custom properties as they are. */
const shortenColors = (value: string): string =>
  value.replaceAll(/rgba\((\d+), ?(\d+), ?(\d+), ?1\)/g, (_color, ...parts) => {
    const hex = parts
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')
    return `#${/^(.)\1(.)\2(.)\3$/.test(hex) ? hex.replaceAll(/(.)./g, '$1') : hex}`
  })

/** app/ui/design.tsx sets the only theme in use. */
const otherTheme = /\.p-theme-(?!light(?![\w-]))/

/**
 * Removes the rules of components that no screen uses from Polaris' single style sheet, which is
 * two thirds of it, and then the tokens and animations that nothing refers to. .config/dashboard-size.js checks in
 * the built files that none is missing.
 */
export function usedPolarisStyles(): PostCssPlugin {
  const reached = listReachedModules()
  const foreign = listForeignClasses(reached)
  const isNamed = createTokenSearch(reached)
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

      const tokens = new Map<string, string[]>()
      const waiting: string[] = []
      root.walkDecls((declaration) => {
        const { prop, value } = declaration
        if (!isTheirs(declaration) || !prop.startsWith('--p-')) waiting.push(...referred(value))
        else tokens.set(prop, [...(tokens.get(prop) ?? []), ...referred(value)])
      })
      waiting.push(...[...tokens.keys()].filter(isNamed))
      const used = new Set<string>()
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        if (used.has(name)) continue
        used.add(name)
        waiting.push(...(tokens.get(name) ?? []))
      }
      root.walkDecls(/^--p-/, (declaration) => {
        if (!isTheirs(declaration)) return
        if (used.has(declaration.prop)) declaration.value = shortenColors(declaration.value)
        else declaration.remove()
      })

      const animated: string[] = []
      root.walkDecls(/animation|^--p-/, ({ value }) => {
        animated.push(value)
      })
      root.walkAtRules('keyframes', (rule) => {
        if (!animated.some((value) => value.includes(rule.params))) rule.remove()
      })
    },
  }
}

/** Keeps Polaris' words for the components that our screens render. */
export const usedTranslations: Plugin = {
  name: 'footfall-used-translations',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(inRoot('node_modules/@shopify/polaris/locales'))) return undefined
    const text = [...listReachedModules()].map((file) => readFileSync(file, 'utf8')).join('\n')
    const used = new Set([...text.matchAll(/\bPolaris\.(\w+)\./g)].map(([, name]) => name))
    const { Polaris: all } = JSON.parse(code) as { Polaris: Record<string, unknown> }
    return JSON.stringify({
      Polaris: Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name))),
    })
  },
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
