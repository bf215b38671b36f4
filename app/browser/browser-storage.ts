/** What this browser keeps of a person beside the cookie, and how it is forgotten. */
import { dropLastRoutes } from './last-route.ts'

/**
 * Display state alone: who really stands in for whom is kept with the sign-in on the server, and what
 * stands here is never sent. Specification section 4; T06 (security.md).
 */
const impersonatorKey = 'impersonator-id'

type Page = Pick<Window, 'localStorage' | 'Spark'>

/** Another person sees the screens from now on: nothing of the one before is kept for them. */
export function storeImpersonator({ localStorage: kept }: Page, id: number | null): void {
  const before = kept.getItem(impersonatorKey)
  const now = id === null ? null : String(id)
  if (before === now) return
  dropLastRoutes(kept)
  if (now === null) kept.removeItem(impersonatorKey)
  else kept.setItem(impersonatorKey, now)
}

/** At logout, and when the server knows the person no longer. */
export function clearUserStorage(page: Page): void {
  delete page.Spark
  page.localStorage.removeItem(impersonatorKey)
  dropLastRoutes(page.localStorage)
}
