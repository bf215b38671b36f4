/** The built service worker, as a shop's file imports it from another host. */
import type { BrowserContext, Page, Worker } from 'playwright/test'
import type { PushMessage } from '#app/contract/push.ts'
import { answerPush, pushOf } from './push-browser.ts'
import { expect, payloadOf, test, type Shop } from './shop-test.ts'

/** A message as a push service delivers it, decrypted. */
const messageOf = (shop: Shop, about: Partial<PushMessage> = {}): PushMessage => ({
  footfall: 1,
  id: 'm1',
  site: '5f0c1d9e-0000-4000-8000-000000000001',
  title: 'Linen shirt is back 👕',
  body: 'You asked us to let you know.',
  url: `${new URL(shop.page.url()).origin}/product`,
  tag: 'back-shirt',
  lang: 'en',
  dir: 'ltr',
  open: 'Open',
  stop: 'Stop these',
  token: 'token-of-message',
  reportTo: `${shop.pushAt}/reports`,
  manage: `${new URL(shop.pushAt).origin}/push/token-of-message`,
  until: Date.now() / 1000 + 3600,
  ...about,
})

/** A visitor who asked for messages. Returns the running worker, and the browser's way to wake it. */
const subscribe = async (shop: Shop, context: BrowserContext) => {
  const { page } = shop
  await answerPush(context)
  shop.site.payload = payloadOf([], {}, { push: pushOf(shop.pushAt) })
  await shop.open()
  await page.evaluate(() => {
    location.href = `/other${location.search}`
  })
  const starting = context.waitForEvent('serviceworker')
  await page.getByRole('button', { name: 'Yes, please' }).click()
  const worker = await starting
  await expect(page.getByText('You’ll get a message.')).toBeVisible()
  await keepShown(worker)
  return { worker, deliver: await openDelivery(context, page) }
}

/** https://chromedevtools.github.io/devtools-protocol/tot/ServiceWorker/#method-deliverPushMessage */
const openDelivery = async (context: BrowserContext, page: Page) => {
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
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

type Shown = { title: string; options: NotificationOptions & { data: unknown } }
type WorkerGlobal = {
  shown: Shown[]
  ServiceWorkerRegistration: { prototype: object }
}

/** Headless Chromium grants no permission for notifications, so what the worker would show is kept. */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerGlobal
    scope.shown = []
    Object.assign(scope.ServiceWorkerRegistration.prototype, {
      showNotification: (title: string, options: Shown['options']) => {
        // As browsers do.
        const others = scope.shown.filter((one) => one.options.tag !== options.tag)
        // Throws for what no notification can keep.
        scope.shown = [...others, { title, options: structuredClone(options) }]
        return Promise.resolve()
      },
    })
  })

const readShown = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerGlobal).shown)

const eventsOf = (shop: Shop) =>
  shop.site.pushCalls.flatMap(({ path, body }) => (path === 'reports' ? [body.event] : []))

test('a message is shown by the worker, reported, and shown once', async ({ shop, context }) => {
  const { worker, deliver } = await subscribe(shop, context)

  await deliver(JSON.stringify(messageOf(shop)))
  await expect.poll(() => eventsOf(shop)).toEqual(['shown'])
  await deliver(JSON.stringify(messageOf(shop)))
  await deliver(JSON.stringify(messageOf(shop, { id: 'm2', tag: 'other' })))
  await expect.poll(() => eventsOf(shop)).toEqual(['shown', 'shown'])

  expect(await readShown(worker)).toMatchObject([
    {
      title: 'Linen shirt is back 👕',
      options: {
        body: 'You asked us to let you know.',
        tag: 'back-shirt',
        lang: 'en',
        dir: 'ltr',
        actions: [{ title: 'Open' }, { title: 'Stop these' }],
      },
    },
    { options: { tag: 'other' } },
  ])
})

test('only the site’s name is shown for data that isn’t a message', async ({ shop, context }) => {
  const { worker, deliver } = await subscribe(shop, context)

  await deliver('<html>')
  await deliver(JSON.stringify({ ...messageOf(shop), footfall: 2 }))
  await deliver(JSON.stringify(messageOf(shop, { until: Date.now() / 1000 - 1 })))

  await expect.poll(() => readShown(worker)).toMatchObject([{ title: 'Fixture shop' }])
  expect((await readShown(worker))[0]?.options.body).toBeUndefined()
  await deliver(JSON.stringify(messageOf(shop, { id: 'm2' })))
  await expect.poll(() => eventsOf(shop)).toContain('shown')
  expect(eventsOf(shop)).toEqual(['shown'])
})

test('a press is reported, and opens no page of another site', async ({ shop, context }) => {
  const { worker, deliver } = await subscribe(shop, context)
  await deliver(JSON.stringify(messageOf(shop, { url: 'https://elsewhere.example/' })))
  await expect.poll(() => eventsOf(shop)).toEqual(['shown'])

  // No protocol presses a notification, so the event is one of the test.
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerGlobal &
      EventTarget & { clients: { openWindow: unknown } }
    const windows: string[] = []
    scope.clients.openWindow = (url: string) => Promise.resolve(windows.push(url))
    const work: Promise<unknown>[] = []
    const press = Object.assign(new Event('notificationclick'), {
      notification: { data: scope.shown[0]?.options.data as unknown, close: () => {} },
      action: '',
    })
    Object.defineProperty(press, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
    scope.dispatchEvent(press)
    await Promise.all(work)
    return windows
  })

  await expect.poll(() => eventsOf(shop)).toEqual(['shown', 'clicked'])
  expect(opened).toEqual([`${new URL(shop.page.url()).origin}/`])
})
