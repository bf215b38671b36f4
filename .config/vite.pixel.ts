import { createHash } from 'node:crypto'
import { build, defineConfig, type BuildOptions, type Rollup, type UserConfig } from 'vite'

/** One file that runs at once, for browsers from 2020 on. */
const script = (entry: string): BuildOptions => ({
  outDir: 'build/pixel',
  target: 'es2020',
  minify: 'esbuild',
  lib: { entry, formats: ['iife'], name: 'footfallPixel', fileName: () => 'pixel.library.js' },
})

/**
 * Builds the scripts of the storefront. Those that the core fetches come first: it is told their names,
 * which carry their hashes.
 */
export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const showing = await buildPart('showing', 'app/pixel/play/hand-over.ts', mode)
  const facts = await buildPart('facts', 'app/pixel/facts/hand-over.ts', mode)

  return {
    publicDir: false,
    define: {
      footfallShowing: JSON.stringify(showing.fileName),
      footfallFacts: JSON.stringify(facts.fileName),
    },
    build: script('app/pixel/main.ts'),
    plugins: [
      {
        name: 'parts-beside-the-core',
        generateBundle() {
          for (const { fileName, code } of [showing, facts]) {
            this.emitFile({ type: 'asset', fileName, source: code })
          }
        },
      },
    ],
  }
})

async function buildPart(part: string, entry: string, mode: string) {
  const results = (await build({
    configFile: false,
    publicDir: false,
    mode,
    logLevel: 'warn',
    build: { ...script(entry), write: false },
  })) as Rollup.RollupOutput[]
  const code = results[0]?.output[0].code
  if (!code) throw new Error(`${entry} was not built.`)

  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
  return { fileName: `pixel.${part}.${hash}.js`, code }
}
