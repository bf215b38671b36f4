/**
 * Push messages in Chromium. Headless Chromium has no push service and grants no permission for
 * notifications, so the two are simulated: subscriptions come from the double of push services, and what a
 * worker would show is kept. The worker, its events and the way of a message into it are the browser's.
 */
import type { BrowserContext, Page, Worker } from 'playwright/test'
import type { BrowserSubscription } from '#workshop/doubles/push-service.ts'

type ExposedWindow = { subscribeAtService: (key: string) => Promise<BrowserSubscription> }

/** Visitors of this context grant what the browser asks. Call before a page opens. */
export async function subscribeWith(
  context: BrowserContext,
  subscribe: (key: string) => BrowserSubscription,
): Promise<void> {
  await context.exposeFunction('subscribeAtService', subscribe)
  await context.addInitScript(() => {
    if (location.protocol === 'about:') return
    const { subscribeAtService } = window as unknown as ExposedWindow
    const kept = (name: string) => sessionStorage.getItem(`browser:${name}`)
    Object.defineProperty(Notification, 'permission', {
      get: () => kept('permission') ?? 'default',
    })
    Notification.requestPermission = () => {
      sessionStorage.setItem('browser:permission', 'granted')
      return Promise.resolve('granted')
    }
    const asSubscription = ({ key: _key, ...subscription }: BrowserSubscription) => ({
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: () => {
        sessionStorage.removeItem('browser:subscription')
        return Promise.resolve(true)
      },
    })
    const read = () => {
      const stored = kept('subscription')
      return stored === null ? null : (JSON.parse(stored) as BrowserSubscription)
    }
    Object.assign(PushManager.prototype, {
      getSubscription: () => {
        const known = read()
        return Promise.resolve(known && asSubscription(known))
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const subscription = read() ?? (await subscribeAtService(applicationServerKey))
        sessionStorage.setItem('browser:subscription', JSON.stringify(subscription))
        return asSubscription(subscription)
      },
    })
  })
}

/** https://chromedevtools.github.io/devtools-protocol/tot/ServiceWorker/#method-deliverPushMessage */
export async function openDelivery(
  context: BrowserContext,
  page: Page,
): Promise<(data: string) => Promise<void>> {
  const session = await context.newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/footfall-push/'))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await known
  const { origin } = new URL(page.url())
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

export type ShownMessage = { title: string; options: NotificationOptions & { data: unknown } }

type WorkerGlobal = {
  shown: ShownMessage[]
  ServiceWorkerRegistration: { prototype: object }
  registration: { getNotifications: () => Promise<ShownMessage[]> }
}

/** Keeps what the worker shows, as browsers do: one with the same tag replaces another. */
export const keepShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerGlobal
    scope.shown = []
    Object.assign(scope.ServiceWorkerRegistration.prototype, {
      showNotification: (title: string, options: ShownMessage['options']) => {
        const others = scope.shown.filter((one) => one.options.tag !== options.tag)
        // Throws for what no notification can keep.
        scope.shown = [...others, { title, options: structuredClone(options) }]
        return Promise.resolve()
      },
      getNotifications: () => Promise.resolve(scope.shown),
    })
  })

export const readShown = (worker: Worker): Promise<ShownMessage[]> =>
  worker.evaluate(() => (globalThis as unknown as WorkerGlobal).registration.getNotifications())

/**
 * Presses the first notification, or one of its buttons. No protocol does, so the event is one of the test.
 *
 * @returns the windows that the worker opens, which headless Chromium lets only a real press open
 */
export const pressShown = (worker: Worker, action = ''): Promise<string[]> =>
  worker.evaluate(async (pressed) => {
    const scope = globalThis as unknown as WorkerGlobal &
      EventTarget & { clients: { openWindow: unknown } }
    const windows: string[] = []
    scope.clients.openWindow = (url: string) => Promise.resolve(windows.push(url))
    const work: Promise<unknown>[] = []
    const press = Object.assign(new Event('notificationclick'), {
      notification: { data: scope.shown[0]?.options.data as unknown, close: () => {} },
      action: pressed,
    })
    Object.defineProperty(press, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
    scope.dispatchEvent(press)
    await Promise.all(work)
    return windows
  }, action)
