import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './long-files-first.ts'
import { listPageTests } from './page-tests.ts'
import { listPgliteFiles } from './pglite-files.ts'

const inRoot = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Every test applies to both engines: PostgreSQL runs all of them, PGlite those that meet the engine. */
const product = (engine: 'pglite' | 'postgres', include: string[]) => ({
  extends: true as const,
  test: {
    name: `product:${engine}`,
    include,
    provide: { engine },
    globalSetup: ['tests/support/engines.ts'],
    // One process runs many files, because opening PGlite takes longer than most files.
    isolate: false,
    // React's development build renders several times slower.
    env: { NODE_ENV: 'production' as const },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

const unit = (
  name: string,
  settings: { include: string[]; exclude?: string[]; isolate: boolean },
) => ({
  extends: true as const,
  test: { name, ...settings, testTimeout: 300_000 },
})

type Lists = { pgliteFiles: string[]; pageTests: string[] }

/** Vitest evaluates this file once for each project, and reading all tests takes seconds. */
const known = globalThis as typeof globalThis & { footfallTestLists?: Lists }
const { pgliteFiles, pageTests } = (known.footfallTestLists ??= {
  pgliteFiles: listPgliteFiles(),
  /** Tests of a document and its window. */
  pageTests: listPageTests(),
})

/** Which files a module lists changes without the module, so its translation isn't kept. */
const uncachedLists: Plugin = {
  name: 'footfall:uncached-lists',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : null))
  },
}

export default defineConfig({
  root: inRoot(''),
  plugins: [uncachedLists],
  // JSX for React's production build.
  esbuild: { jsxDev: false },
  test: {
    // The projects load the same modules, and each would translate all of them again.
    experimental: { fsModuleCache: true, fsModuleCachePath: inRoot('.cache/vitest') },
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Most of what a test makes is garbage after it: room for more of it saves collections.
    execArgv: ['--max-semi-space-size=64'],
    // A small machine has two cores, and each worker has a database.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    // Long enough for a busy machine. Only things that never happen take that long.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // One process runs many files: loading the modules again for each takes a third of the time.
      unit('unit', {
        include: [
          'app/**/*.test.{ts,tsx}',
          'workshop/**/*.test.ts',
          'tests/extensions/**/*.test.ts',
        ],
        exclude: pageTests,
        isolate: false,
      }),
      unit('unit:repository', { include: ['tests/repository/**/*.test.ts'], isolate: false }),
      // Remix keeps one router for each page, so each of these files has a page and modules of its own.
      unit('unit:page', { include: pageTests, isolate: true }),
      product('pglite', [...pgliteFiles, 'tests/pglite/**/*.test.ts']),
      product('postgres', ['tests/product/**/*.test.ts', 'tests/postgres/**/*.test.ts']),
    ],
  },
})
