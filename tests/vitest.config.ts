import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The same files on both engines: what a test says holds for PGlite and for PostgreSQL. */
const product = (engine: 'pglite' | 'postgres', include: string[]) => ({
  extends: true as const,
  test: {
    name: `product:${engine}`,
    include,
    provide: { engine },
    globalSetup: ['tests/support/engines.ts'],
    // One process serves many files: opening PGlite costs more than most files take.
    isolate: false,
    // React's development build renders a page several times slower.
    env: { NODE_ENV: 'production' as const },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  // What React's production build can run.
  esbuild: { jsxDev: false },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Two cores are what a small machine has; each worker holds a database.
    maxWorkers: 2,
    // Long enough for a machine that has other things to do: what is waited for comes, or never does.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      product('pglite', ['tests/product/**/*.test.ts', 'tests/pglite/**/*.test.ts']),
      product('postgres', ['tests/product/**/*.test.ts', 'tests/postgres/**/*.test.ts']),
    ],
  },
})
