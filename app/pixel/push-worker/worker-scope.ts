/**
 * The part of a service worker that the script uses, because lib.dom has none of its events. Names as in
 * https://w3c.github.io/push-api/ and https://notifications.spec.whatwg.org/.
 */

type Extendable = {
  /** Keeps the worker alive until the work is done. */
  waitUntil: (work: Promise<unknown>) => void
  /** Keeps the event from listeners that were added later. */
  stopImmediatePropagation: () => void
}

export type PushEvent = Extendable & { data: { json: () => unknown } | null }

export type NotificationEvent = Extendable & {
  notification: { data: unknown; close: () => void }
  /** Empty when the notification itself was pressed. */
  action?: string
}

/** Both are missing in Firefox before 137 and in Chrome before 138, which say only that something changed. */
export type SubscriptionEvent = Extendable & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Actions, the badge, the image and `renotify` are missing in lib.dom. */
export type ShownOptions = {
  [Name in keyof NotificationOptions]: NotificationOptions[Name] | undefined
} & {
  actions?: { action: string; title: string }[]
  image?: string | undefined
  renotify?: boolean
}

export type OpenTab = { url: string; focus: () => Promise<unknown> }

type WorkerEvents = {
  push: PushEvent
  notificationclick: NotificationEvent
  notificationclose: NotificationEvent
  pushsubscriptionchange: SubscriptionEvent
}

export type WorkerScope = {
  addEventListener: <Type extends keyof WorkerEvents>(
    type: Type,
    work: (event: WorkerEvents[Type]) => void,
  ) => void
  location: { href: string; origin: string; hostname: string }
  registration: {
    showNotification: (title: string, options: ShownOptions) => Promise<void>
    pushManager: Pick<PushManager, 'subscribe'>
  }
  clients: {
    matchAll: (about: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenTab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  fetch: (url: string, init: RequestInit) => Promise<{ ok: boolean }>
}
