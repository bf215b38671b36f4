import { createHash } from 'node:crypto'
import path from 'node:path'
import {
  build,
  defineConfig,
  type BuildOptions,
  type Plugin,
  type Rollup,
  type TerserOptions,
  type UserConfig,
} from 'vite'
import { sharedCard } from '../app/pixel/card/shared-card.ts'
import { sharedCore } from '../app/pixel/shared-core.ts'
import { borderVersion, joinedScripts, type PixelPart } from '../app/contract/pixel-scripts.ts'
import shortNames from './pixel-names.json' with { type: 'json' }

const inPixel = (name: string) => path.resolve(import.meta.dirname, '../app/pixel', name)

/** Modules that a script takes from those that ran before it, instead of bundling a copy. */
const ofCore = ['page.ts', 'guard.ts'].map(inPixel)
const ofShowing = ['card', 'keep-fresh', 'element', 'theme'].map((name) =>
  inPixel(`card/${name}.ts`),
)

/** Makes one module of them, so a part has one name for all that it takes. */
const shareModules = (shared: readonly string[]): Plugin => ({
  name: 'shared-modules',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && shared.includes(path.resolve(path.dirname(importer), source))
      ? { id: 'footfall.tools', external: true }
      : null,
})

/** Exports of those modules (app/pixel/shared-core.ts). */
const sharedNames = new Set([...Object.keys(sharedCore), ...Object.keys(sharedCard)])

/** A variable, because the types of the minifier lack an option. */
const compress = {
  passes: 4,
  keep_fargs: false,
  // Functions with arguments stay calls: brotli finds the same ones, not the same bodies.
  inline: 1,
  arrows: false,
  unsafe: true,
  unsafe_arrows: true,
  unsafe_methods: true,
  // Comparisons stay as written: brotli finds more of the same.
  lhs_constants: false,
  comparisons: false,
}

/**
 * These two unsafe options only turn functions and methods into arrows; `unsafe` itself replaces
 * templates and `String` with concatenation. Getters are never treated as pure, because asking the
 * browser for a width has effects.
 */
const smallest: TerserOptions = {
  ecma: 2020,
  toplevel: true,
  compress,
  mangle: { properties: { regex: new RegExp(`^(?:${Object.keys(shortNames).join('|')})$`) } },
  // Terser writes a $ before each name of its cache.
  nameCache: {
    props: {
      props: Object.fromEntries(
        Object.entries(shortNames).map(([name, short]) => [`$${name}`, short]),
      ),
    },
  },
}

/** Replaces app/pixel/build-kind.ts, whose constant decides what the script can do. */
const plainKind: Plugin = {
  name: 'plain-kind',
  load: (id) => (id === inPixel('build-kind.ts') ? 'export const isPlain = true' : null),
}

/**
 * Changes that no minifier makes: `let` instead of `const`, so brotli finds one word instead of
 * two, no line breaks between CSS rules, and no "use strict", because all modules have been checked
 * as strict code.
 */
const shorten: Plugin = {
  name: 'shorten',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = shortenCode(chunk.code, this.parse(chunk.code))
    }
  },
}

type SyntaxNode = { type: string; start: number; end: number; kind?: string; directive?: string }

function shortenCode(code: string, program: Rollup.ProgramNode): string {
  const edits: { start: number; end: number; text: string }[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const child of Object.values(value)) visit(child)
    const { type, start, end, kind, directive } = value as SyntaxNode
    if (kind === 'const') edits.push({ start, end: start + kind.length, text: 'let' })
    if (directive === 'use strict') edits.push({ start, end, text: '' })
    else if (type === 'TemplateElement' || type === 'Literal') {
      const text = code.slice(start, end)
      // A text that is only a line break separates something other than rules.
      if (text !== String.raw`"\n"`) {
        edits.push({ start, end, text: text.replace(/(^"?|\})\\n/g, '$1') })
      }
    }
  }
  visit(program)
  edits.sort((one, other) => other.start - one.start)
  for (const { start, end, text } of edits) code = code.slice(0, start) + text + code.slice(end)
  return code
}

/** One classic script, for browsers from 2020 on. */
const script = (entry: string): BuildOptions => ({
  outDir: 'build/pixel',
  target: 'es2020',
  minify: 'terser',
  terserOptions: smallest,
  lib: {
    entry: inPixel(entry),
    formats: ['iife'],
    name: 'footfallPixel',
    fileName: () => 'pixel.library.js',
  },
  rollupOptions: { output: { globals: { 'footfall.tools': 'footfall.tools' } } },
})

/** Builds the storefront's scripts: first the parts, then the core, which contains their hash. */
export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const parts: readonly Built[] = [
    await buildPart('showing', mode, 'play/entry.ts', ofCore),
    await buildPart('plain', mode, 'play/entry.ts', ofCore),
    await buildPart('more', mode, 'more/entry.ts', [...ofCore, ...ofShowing]),
    await buildPart('facts', mode, 'facts/entry.ts', ofCore),
    await buildPart('forms', mode, 'forms/entry.ts', ofCore),
    // Brings what it needs of the page itself: no visitor loads it.
    await buildPart('preview', mode, 'preview/entry.ts', [inPixel('guard.ts')]),
    await buildPart('speed', mode, 'speed/entry.ts', ofCore),
    // Brings the card's modules itself: most pages that load it show no nudge.
    await buildPart('push', mode, 'push/entry.ts', ofCore),
  ]
  const worker = await buildPushWorker(mode)
  const codes = new Map(parts.map(({ name, code }) => [name, code]))
  const hash = createHash('sha256')
  for (const code of codes.values()) hash.update(code)
  const version = `${String(borderVersion)}-${hash.digest('hex').slice(0, 8)}`

  return {
    publicDir: false,
    define: { footfallParts: JSON.stringify(version) },
    build: script('main.ts'),
    plugins: [
      shorten,
      {
        name: 'parts-beside-the-core',
        generateBundle() {
          for (const name of [...codes.keys(), ...joinedScripts]) {
            const fileName = `pixel.${name}.${version}.js`
            const source = name.split('-').map((part) => codes.get(part as PixelPart))
            this.emitFile({ type: 'asset', fileName, source: source.join('') })
          }
          // Not a part: shops' service workers import it by a name that never changes.
          this.emitFile({ type: 'asset', fileName: 'push.worker.js', source: worker })
        },
      },
    ],
  }
})

/** For browsers of 2018, which shops' own workers may still have to reach. */
async function buildPushWorker(mode: string): Promise<string> {
  const [result] = (await build({
    configFile: false,
    publicDir: false,
    mode,
    logLevel: 'warn',
    build: {
      ...script('push-worker/entry.ts'),
      target: 'es2018',
      // Names that the page's script shortens are those of messages and records here.
      terserOptions: { ecma: 2018, toplevel: true, compress },
      write: false,
    },
    plugins: [shorten],
  })) as Rollup.RollupOutput[]
  if (!result) throw new Error('The service worker was not built.')
  return result.output[0].code
}

type Built = { name: PixelPart; code: string }

async function buildPart(
  name: PixelPart,
  mode: string,
  entry: string,
  shared: readonly string[],
): Promise<Built> {
  const results = (await build({
    configFile: false,
    publicDir: false,
    mode,
    logLevel: 'warn',
    build: { ...script(entry), write: false },
    plugins: [shareModules(shared), ...(name === 'plain' ? [plainKind] : []), shorten],
  })) as Rollup.RollupOutput[]
  const chunk = results[0]?.output[0]
  if (!chunk) throw new Error(`The pixel's part "${name}" was not built.`)
  for (const taken of Object.values(chunk.importedBindings).flat()) {
    if (!sharedNames.has(taken)) throw new Error(`"${name}" takes "${taken}", which isn't shared.`)
  }

  return { name, code: chunk.code }
}
