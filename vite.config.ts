import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { unusedShapes, usedPolarisStyles } from './.config/browser-weight.ts'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** All in one folder: app/db/open.server.ts finds the thread's file beside itself. */
const serverNames = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }

/** The Remix plugin sets its own server input; this plugin stands after it and names ours. */
const serverEntries = (input: Record<string, string>): Plugin => ({
  name: 'footfall-server-entries',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input, output: serverNames } } } : undefined,
})

/** When it was made; its name is Remix' own. app/server/build-meta.server.ts reads it. */
const buildMeta: Plugin = {
  name: 'footfall-build-meta',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  generateBundle() {
    const source = JSON.stringify({ timestamp: Date.now() })
    this.emitFile({ type: 'asset', fileName: 'build-meta.json', source })
  },
}

const reloading = 'window.location.reload();'
/** A part that throws when it is drawn: what is thrown while it is loaded, Remix 2.17 shows nobody. */
const failing = 'return routeModulesCache[route.id] = { default() { throw error } };'

/**
 * Remix reloads the page whenever a part of it can't be loaded, for ever if need be. Instead the page
 * decides (app/browser/chunk-reload.ts), and when it does not reload, the error page tells.
 */
const failedParts: Plugin = {
  name: 'footfall-failed-parts',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('@remix-run/react/dist/esm/routeModules.js')) return undefined
    if (code.split(reloading).length !== 2) this.error('Remix reloads failed parts in another way.')
    return code.replace(reloading, `if (!window.reloadAfterFailedPart()) ${failing}`)
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    remix(remixConfig),
    buildMeta,
    failedParts,
    unusedShapes,
    serverEntries({
      index: './app/server/main.ts',
      cli: './app/server/cli.ts',
      // Loaded by Node itself, as a thread: it has to be a file of its own.
      'embedded-worker': './app/db/embedded/embedded-worker.js',
    }),
  ],
  css: command === 'build' ? { postcss: { plugins: [usedPolarisStyles()] } } : {},
  build: {
    target: 'es2022',
    rollupOptions: {
      // A route without a screen leaves nothing for the browser: that is meant.
      onwarn: (warning, warn) => {
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
  // Polaris in the bundle starts the server a third faster; in development it would send
  // hundreds of modules through Vite for nothing.
  ssr: command === 'build' ? { noExternal: [/^@shopify\/polaris/] } : {},
}))
