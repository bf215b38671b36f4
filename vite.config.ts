import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { unusedShapes, usedPolarisStyles, usedTranslations } from './.config/browser-weight.ts'
import { editRemix } from './.config/remix-edits.ts'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** All in one folder, because app/db/open.server.ts looks for the worker's file next to its own. */
const serverNames = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }

/**
 * The Remix plugin sets its own server input. This plugin runs after it and replaces the entries.
 */
const serverEntries = (input: Record<string, string>): Plugin => ({
  name: 'footfall-server-entries',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input, output: serverNames } } } : undefined,
})

/** Time of the build; its name comes from Remix. Read by app/server/build-meta.server.ts. */
const buildMeta: Plugin = {
  name: 'footfall-build-meta',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  generateBundle() {
    const source = JSON.stringify({ timestamp: Date.now() })
    this.emitFile({ type: 'asset', fileName: 'build-meta.json', source })
  },
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** Lists the repository's files in the server's build, for tests/repository/production-build.test.ts. */
const listModules: Plugin = {
  name: 'footfall-list-modules',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
      .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      .filter((id) => id.startsWith(root) && !id.includes('/node_modules/'))
      .map((id) => id.slice(root.length))
    const source = JSON.stringify([...new Set(files)].sort())
    this.emitFile({ type: 'asset', fileName: 'modules.json', source })
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    remix(remixConfig),
    buildMeta,
    listModules,
    editRemix,
    unusedShapes,
    usedTranslations,
    serverEntries({
      index: './app/server/main.ts',
      cli: './app/server/cli.ts',
      // Node loads it as a worker, so it has to be a separate file.
      'embedded-worker': './app/db/embedded/embedded-worker.js',
    }),
  ],
  css: command === 'build' ? { postcss: { plugins: [usedPolarisStyles()] } } : {},
  build: {
    target: 'es2022',
    // A part that loads later shares nearly everything with its screen, so a list of what it needs
    // would only weigh.
    modulePreload: false,
    rollupOptions: {
      // Routes without a screen intentionally leave an empty browser module, and zod has comments
      // that Rollup doesn't know.
      onwarn: (warning, warn) => {
        if (!['EMPTY_BUNDLE', 'INVALID_ANNOTATION'].includes(warning.code ?? '')) warn(warning)
      },
    },
  },
  // Bundling Polaris makes the server start a third faster. In development it would send hundreds
  // of modules through Vite for no benefit.
  ssr: command === 'build' ? { noExternal: [/^@shopify\/polaris/] } : {},
}))
