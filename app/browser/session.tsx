/**
 * The logged-in person as the browser knows them, and the calls in their name. For display only:
 * the server decides on each call what is allowed.
 */
import { useLocation, useMatches } from '@remix-run/react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { ApiError, createApiClient, type ApiClient } from './api-client.ts'
import { clearUserStorage, storeImpersonator } from './browser-storage.ts'
import { useHost } from './host.ts'
import { keptStorage } from './kept-storage.ts'
import { lastRouteMillis, routeOwner, saveLastRoute } from './last-route.ts'

declare global {
  interface Window {
    /**
     * The response of `GET spark-variables`, for scripts that need it; absent when no one is logged
     * in.
     */
    Spark?: unknown
  }
}

/** The part of `GET user` that the shell reads. */
type SessionUser = { id: number }

type Session = {
  user: SessionUser | null
  isLoggedIn: boolean
  enter: (user: SessionUser) => void
  /** Forgets the person, and everything that this browser stores about them. */
  clear: () => void
  /** True for the first caller since no one was logged in, so the initial calls run once. */
  begin: () => boolean
}

const SessionContext = createContext<Session | null>(null)

export function Sessions({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<SessionUser | null>(null)
  const hasBegun = useRef(false)
  const begin = useCallback(() => {
    const isFirst = !hasBegun.current
    hasBegun.current = true
    return isFirst
  }, [])
  const clear = useCallback(() => {
    clearUserStorage(window)
    hasBegun.current = false
    setUser(null)
  }, [])
  const session = useMemo(
    () => ({ user, isLoggedIn: user !== null, enter: setUser, clear, begin }),
    [user, clear, begin],
  )
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('A session needs <Sessions> around it.')
  return session
}

/** The client for our own API. */
export function useApi(): ApiClient {
  const { toast, logIn } = useHost()
  const { clear } = useSession()

  return useMemo(
    () =>
      createApiClient({
        fetch: (input, init) => fetch(input, init),
        base: '',
        // The cookie is HttpOnly: the browser sends it, and no script can read it.
        token: () => null,
        toast,
        leave: () => {
          clear()
          const { pathname, search } = window.location
          logIn(pathname === '/' ? '/' : pathname + search)
        },
      }),
    [toast, logIn, clear],
  )
}

/**
 * Calls logout, removes everything about the person from this browser, then loads the login page.
 */
export function useLogOut(): () => Promise<void> {
  const api = useApi()
  const { clear } = useSession()

  return useCallback(async () => {
    const isOut = await api.send('POST', 'logout').then(
      () => true,
      (error: unknown) => error instanceof ApiError && error.status === 401,
    )
    if (!isOut) return
    clear()
    window.location.assign('/auth/login')
  }, [api, clear])
}

/**
 * Fetches the user and the settings once per page load. Rendered in the layouts for logged-in
 * people.
 *
 * @param impersonatorId the member of staff who impersonates the person
 */
export function SessionStart({ impersonatorId }: { impersonatorId: number | null }) {
  const api = useApi()
  const { user, enter, clear, begin } = useSession()
  const { pathname, search, hash } = useLocation()
  const { frame } = useHost()
  const isFound = useMatches().at(-1)?.id !== 'catch-all'

  useEffect(() => {
    if (begin()) void start(api, { enter, clear })
  }, [api, begin, enter, clear])

  useEffect(() => {
    storeImpersonator(window, impersonatorId)
  }, [impersonatorId])

  // Impersonation must not overwrite the person's last page.
  const userId = impersonatorId === null ? (user?.id ?? null) : null
  useEffect(() => {
    if (userId === null || !isFound) return
    const timer = setTimeout(() => {
      const owner = routeOwner(userId, frame?.findTenant() ?? null)
      const path = pathname + search + hash
      saveLastRoute(keptStorage(window), owner, frame ? frame.plainPath(path) : path)
    }, lastRouteMillis)
    return () => {
      clearTimeout(timer)
    }
  }, [userId, frame, isFound, pathname, search, hash])

  return null
}

/** The settings follow once the server has accepted the person: a refusal leads away once. */
async function start(api: ApiClient, { enter, clear }: Pick<Session, 'enter' | 'clear'>) {
  // Errors are ignored: the rendered screen proves that the person is logged in.
  const quiet = { isQuiet: true }
  try {
    const answer = await api.send('GET', 'user', quiet)
    enter((answer as { user: SessionUser }).user)
    window.Spark = await api.send('GET', 'spark-variables', quiet)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) clear()
  }
}
