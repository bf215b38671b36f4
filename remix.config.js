/**
 * The Remix options. vite.config.ts hands them to the plugin; nothing else reads them.
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
    // Development finds the browser's packages at the start instead of in the middle of a page.
    unstable_optimizeDeps: true,
  },
}
