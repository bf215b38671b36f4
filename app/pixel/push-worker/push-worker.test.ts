import { expect, test, vi } from 'vitest'
import type { PushMessage } from '#app/contract/push.ts'
import type { keepPushRecord, PushRecord } from '../push/push-record.ts'
import { startPushWorker } from './push-worker.ts'
import type { OpenTab, ShownOptions, WorkerScope } from './worker-scope.ts'

const host = 'https://footfall.example'
const report = `${host}/api/push/5f0c1d9e-0000-4000-8000-000000000001/reports`
const at = `${host}/api/push/5f0c1d9e-0000-4000-8000-000000000001/subscriptions/7`

const message: PushMessage = {
  footfall: 1,
  id: 'm1',
  site: '5f0c1d9e-0000-4000-8000-000000000001',
  title: 'Linen shirt is back',
  body: 'You asked us to let you know.',
  url: 'https://shop.example/products/shirt',
  icon: 'https://shop.example/icon.png',
  tag: 'back-shirt',
  lang: 'en',
  dir: 'ltr',
  open: 'Open',
  stop: 'Stop these',
  token: 'token-of-message',
  reportTo: report,
  manage: `${host}/push/token-of-message`,
  until: 2_000,
}

const record: PushRecord = {
  at,
  token: 'token-of-subscription',
  key: 'site-key',
  endpoint: 'https://push.example/old',
  name: 'Fixture shop',
  shownIds: [],
}

type Given = {
  record?: PushRecord
  href?: string
  now?: number
  tabs?: OpenTab[]
  isOffline?: boolean
  isStorageDenied?: boolean
  subscribe?: () => Promise<PushSubscription>
}

/** A worker's scope that records what the script does. */
const startWorker = ({
  href = 'https://shop.example/footfall-push.js',
  now = 1_000,
  tabs = [],
  ...given
}: Given = {}) => {
  const { origin, hostname } = new URL(href)
  const kept = { record: given.record }
  const listeners = new Map<string, (event: never) => void>()
  const shown: { title: string; options: ShownOptions }[] = []
  const opened: string[] = []
  const sent: { url: string; body: unknown; init: RequestInit }[] = []
  const asked: unknown[] = []
  const scope: WorkerScope = {
    addEventListener: (type, work) => {
      listeners.set(type, work)
    },
    location: { href, origin, hostname },
    registration: {
      showNotification: (title, options) => {
        shown.push({ title, options })
        return Promise.resolve()
      },
      pushManager: {
        subscribe: (options) => {
          asked.push(options)
          return given.subscribe?.() ?? Promise.reject(new Error('No push service.'))
        },
      },
    },
    clients: {
      matchAll: () => Promise.resolve(tabs),
      openWindow: (url) => {
        opened.push(url)
        return Promise.resolve(null)
      },
    },
    fetch: (url, init) => {
      sent.push({ url, body: JSON.parse(init.body as string) as unknown, init })
      return given.isOffline
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve({ ok: true })
    },
  }
  const keep: typeof keepPushRecord = (change) => {
    if (given.isStorageDenied) return Promise.reject(new Error('Denied.'))
    const before = kept.record
    if (change) kept.record = change(before)
    return Promise.resolve(before)
  }
  startPushWorker(scope, keep, () => now)

  const stop = vi.fn()
  const fire = async (type: string, event: object) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({
      ...event,
      waitUntil: (one: Promise<unknown>) => work.push(one),
      stopImmediatePropagation: stop,
    } as never)
    await Promise.all(work)
  }
  return {
    kept,
    shown,
    opened,
    sent,
    asked,
    stop,
    push: (data: unknown) => fire('push', { data: { json: () => data } }),
    fire,
    press: async (action = '', data: unknown = shown[0]?.options.data) => {
      const close = vi.fn()
      await fire('notificationclick', { notification: { data, close }, action })
      return close
    },
  }
}

test('a message is shown with all its parts, and reported', async () => {
  const { push, shown, sent, stop } = startWorker()

  await push({
    ...message,
    image: 'https://shop.example/shirt.jpg',
    badge: 'https://shop.example/b.png',
  })

  expect(shown).toEqual([
    {
      title: 'Linen shirt is back',
      options: {
        body: 'You asked us to let you know.',
        icon: 'https://shop.example/icon.png',
        image: 'https://shop.example/shirt.jpg',
        badge: 'https://shop.example/b.png',
        lang: 'en',
        dir: 'ltr',
        tag: 'back-shirt',
        renotify: false,
        actions: [
          { action: 'open', title: 'Open' },
          { action: 'stop', title: 'Stop these' },
        ],
        data: { footfall: expect.objectContaining({ id: 'm1' }) as unknown },
      },
    },
  ])
  expect(sent).toMatchObject([{ url: report, body: { token: message.token, event: 'shown' } }])
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
  // The shop's code would show it again.
  expect(stop).toHaveBeenCalledOnce()
})

test('emoji and a direction from right to left arrive as they were sent', async () => {
  const { push, shown } = startWorker()

  await push({ ...message, title: '👕 القميص متوفر', dir: 'rtl', lang: 'ar' })

  expect(shown[0]).toMatchObject({ title: '👕 القميص متوفر', options: { dir: 'rtl', lang: 'ar' } })
})

test('a message is shown without network, without storage and without a report', async () => {
  const { push, shown } = startWorker({ isOffline: true, isStorageDenied: true })

  await push(message)

  expect(shown).toHaveLength(1)
})

test('a message that is delivered twice is shown once', async () => {
  const { push, shown, sent, kept } = startWorker({ record })

  await push(message)
  await push(message)
  await push({ ...message, id: 'm2' })

  expect(shown).toHaveLength(2)
  expect(sent).toHaveLength(2)
  expect(kept.record?.shownIds).toEqual(['m1', 'm2'])
})

test('only the latest ids of shown messages are kept', async () => {
  const many = Array.from({ length: 50 }, (_none, index) => `old-${index}`)
  const { push, kept } = startWorker({ record: { ...record, shownIds: many } })

  await push(message)

  expect(kept.record?.shownIds).toHaveLength(50)
  expect(kept.record?.shownIds.at(-1)).toBe('m1')
})

test.each([
  ['no data', null],
  ['a text', 'Sale!'],
  ['a list', [1]],
  ['a later version', { ...message, footfall: 2 }],
  ['a message without a title', { ...message, title: '' }],
])('for %s only the site’s name is shown', async (_name, data) => {
  const { push, shown, sent } = startWorker({ record })

  await push(data)

  expect(shown).toMatchObject([{ title: 'Fixture shop', options: { tag: 'footfall' } }])
  expect(shown[0]?.options.body).toBeUndefined()
  expect(sent).toEqual([])
})

test('data that isn’t JSON shows the host where no name is known', async () => {
  const { fire, shown } = startWorker()

  await fire('push', {
    data: {
      json: () => {
        throw new SyntaxError('Unexpected token')
      },
    },
  })
  await fire('push', { data: null })

  expect(shown.map(({ title }) => title)).toEqual(['shop.example', 'shop.example'])
})

test('a message that is no longer true shows the site’s name', async () => {
  const { push, shown, sent } = startWorker({ record, now: 2_000 })

  await push(message)

  expect(shown).toMatchObject([{ title: 'Fixture shop' }])
  expect(sent).toEqual([])
})

test('a shop’s worker keeps its own messages and notifications', async () => {
  const { push, press, fire, shown, sent, stop, opened } = startWorker({
    href: 'https://shop.example/sw.js',
  })

  await push({ title: 'Of another service' })
  await push(null)
  const close = await press('', { url: '/somewhere' })
  await press('', null)
  await fire('notificationclose', { notification: { data: null } })

  expect([shown, sent, opened]).toEqual([[], [], []])
  expect(stop).not.toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
})

test('a press opens the page, and is reported', async () => {
  const { push, press, opened, sent } = startWorker()
  await push(message)

  const close = await press()

  expect(close).toHaveBeenCalledOnce()
  expect(opened).toEqual([message.url])
  expect(sent.at(-1)?.body).toEqual({ token: message.token, event: 'clicked' })
})

test('a tab that has the page already is focused', async () => {
  const focus = vi.fn(() => Promise.resolve(null))
  const tabs = [
    { url: 'https://shop.example/', focus: () => Promise.reject(new Error('another')) },
    { url: `${message.url}#sizes`, focus },
  ]
  const { push, press, opened } = startWorker({ tabs })
  await push(message)

  await press('open')

  expect(focus).toHaveBeenCalledOnce()
  expect(opened).toEqual([])
})

test('a tab that has closed meanwhile is opened again', async () => {
  const tabs = [{ url: message.url, focus: () => Promise.reject(new TypeError('closed')) }]
  const { push, press, opened } = startWorker({ tabs })
  await push(message)

  await press()

  expect(opened).toEqual([message.url])
})

test.each([
  ['https://elsewhere.example/', 'https://shop.example/'],
  ['https://notshop.example/', 'https://shop.example/'],
  ['javascript:alert(1)', 'https://shop.example/'],
  ['data:text/html,hello', 'https://shop.example/'],
  ['http://', 'https://shop.example/'],
  ['/sale', 'https://shop.example/sale'],
  ['https://www.shop.example/sale', 'https://www.shop.example/sale'],
])('the link %s opens %s', async (url, wanted) => {
  const { push, press, opened } = startWorker()
  await push({ ...message, url })

  await press()

  expect(opened).toEqual([wanted])
})

test('“Stop these” is reported and opens the preferences', async () => {
  const { push, press, opened, sent } = startWorker()
  await push(message)

  await press('stop')

  expect(opened).toEqual([message.manage])
  expect(sent.at(-1)?.body).toEqual({ token: message.token, event: 'stopped' })
})

test('a notification that is dismissed is reported', async () => {
  const { push, fire, shown, sent } = startWorker()
  await push(message)

  await fire('notificationclose', {
    notification: { data: shown[0]?.options.data as unknown },
  })

  expect(sent.at(-1)?.body).toEqual({ token: message.token, event: 'closed' })
})

const subscription = (endpoint: string) =>
  ({
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
  }) as unknown as PushSubscription

test('a new subscription of the browser replaces the old one on the server', async () => {
  const { fire, sent, asked, kept } = startWorker({ record })

  await fire('pushsubscriptionchange', {
    newSubscription: subscription('https://push.example/new'),
  })

  expect(asked).toEqual([])
  expect(sent).toMatchObject([
    {
      url: at,
      body: {
        do: 'replace',
        token: record.token,
        endpoint: 'https://push.example/new',
        expirationTime: null,
        keys: { p256dh: 'p', auth: 'a' },
        key: 'site-key',
      },
    },
  ])
  expect(kept.record?.endpoint).toBe('https://push.example/new')
})

test('where the browser only says that something changed, the worker subscribes again', async () => {
  const { fire, sent, asked } = startWorker({
    record,
    subscribe: () => Promise.resolve(subscription('https://push.example/again')),
  })

  await fire('pushsubscriptionchange', {})

  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'site-key' }])
  expect(sent).toMatchObject([{ body: { do: 'replace', endpoint: 'https://push.example/again' } }])
})

test('a change that the server doesn’t get is left for the next page of the site', async () => {
  const { fire, kept } = startWorker({ record, isOffline: true })

  await fire('pushsubscriptionchange', {
    newSubscription: subscription('https://push.example/new'),
  })

  expect(kept.record?.endpoint).toBe('https://push.example/old')
})

test('without permission the server deletes the subscription, and the browser its record', async () => {
  const { fire, sent, kept } = startWorker({
    record,
    subscribe: () => Promise.reject(new DOMException('No.', 'NotAllowedError')),
  })

  await fire('pushsubscriptionchange', {})

  expect(sent).toMatchObject([{ url: at, body: { do: 'unsubscribe', token: record.token } }])
  expect(kept.record).toBeUndefined()
})

test('a push service that can’t be reached changes nothing', async () => {
  const { fire, sent, kept } = startWorker({ record })

  await fire('pushsubscriptionchange', {})

  expect(sent).toEqual([])
  expect(kept.record).toEqual(record)
})

test('a change of the shop’s subscription is left to the shop', async () => {
  const { fire, sent, asked } = startWorker()

  await fire('pushsubscriptionchange', { newSubscription: subscription('https://push.example/x') })

  expect([sent, asked]).toEqual([[], []])
})
