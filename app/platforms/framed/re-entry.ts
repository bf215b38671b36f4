/** An admin opens the app at its root, whatever was open there before. */
import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { keptStorage } from '#app/browser/kept-storage.ts'
import { readLastRoute, routeOwner } from '#app/browser/last-route.ts'
import { useSession } from '#app/browser/session.tsx'

/** The specification's delay, counted from when the server has accepted the person. */
const reentryMillis = 500

type Reentry = {
  /** The shop, site or store whose admin it is. */
  findTenant: () => string
  navigate: (path: string, options: { replace: true }) => void
}

/**
 * Reopens the person's last page in this admin, unless they have left the root by then. A deep link,
 * and a reload of another page, stay where they are. Used once for each document: layouts change as
 * the person moves on.
 */
export function useReentry({ findTenant, navigate }: Reentry): void {
  const { user } = useSession()
  const { pathname } = useLocation()
  const isEntry = useRef(pathname === '/')
  // Read once: the root is remembered soon after.
  const last = useRef<string>()
  const userId = user?.id

  useEffect(() => {
    if (pathname !== '/') isEntry.current = false
    if (!isEntry.current || userId === undefined) return
    last.current ??= readLastRoute(keptStorage(window), routeOwner(userId, findTenant()))
    const path = last.current
    if (path === '/') return
    const timer = setTimeout(() => {
      navigate(path, { replace: true })
    }, reentryMillis)
    return () => {
      clearTimeout(timer)
    }
  }, [userId, findTenant, pathname, navigate])
}
