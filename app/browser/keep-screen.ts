/**
 * Keeps the screen and its input when a navigation or a form can't reach the server, and reports
 * it. By default, Remix would show the error page. Wraps the two functions by which its router asks
 * the server.
 */
import { data } from '@remix-run/react'
import { pause } from '#app/lib/async/pause.ts'
import { isNetworkFault, reportNetworkFault } from './network-faults.ts'
import { preservedForm } from './preserved-form.ts'

declare global {
  interface Window {
    /** Called by Remix through .config/remix-edits.ts, when it creates its router. */
    keepScreen: (router: () => ScreenRouter) => ScreenKeeper
  }
}

type Result = { type: 'data' | 'error'; result: unknown }
type Results = Record<string, Result>
type Match = { route: { id: string }; resolve: (handler?: unknown) => Promise<Result> }
type Load = { request: Request; matches: readonly Match[]; fetcherKey: string | null }

/** How the router loads data and sends forms. */
export type LoadStrategy = (load: Load) => Promise<Results>

type Discovery = { signal: AbortSignal; fetcherKey?: string | undefined }
/** How the router asks for routes that the page doesn't know yet. */
type Discover<Args extends Discovery> = (args: Args) => Promise<void>

type Location = { pathname: string; search: string; hash: string; state: unknown }

/** The part of Remix' router that is used here. */
export type ScreenRouter = {
  state: {
    /** Location of the screen that is shown, also while another one is loading. */
    location: Location
    loaderData: Readonly<Record<string, unknown>>
    errors: object | null
    fetchers: ReadonlyMap<string, { data?: unknown }>
    navigation: { state: string }
  }
  navigate: {
    (steps: number): Promise<void>
    (
      path: string,
      options: { replace: true; preventScrollReset: true; state: unknown },
    ): Promise<void>
  }
  subscribe: (listener: (state: ScreenRouter['state']) => void) => () => void
}

type Parts = {
  router: () => ScreenRouter
  /** Number of the browser's current history entry. */
  entry: () => number
  report: (fault: unknown) => void
  /** Waits between two attempts. Rejects when the signal aborts. */
  pause: (signal: AbortSignal) => Promise<void>
}

export type ScreenKeeper = {
  load: (strategy: LoadStrategy) => LoadStrategy
  discover: <Args extends Discovery>(discover: Discover<Args>) => Discover<Args>
}

export function createScreenKeeper({ router, entry, report, pause }: Parts): ScreenKeeper {
  let shownEntry = entry()
  let isStaying = false
  // The router is assigned once the caller is done.
  queueMicrotask(() => {
    router().subscribe(({ navigation }) => {
      if (navigation.state !== 'idle') return
      isStaying = false
      shownEntry = entry()
    })
  })

  const isShown = ({ url }: Request) => {
    const { pathname, search } = new URL(url)
    const { location } = router().state
    return pathname === location.pathname && search === location.search
  }

  const shownData = (matches: readonly Match[]): Results => {
    const { loaderData } = router().state
    const known = matches.filter(({ route }) => route.id in loaderData)
    return Object.fromEntries(
      known.map(({ route: { id } }) => [id, { type: 'data', result: loaderData[id] } as const]),
    )
  }

  /**
   * Interrupts the pending navigation with one to the shown screen, and waits for that. Back and
   * forward have moved in the history already, so that move is undone.
   */
  async function stay(signal: AbortSignal): Promise<void> {
    isStaying = true
    const { pathname, search, hash, state } = router().state.location
    const steps = shownEntry - entry()
    if (steps !== 0) void router().navigate(steps)
    else {
      const options = { replace: true, preventScrollReset: true, state } as const
      void router().navigate(pathname + search + hash, options)
    }
    await aborted(signal)
  }

  return {
    load: (strategy) => async (load) => {
      const { request, matches, fetcherKey } = load
      const isForm = request.method !== 'GET'
      const isNavigation = !isForm && fetcherKey === null
      if (isNavigation && isStaying && isShown(request)) return shownData(matches)

      const results = await (isNavigation ? untilLost(strategy, load) : strategy(load))
      const failed = Object.entries(results).find(([, result]) => faultOf(result) !== null)
      if (!failed || request.signal.aborted) return results

      const [routeId, result] = failed
      report(faultOf(result))
      const { errors, fetchers } = router().state
      if (fetcherKey !== null && !isForm) {
        const former: unknown = fetchers.get(fetcherKey)?.data ?? null
        return { [routeId]: { type: 'data', result: former } }
      }
      if (isForm && (fetcherKey !== null || isShown(request))) {
        // The status keeps the router from loading the screen again.
        const answer = data(preservedForm({ fault: null, login: null }), { status: 503 })
        return { [routeId]: { type: 'data', result: answer } }
      }
      // The error page itself has no data to go on with.
      if (errors) return results
      if (!isForm && isShown(request)) return shownData(matches)
      await stay(request.signal)
      return {}
    },

    discover: (discover) => async (args) => {
      for (;;) {
        try {
          await discover(args)
          return
        } catch (fault) {
          const { signal, fetcherKey } = args
          if (!isNetworkFault(fault) || signal.aborted || router().state.errors) throw fault
          report(fault)
          if (fetcherKey === undefined) {
            await stay(signal)
            return
          }
          await pause(signal)
        }
      }
    },
  }
}

/**
 * The results, or the network fault of a route's module: Remix would wait for that forever, because
 * it expects the page to be loaded again.
 */
function untilLost(strategy: LoadStrategy, load: Load): Promise<Results> {
  return new Promise((resolve, reject) => {
    const matches = load.matches.map((match) => ({
      ...match,
      async resolve(handler?: unknown) {
        const result = await match.resolve(handler)
        if (faultOf(result) !== null) resolve({ [match.route.id]: result })
        return result
      },
    }))
    const { request, fetcherKey } = load
    strategy({ request, matches, fetcherKey }).then(resolve, reject)
  })
}

/** Remix wraps what a form's request threw, together with the response's status. */
function faultOf({ type, result }: Result): TypeError | null {
  if (type !== 'error') return null
  const thrown: unknown =
    typeof result === 'object' && result !== null && 'data' in result ? result.data : result
  return isNetworkFault(thrown) ? thrown : null
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => {
      resolve()
    })
  })

const retryMillis = 2_000

export function keepScreens(page: Window): void {
  page.keepScreen = (router) =>
    createScreenKeeper({
      router,
      entry: () => Number(Reflect.get(Object(page.history.state), 'idx') ?? 0),
      report: reportNetworkFault,
      pause: (signal) => pause(retryMillis, signal),
    })
}
