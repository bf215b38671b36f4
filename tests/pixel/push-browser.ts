/**
 * A browser's answers about push messages. Headless Chromium shows no prompt and has no push service, so
 * both are simulated. The service worker is real.
 */
import type { BrowserContext } from 'playwright/test'
import type { PixelPush } from '#app/contract/push.ts'

type Answers = {
  /** Before the page opens. */
  permission?: NotificationPermission
  /** The visitor's answer to the browser's prompt. */
  answer?: NotificationPermission
  /** The push service can't be reached. */
  isServiceDown?: boolean
}

/** Everything is kept for the tab, as the browser would. */
export const answerPush = (context: BrowserContext, answers: Answers = {}) =>
  context.addInitScript(({ permission = 'default', answer = 'granted', isServiceDown }) => {
    if (location.protocol === 'about:') return
    const kept = (name: string) => sessionStorage.getItem(`browser:${name}`)
    const readPermission = () => (kept('permission') as NotificationPermission | null) ?? permission
    const keep = (name: string, value: string) => sessionStorage.setItem(`browser:${name}`, value)
    Object.defineProperty(Notification, 'permission', {
      get: () => {
        // A denied one decides alone, so a test knows that the page has decided.
        Reflect.set(window, '__isPermissionRead', true)
        return readPermission()
      },
    })
    Notification.requestPermission = () => {
      keep('asked', String(Number(kept('asked') ?? 0) + 1))
      // The browser asks once, and answers by what it knows from then on.
      const known = readPermission()
      if (known === 'default' && answer !== 'default') keep('permission', answer)
      return Promise.resolve(known === 'default' ? answer : known)
    }
    const subscriptionOf = (key: string) => ({
      endpoint: `https://push.example/of-${key}`,
      toJSON: () => ({
        endpoint: `https://push.example/of-${key}`,
        expirationTime: null,
        keys: { p256dh: 'p', auth: 'a' },
      }),
      unsubscribe: () => {
        sessionStorage.removeItem('browser:key')
        return Promise.resolve(true)
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: () =>
        Promise.resolve(kept('key') ? subscriptionOf(kept('key') ?? '') : null),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        const key = kept('key')
        if (isServiceDown) return Promise.reject(new DOMException('No service.', 'AbortError'))
        if (key && key !== applicationServerKey) {
          return Promise.reject(new DOMException('Another key.', 'InvalidStateError'))
        }
        keep('key', applicationServerKey)
        return Promise.resolve(subscriptionOf(applicationServerKey))
      },
    })
  }, answers)

/** As the server sends it. */
export const pushOf = (at: string, about: Partial<PixelPush> = {}): PixelPush => ({
  at,
  site: 'Fixture shop',
  key: 'site-key',
  worker: { path: '/footfall-push.js', scope: '/footfall-push/' },
  kinds: ['news', 'back_in_stock', 'price_drop', 'order_shipped'],
  prompt: {
    title: 'Hear about new linen?',
    text: 'A few messages a month, on this device.',
    accept: 'Yes, please',
    notNow: 'Not now',
    kinds: ['news'],
    views: 2,
    seconds: 0,
    days: 90,
  },
  texts: {
    backInStock: 'Notify me when it’s back',
    priceDrop: 'Notify me when the price drops',
    orderShipped: 'Notify me when it ships',
    requested: 'You’ll get a message.',
    refused: 'Your browser blocks messages.',
    installFirst: 'Add this site to your home screen first.',
    preferences: 'Preferences',
  },
  ...about,
})
