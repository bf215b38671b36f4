/** Screens that refresh themselves. */
import { isRouteErrorResponse, useNavigation, useRevalidator } from '@remix-run/react'
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { isNetworkFault, skipAfterFault } from './preserve-form.ts'

/** A refresh that takes longer than this is told to the person. */
const lateMillis = 4_000
const retryMillis = 2_000

/**
 * Asks the loaders again while the tab is looked at, and at once when it is looked at again.
 *
 * @returns true while the newest answer is overdue
 */
export function usePolling(millis: number): boolean {
  const { revalidate, state } = useRevalidator()
  return useAsking({ ask: revalidate, state, millis })
}

type Asking = {
  /** The same function from drawing to drawing. */
  ask: () => unknown
  /** `idle` once the newest answer is there. */
  state: string
  millis: number
}

/** The same for whatever is asked for. */
export function useAsking({ ask, state, millis }: Asking): boolean {
  const navigation = useNavigation()
  const isQuiet = state === 'idle' && navigation.state === 'idle'
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    if (!isQuiet) return
    const askInSight = () => {
      if (document.visibilityState === 'visible') ask()
    }
    const timer = setInterval(askInSight, millis)
    document.addEventListener('visibilitychange', askInSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askInSight)
    }
  }, [isQuiet, millis, ask])

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => {
      setIsLate(true)
    }, lateMillis)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [state])

  return isLate
}

/**
 * The `clientLoader` of a polling screen: a refresh waits for a server that is restarting instead
 * of replacing the screen by an error page. Coming from another screen fails as usual.
 */
export const outlastOutage = (args: ClientLoaderFunctionArgs): Promise<unknown> =>
  new URL(args.request.url).pathname === window.location.pathname
    ? waitForServer(args)
    : args.serverLoader()

/** The same for an address that only a screen's own refreshes ask for. */
export async function waitForServer({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  for (;;) {
    try {
      return await serverLoader()
    } catch (error) {
      if (!isPassing(error) || request.signal.aborted) throw error
    }
    await pause(retryMillis, request.signal)
  }
}

/** For layouts: what they show changes with the address or by a form, never by a refresh. */
export const skipRefresh: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod } = change
  if (!formMethod && currentUrl.href === nextUrl.href) return false
  return skipAfterFault(change)
}

const isPassing = (error: unknown) =>
  isNetworkFault(error) || (isRouteErrorResponse(error) && error.status === 503)

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The screen was left.', 'AbortError'))
    })
  })
}
