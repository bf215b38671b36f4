/**
 * Remix options, which vite.config.ts passes to the plugin. Nothing else reads them.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  // app/routes.ts is the only URL table: no file becomes a route by its name.
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    // Makes development pre-bundle the browser's packages at startup instead of during a page load.
    unstable_optimizeDeps: true,
  },
}
