/**
 * Bundles the web pixel as Shopify's tools do, for tests. What Shopify gets is built by its own
 * tools.
 */
import path from 'node:path'
import { build, type Rollup } from 'vite'

/** The script that runs in Shopify's sandbox. */
export async function buildWebPixel(): Promise<string> {
  const results = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2020',
      minify: 'esbuild',
      lib: {
        entry: path.resolve(import.meta.dirname, '../extensions/nudges-pixel/src/index.ts'),
        formats: ['iife'],
        name: 'footfallWebPixel',
      },
    },
  })) as Rollup.RollupOutput[]
  const code = results[0]?.output[0].code
  if (code === undefined) throw new Error('The web pixel was not built.')
  return code
}
