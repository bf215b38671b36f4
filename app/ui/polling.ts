/** Screens that refresh themselves. */
import { isRouteErrorResponse, useFetchers, useNavigation, useRevalidator } from '@remix-run/react'
import type { ClientLoaderFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { isNetworkFault } from '#app/browser/network-faults.ts'
import { pause } from '#app/lib/async/pause.ts'
import { skipAfterFault } from './forms/preserve-form.ts'

/** A refresh that takes longer is reported to the person. */
const lateMillis = 4_000
const retryMillis = 2_000

/**
 * Revalidates while the tab is visible, and immediately when it becomes visible.
 *
 * @returns true while the latest response is overdue
 */
export function usePolling(millis: number): boolean {
  const { revalidate, state } = useRevalidator()
  return useAsking({ ask: revalidate, state, millis })
}

type Asking = {
  /** Must be the same function on every render. */
  ask: () => unknown
  /** `idle` when the latest response has arrived. */
  state: string
  millis: number
}

/** The same for any request. */
export function useAsking({ ask, state, millis }: Asking): boolean {
  const navigation = useNavigation()
  // A refresh during a submission would count as the newer navigation, and Remix would drop the redirect
  // that answers the form.
  const isSending = useFetchers().some(
    (fetcher) => fetcher.state !== 'idle' && fetcher.formMethod !== undefined,
  )
  const isQuiet = state === 'idle' && navigation.state === 'idle' && !isSending
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
 * `clientLoader` of a polling screen: a refresh waits for a restarting server instead of showing
 * the error page, and for the form that may have deleted what the screen shows. Navigation fails as
 * usual.
 */
export const outlastOutage = (args: ClientLoaderFunctionArgs): Promise<unknown> =>
  new URL(args.request.url).pathname === window.location.pathname
    ? waitForServer(args)
    : args.serverLoader()

/** The same for a URL that only refreshes request. */
export async function waitForServer({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  let isGone = false
  for (;;) {
    try {
      return await serverLoader()
    } catch (error) {
      if (request.signal.aborted || !(isPassing(error) || (isMissing(error) && !isGone)))
        throw error
      // The response of a form that deletes leads to another screen, and comes after the deletion.
      isGone ||= isMissing(error)
    }
    await pause(retryMillis, request.signal)
  }
}

/** For layouts, whose data changes by navigation or forms only. */
export const skipRefresh: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod } = change
  if (!formMethod && currentUrl.href === nextUrl.href) return false
  return skipAfterFault(change)
}

const isMissing = (error: unknown) =>
  (error instanceof Response || isRouteErrorResponse(error)) && error.status === 404

const isPassing = (error: unknown) =>
  isNetworkFault(error) || (isRouteErrorResponse(error) && error.status === 503)
