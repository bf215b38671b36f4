/** Data that this browser stores about a person apart from the cookie, and how it is removed. */
import { keptStorage } from './kept-storage.ts'
import { dropLastRoutes } from './last-route.ts'

/**
 * For display only. The server keeps the impersonation with the session, and this value is never
 * sent.
 */
const impersonatorKey = 'impersonator-id'

type Page = Pick<Window, 'localStorage' | 'Spark'>

/** The screens show another person from now on, so nothing of the previous one is kept. */
export function storeImpersonator(page: Page, id: number | null): void {
  const kept = keptStorage(page)
  const before = kept.getItem(impersonatorKey)
  const now = id === null ? null : String(id)
  if (before === now) return
  dropLastRoutes(kept)
  if (now === null) kept.removeItem(impersonatorKey)
  else kept.setItem(impersonatorKey, now)
}

/** On logout, and when the server no longer knows the person. */
export function clearUserStorage(page: Page): void {
  delete page.Spark
  const kept = keptStorage(page)
  kept.removeItem(impersonatorKey)
  dropLastRoutes(kept)
}
