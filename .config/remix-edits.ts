/** Lines of Remix' browser code that are replaced, in the build and in development. */
import { readFile } from 'node:fs/promises'
import type { DepOptimizationConfig, Plugin } from 'vite'

type Edit = {
  /** End of the file's path. */
  file: string
  /** @throws Error when the file doesn't have the lines, after an update of Remix */
  edit: (code: string) => string
}

const reloading = 'window.location.reload();'
const failing = 'return routeModulesCache[route.id] = { default() { throw error } };'

/**
 * Remix reloads the page whenever a module fails to load, in a loop if necessary. With this edit the
 * page decides (app/browser/chunk-reload.ts), and shows the error page if it doesn't reload.
 */
const failedParts: Edit = {
  file: '@remix-run/react/dist/esm/routeModules.js',
  edit: (code) =>
    replaceOnce(code, reloading, `if (!(await window.reloadAfterFailedPart())) ${failing}`),
}

const creating = 'router = createRouter({'
const loading =
  'getSingleFetchDataStrategy(window.__remixManifest, window.__remixRouteModules, () => router)'
const discovering = `getPatchRoutesOnNavigationFunction(${[
  ...['window.__remixManifest', 'window.__remixRouteModules', 'window.__remixContext.future'],
  ...['window.__remixContext.isSpaMode', 'window.__remixContext.basename'],
].join(', ')})`

/**
 * Remix shows the error page whenever it can't reach the server. With this edit the page goes on
 * with what it has (app/browser/keep-screen.ts).
 */
const lostConnections: Edit = {
  file: '@remix-run/react/dist/esm/browser.js',
  edit: (code) =>
    [
      [creating, `const screen = window.keepScreen(() => router);\n${creating}`],
      [loading, `screen.load(${loading})`],
      [discovering, `screen.discover(${discovering})`],
    ].reduce((edited, [line = '', by = '']) => replaceOnce(edited, line, by), code),
}

function replaceOnce(code: string, line: string, by: string): string {
  const [before, after, ...others] = code.split(line)
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(`Remix has changed: “${line}” isn’t there once.`)
  }
  return before + by + after
}

const edits = [failedParts, lostConnections]

const editFor = (path: string) => edits.find(({ file }) => path.includes(file))

type Bundling = NonNullable<DepOptimizationConfig['esbuildOptions']>
type BundlePlugin = NonNullable<Bundling['plugins']>[number]

const inDevelopment: BundlePlugin = {
  name: 'footfall-edit-remix',
  setup(bundle) {
    bundle.onLoad({ filter: /@remix-run\/react\/dist\/esm\/\w+\.js$/ }, async ({ path }) => {
      const found = editFor(path)
      return found && { contents: found.edit(await readFile(path, 'utf8')) }
    })
  },
}

/** For development, Vite bundles packages before its plugins see their files. */
export const editRemix: Plugin = {
  name: 'footfall-edit-remix',
  config: () => ({ optimizeDeps: { esbuildOptions: { plugins: [inDevelopment] } } }),
  transform: (code, id) => editFor(id)?.edit(code),
}
