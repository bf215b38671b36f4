/**
 * The service worker's part in push messages: shows, opens, reports, renews. A shop's worker imports it by one line, beside its
 * own code, so it never touches messages and notifications that aren't ours.
 *
 * It reads nothing of the shop's pages, and handles no requests.
 */
import type { PushEvent as ReportedEvent, PushMessage } from '#app/contract/push.ts'
import type { keepPushRecord } from '../push/push-record.ts'
import type {
  NotificationEvent,
  PushEvent,
  ShownOptions,
  SubscriptionEvent,
  WorkerScope,
} from './worker-scope.ts'

/** The version of messages that this worker shows. A later one may mean something else by the same names. */
const understoodVersion: PushMessage['footfall'] = 1

/** Notifications with the same tag replace each other, so several unreadable messages are one. */
const unreadableTag = 'footfall'

/** So many messages are known again when a push service delivers one twice. */
const mostShown = 50

/** Kept with the notification, which outlives the worker. */
type Shown = { footfall: Partial<PushMessage> }

/** @param now Unix seconds */
export const startPushWorker = (
  scope: WorkerScope,
  keepRecord: typeof keepPushRecord,
  now: () => number,
) => {
  /** Undefined where storage is denied, too. */
  const recall: typeof keepPushRecord = (change) => keepRecord(change).catch(() => undefined)

  /** Whether the server has it. Never fails: a press has its effect with or without its report. */
  const post = (url: string, body: object) =>
    scope
      // text/plain needs no preflight. Without cookies, because the server isn't the shop's.
      .fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        credentials: 'omit',
        keepalive: true,
      })
      .then(
        ({ ok }) => ok,
        () => false,
      )

  const report = async ({ reportTo, token }: Partial<PushMessage>, event: ReportedEvent) => {
    if (reportTo) await post(reportTo, { token, event })
  }

  const show = async (message: PushMessage) => {
    const { id, title, body, icon, image, badge, lang, dir, tag, open, stop } = message
    const known = await recall(
      (record) => record && { ...record, shownIds: addId(record.shownIds, id) },
    )
    // The push service delivered it twice.
    if (known?.shownIds.includes(id)) return
    const options: ShownOptions = {
      body,
      icon,
      image,
      badge,
      lang,
      dir,
      tag,
      // A message that replaces an earlier one makes no second sound.
      renotify: false,
      actions: [
        { action: 'open', title: open },
        { action: 'stop', title: stop },
      ],
      data: { footfall: message } satisfies Shown,
    }
    await scope.registration.showNotification(title, options)
    await report(message, 'shown')
  }

  /**
   * Browsers take the permission away from sites that show nothing for a message. Shows the site's name
   * alone, because nothing else is known, or is still true.
   */
  const showName = async (isOurs: boolean) => {
    const record = await recall()
    // Otherwise the message may be for the shop's code.
    if (!isOurs && !record && !/footfall/.test(scope.location.href)) return
    await scope.registration.showNotification(record?.name ?? scope.location.hostname, {
      tag: unreadableTag,
      data: { footfall: {} } satisfies Shown,
    })
  }

  const focusOrOpen = async (url: string) => {
    const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const tab = tabs.find((one) => withoutFragment(one.url) === withoutFragment(url))
    const open = () => scope.clients.openWindow(url)
    // The tab may have closed meanwhile.
    await (tab ? tab.focus().catch(open) : open())
  }

  const press = async (
    { notification, action }: NotificationEvent,
    message: Partial<PushMessage>,
  ) => {
    notification.close()
    const isStop = action === 'stop' && isWebAddress(message.manage)
    // Windows open right after the press only, so the report isn't waited for.
    await Promise.all([
      report(message, action === 'stop' ? 'stopped' : 'clicked'),
      isStop
        ? scope.clients.openWindow(message.manage ?? '')
        : focusOrOpen(pageOf(message.url, scope.location)),
    ])
  }

  /** Subscribes again where the browser hasn't, and sends the new subscription. */
  const renew = async ({ newSubscription }: SubscriptionEvent) => {
    const record = await recall()
    if (!record) return
    const { at, token, key } = record
    let subscription = newSubscription
    try {
      subscription ??= await scope.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      })
    } catch (error) {
      // Anything else, for example no network, may pass until the next page of the site.
      if ((error as Partial<Error>).name !== 'NotAllowedError') return
      // Without permission the server can't use what it has.
      await Promise.all([post(at, { do: 'unsubscribe', token }), recall(() => undefined)])
      return
    }
    const isKnown = await post(at, { do: 'replace', token, ...subscription.toJSON(), key })
    // Otherwise the next page of the site notices the difference, and sends it again.
    if (isKnown) await recall((known) => known && { ...known, endpoint: subscription.endpoint })
  }

  scope.addEventListener('push', (event) => {
    const message = readMessage(event.data)
    const isOurs = message.footfall === understoodVersion && !!message.title && !!message.reportTo
    // The shop's code would show it a second time.
    if (isOurs) event.stopImmediatePropagation()
    event.waitUntil(
      isOurs && now() < (message.until ?? 0) ? show(message as PushMessage) : showName(isOurs),
    )
  })
  scope.addEventListener('notificationclick', (event) => {
    const message = messageOf(event)
    if (!message) return
    event.stopImmediatePropagation()
    event.waitUntil(press(event, message))
  })
  scope.addEventListener('notificationclose', (event) => {
    const message = messageOf(event)
    if (message) event.waitUntil(report(message, 'closed'))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event))
  })
}

const addId = (ids: string[], id: string) =>
  [...ids.filter((one) => one !== id), id].slice(-mostShown)

/** Empty for anything that isn't an object in JSON. */
const readMessage = (data: PushEvent['data']): Partial<PushMessage> => {
  try {
    return { ...(data?.json() as Partial<PushMessage> | null | undefined) }
  } catch {
    return {}
  }
}

/** Undefined for a notification of the shop's code. */
const messageOf = ({ notification }: NotificationEvent) =>
  (notification.data as Partial<Shown> | null | undefined)?.footfall

const withoutFragment = (url: string) => url.split('#')[0]

const isWebAddress = (address = ''): address is string => /^https?:/i.test(address)

/**
 * The page to open: on the shop's host, or on one above or below it. Anything else opens the shop's
 * home page.
 */
const pageOf = (given: string | undefined, { href, origin, hostname }: WorkerScope['location']) => {
  try {
    const url = new URL(given ?? '/', href)
    const [one, other] = [`.${url.hostname}`, `.${hostname}`]
    if (isWebAddress(url.href) && (one.endsWith(other) || other.endsWith(one))) return url.href
  } catch {
    // No URL.
  }
  return `${origin}/`
}
