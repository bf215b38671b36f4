/** Whether this browser can get messages, and whether this visitor may be asked. */
import type { PixelPushPrompt } from '#app/contract/push.ts'
import { attempt } from '../guard.ts'
import { recallTab } from '../visitor.ts'

declare global {
  interface Navigator {
    /** True in an app of the home screen. Only on Apple's systems, and missing in lib.dom. */
    standalone?: boolean
  }
}

/**
 * - `possible`: the browser asks, or has the permission already.
 * - `install`: iPhones and iPads get messages only from sites on the home screen
 *   (https://webkit.org/blog/13878/web-push-for-web-apps-on-ios-and-ipados/), and this one isn't there.
 * - `never`: the visitor refused, or the page can't have a service worker.
 */
export type Support = 'possible' | 'install' | 'never'

export const readSupport = (): Support => {
  // Frames of other sites can't ask, and pages without https have no service workers.
  if (!isSecureContext || window !== window.top) return 'never'
  const isInstalled = navigator.standalone ?? matchMedia('(display-mode:standalone)').matches
  if (navigator.standalone !== undefined && navigator.maxTouchPoints && !isInstalled) {
    return 'install'
  }
  return 'serviceWorker' in navigator &&
    'PushManager' in window &&
    'Notification' in window &&
    Notification.permission !== 'denied'
    ? 'possible'
    : 'never'
}

const storageKey = 'footfall-push'
/** Kept for the tab once the card was on a page. */
const offeredMark = 'offered'

const dayMillis = 86_400_000

/**
 * Whether the card can be offered on this view of a page: never on the visit's first one, once per tab,
 * and not while a refusal is valid.
 *
 * Nothing counts pages without the visitor's consent. The tab's history has an entry for each, and for what
 * was open in it before the visit. So it may be offered on an earlier page than the owner chose, but
 * never on one that no page of the site led to.
 *
 * @param view number of this view in the document, from 1
 */
export const isOfferable = ({ views }: PixelPushPrompt, view: number, now: number): boolean => {
  const isLaterPage = view > 1 || document.referrer.startsWith(`${location.origin}/`)
  const refusedUntil = Number(attempt(() => localStorage.getItem(storageKey))) || 0
  return (
    isLaterPage &&
    Math.max(history.length, view) >= views &&
    now >= refusedUntil &&
    recallTab(storageKey) !== offeredMark
  )
}

/** Keeps it from the tab's next pages. Where storage is denied, from those of this document. */
export const noteOffered = () => void attempt(() => sessionStorage.setItem(storageKey, offeredMark))

/** Kept without consent, because the visitor asked for it. Has no id, only a time. */
export const noteRefused = ({ days }: PixelPushPrompt, now: number) =>
  void attempt(() => localStorage.setItem(storageKey, String(now + days * dayMillis)))
