/** The routes of app/routes.ts as Remix' server build, from source. */
import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import * as entry from '#app/entry.server.tsx'
import * as root from '#app/root.tsx'
import routeConfig from '#app/routes.ts'

type RouteModule = ServerBuild['routes'][string] extends infer Route
  ? Route extends { module: infer Module }
    ? Module
    : never
  : never

const modules = import.meta.glob<RouteModule>(
  ['../../app/routes/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
  { eager: false },
)

/** One URL of the product: its full path and its module. */
export type Address = { path: string; file: string; id: string }

/** Every URL of the table, without layouts. */
export function listAddresses(
  entries: readonly RouteConfigEntry[] = table(),
  above = '',
): Address[] {
  return entries.flatMap((route) => {
    const path = route.path === undefined ? above : `${above}/${route.path}`
    const children = listAddresses(route.children ?? [], path)
    if (route.path === undefined && !route.index) return children
    return [{ path: path || '/', file: route.file, id: idOf(route) }, ...children]
  })
}

/** The server build of `remix vite:build`, without the browser's files. */
export async function routeBuild(): Promise<ServerBuild> {
  const routes: ServerBuild['routes'] = { root: { id: 'root', path: '', module: root } }
  await addRoutes(routes, table(), 'root')
  const assetsOf = (id: string) => ({
    id,
    module: `/assets/${id}.js`,
    hasAction: routes[id]?.module.action !== undefined,
    hasLoader: routes[id]?.module.loader !== undefined,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: id === 'root',
    parentId: routes[id]?.parentId,
    path: routes[id]?.path,
    index: routes[id]?.index,
  })
  return {
    entry: { module: entry },
    routes,
    assets: {
      entry: { imports: [], module: '/assets/entry.client.js' },
      routes: Object.fromEntries(Object.keys(routes).map((id) => [id, assetsOf(id)])),
      url: '/assets/manifest.js',
      version: 'test',
    } as ServerBuild['assets'],
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    basename: '/',
    mode: 'production',
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_routeConfig: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
      unstable_optimizeDeps: true,
    } as ServerBuild['future'],
  }
}

async function addRoutes(
  routes: ServerBuild['routes'],
  entries: readonly RouteConfigEntry[],
  parentId: string,
): Promise<void> {
  for (const route of entries) {
    const load = modules[`../../app/${route.file}`]
    if (!load) throw new Error(`app/routes.ts names ${route.file}, which is no file.`)
    const id = idOf(route)
    routes[id] = {
      id,
      parentId,
      path: route.path,
      index: route.index,
      caseSensitive: route.caseSensitive,
      module: await load(),
    } as ServerBuild['routes'][string]
    await addRoutes(routes, route.children ?? [], id)
  }
}

const table = () => routeConfig as readonly RouteConfigEntry[]
const idOf = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx?$/, '')
