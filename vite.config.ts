import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { unusedShapes, usedPolarisStyles } from './.config/browser-weight.ts'
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

const reloading = 'window.location.reload();'
const failing = 'return routeModulesCache[route.id] = { default() { throw error } };'

/**
 * Remix reloads the page whenever a module fails to load, in a loop if necessary. With this plugin
 * the page decides (app/browser/chunk-reload.ts), and shows the error page if it doesn't reload.
 */
const failedParts: Plugin = {
  name: 'footfall-failed-parts',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('@remix-run/react/dist/esm/routeModules.js')) return undefined
    if (code.split(reloading).length !== 2) this.error('Remix reloads failed parts in another way.')
    return code.replace(reloading, `if (!(await window.reloadAfterFailedPart())) ${failing}`)
  },
}

const loading =
  'getSingleFetchDataStrategy(window.__remixManifest, window.__remixRouteModules, () => router)'
const discovering = `getPatchRoutesOnNavigationFunction(${[
  ...['window.__remixManifest', 'window.__remixRouteModules', 'window.__remixContext.future'],
  ...['window.__remixContext.isSpaMode', 'window.__remixContext.basename'],
].join(', ')})`

/**
 * Remix shows the error page whenever it can't reach the server. With this plugin the page goes on
 * with what it has (app/browser/keep-screen.ts).
 */
const lostConnections: Plugin = {
  name: 'footfall-lost-connections',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('@remix-run/react/dist/esm/browser.js')) return undefined
    for (const part of [loading, discovering]) {
      if (code.split(part).length !== 2) this.error('Remix asks the server in another way.')
    }
    return code
      .replace('router = createRouter({', 'const screen = window.keepScreen(() => router);\n$&')
      .replace(loading, `screen.load(${loading})`)
      .replace(discovering, `screen.discover(${discovering})`)
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    remix(remixConfig),
    buildMeta,
    failedParts,
    lostConnections,
    unusedShapes,
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
      // Routes without a screen intentionally leave an empty browser module.
      onwarn: (warning, warn) => {
        if (warning.code !== 'EMPTY_BUNDLE') warn(warning)
      },
    },
  },
  // Bundling Polaris makes the server start a third faster. In development it would send hundreds
  // of modules through Vite for no benefit.
  ssr: command === 'build' ? { noExternal: [/^@shopify\/polaris/] } : {},
}))
