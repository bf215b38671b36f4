/**
 * Parts of the build by the first segment of the path. Remix ranks and compiles all routes of its build
 * several times for each request, which took 2 ms of a webhook's 3.
 */
import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type AreaOf<Value> = (pathname: string) => Value

/** Spelled so that nothing has to be decoded. All other paths get the whole build. */
const plainPath = /^\/(?:([\w-]+)(?:\.data)?(?:\/|$)|$)/

/**
 * @param create makes the value of an area from its build, when the area is first asked for
 * @returns the value of the area that the path belongs to
 */
export function createAreas<Value>(
  build: ServerBuild,
  create: (area: ServerBuild) => Value,
): AreaOf<Value> {
  const paths = fullPaths(build.routes)
  const known = new Set([...paths.values()].map(firstSegment))
  const created = new Map<string, Value>()
  const open = (name: string, narrowed: () => ServerBuild): Value => {
    const value = created.get(name) ?? create(narrowed())
    created.set(name, value)
    return value
  }
  return (pathname) => {
    const plain = plainPath.exec(pathname)
    const segment = plain?.[1]?.toLowerCase() ?? ''
    // The manifest lists routes of any path.
    if (plain === null || segment === '__manifest') return open('*', () => build)
    const name = segment === '_root' ? '' : segment
    // Unknown segments share an area, because a visitor could send any number of them.
    const area = known.has(name) ? name : ''
    return open(`/${area}`, () => narrow(build, paths, area))
  }
}

/** Pathless layouts have the path of their parent. */
function fullPaths(routes: Routes): Map<string, string> {
  const pathOf = (id: string): string => {
    const { parentId, path = '' } = routes[id] ?? {}
    return parentId === undefined ? path : `${pathOf(parentId)}/${path}`
  }
  return new Map(Object.keys(routes).map((id) => [id, pathOf(id).replaceAll(/\/+/g, '/')]))
}

const firstSegment = (path: string): string =>
  (path.split('/').find((segment) => segment !== '') ?? '').toLowerCase()

/** The area's routes, the root's, those that take any path, and what these are in. */
function narrow(build: ServerBuild, paths: Map<string, string>, area: string): ServerBuild {
  const kept = new Set<string>()
  for (const [id, path] of paths) {
    const segment = firstSegment(path)
    const isIndex = segment === '' && build.routes[id]?.index === true
    const isInArea = segment !== '' && (segment === area || /^[:*]|\?$/.test(segment))
    if (!isIndex && !isInArea) continue
    for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) {
      kept.add(at)
    }
  }
  const routes: Routes = {}
  const assets: ServerBuild['assets']['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    const asset = build.assets.routes[id]
    if (!kept.has(id)) continue
    routes[id] = route
    if (asset) assets[id] = asset
  }
  return { ...build, routes, assets: { ...build.assets, routes: assets } }
}
