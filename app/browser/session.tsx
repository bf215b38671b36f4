/**
 * Who is logged in, as the browser knows it, and the calls that are made in their name. What may be
 * done is decided by the server at each call; here is only what is shown. Specification sections 3, 4, 7.
 */
import { useLocation, useNavigate } from '@remix-run/react'
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
import { useToast } from './toast-context.ts'
import { clearUserStorage, storeImpersonator } from './browser-storage.ts'
import { lastRouteMillis, saveLastRoute } from './last-route.ts'

declare global {
  interface Window {
    /** The settings of `GET spark-variables`, for scripts that ask for them; absent for nobody. */
    Spark?: unknown
  }
}

/** What the shell itself reads of `GET user`. */
type SessionUser = { id: number }

type Session = {
  user: SessionUser | null
  isLoggedIn: boolean
  enter: (user: SessionUser) => void
  /** Forgets the person, and whatever of theirs this browser keeps. */
  clear: () => void
  /** True for the first who asks since nobody was logged in: the start's calls are made once. */
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

/** The calls of specification section 7. */
export function useApi(): ApiClient {
  const toast = useToast()
  const navigate = useNavigate()
  const { clear } = useSession()

  return useMemo(
    () =>
      createApiClient({
        fetch: (input, init) => fetch(input, init),
        base: '',
        // The cookie is HttpOnly: it goes along by itself, and no script has it.
        token: () => null,
        toast,
        leave: () => {
          clear()
          const { pathname, search } = window.location
          const back = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`
          navigate(`/auth/login${back}`)
        },
      }),
    [toast, navigate, clear],
  )
}

/** Spec §4: the call, then nothing of the person is left here, then the login, loaded whole. */
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
 * What happens at the start for whoever is logged in: both calls of specification section 7, once for
 * each page load. Stands in the layouts of people who are logged in.
 *
 * @param impersonatorId the member of staff who stands in for the person
 */
export function SessionStart({ impersonatorId }: { impersonatorId: number | null }) {
  const api = useApi()
  const { user, enter, clear, begin } = useSession()
  const { pathname, search, hash } = useLocation()

  useEffect(() => {
    if (begin()) void start(api, { enter, clear })
  }, [api, begin, enter, clear])

  useEffect(() => {
    storeImpersonator(window, impersonatorId)
  }, [impersonatorId])

  // Whoever stands in for somebody leaves no trace of it in where they were.
  const userId = impersonatorId === null ? (user?.id ?? null) : null
  useEffect(() => {
    if (userId === null) return
    const timer = setTimeout(() => {
      saveLastRoute(window.localStorage, userId, pathname + search + hash)
    }, lastRouteMillis)
    return () => {
      clearTimeout(timer)
    }
  }, [userId, pathname, search, hash])

  return null
}

async function start(api: ApiClient, { enter, clear }: Pick<Session, 'enter' | 'clear'>) {
  // Failures are ignored: the screen that is shown proves that the person is logged in.
  const quiet = { isQuiet: true }
  await Promise.all([
    api.send('GET', 'user', quiet).then(
      (answer) => {
        enter((answer as { user: SessionUser }).user)
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 403) clear()
      },
    ),
    api.send('GET', 'spark-variables', quiet).then(
      (settings) => {
        window.Spark = settings
      },
      () => undefined,
    ),
  ])
}
