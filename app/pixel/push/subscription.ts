/** The browser's subscription, and what the server has of it. */
import type {
  PixelPush,
  PushKind,
  PushWatch,
  SubscribeAnswer,
  SubscriptionChange,
} from '#app/contract/push.ts'
import type { Core } from '../core.ts'
import { attempt } from '../guard.ts'
import { plain } from '../json.ts'
import { sendRequest } from '../request.ts'
import { keepPushRecord, type PushRecord } from './push-record.ts'

/** A visitor's press: what it asks for, and the exact words that they read. */
export type Asked = { kinds: readonly PushKind[]; wording: string; request?: PushWatch }

/** How it ended. Only `done` has changed anything. */
export type Outcome = 'done' | 'dismissed' | 'refused'

const post = async (url: string, body: object) => {
  const answer = await sendRequest(url, {
    method: 'POST',
    // text/plain needs no preflight. Some pages give all objects a `toJSON`.
    body: JSON.stringify({ ...body, ...plain }),
    keepalive: true,
  })
  return answer && answer.status < 300 ? answer : null
}

/** Sends a change of the subscription. Whether the server has stored it. */
export const changeSubscription = async (
  { at, token }: PushRecord,
  change: Record<string, unknown> & Pick<SubscriptionChange, 'do'>,
): Promise<boolean> => (await post(at, { token, ...change })) !== null

/** Our registration; undefined where the visitor has none. Another one's may have a scope around ours. */
const findRegistration = async ({ worker: { scope } }: PixelPush) => {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return registration?.scope === new URL(scope, location.href).href ? registration : undefined
}

/** A worker that the shop's pages register is never registered by us: that would replace its options. */
const findWorker = async (push: PixelPush): Promise<ServiceWorkerRegistration | undefined> => {
  const { path, scope, isShared } = push.worker
  if (isShared) return findRegistration(push)
  const registration = await navigator.serviceWorker.register(path, { scope })
  const coming = registration.active ? null : (registration.installing ?? registration.waiting)
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (!coming || coming.state === 'activated') resolve()
      // Its script threw an error.
      else if (coming.state === 'redundant') reject(new Error(coming.state))
    }
    coming?.addEventListener('statechange', look)
    look()
  })
  return registration
}

const subscribeBrowser = async (
  { pushManager }: ServiceWorkerRegistration,
  { key, worker }: PixelPush,
) => {
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    return await subscribe()
  } catch (error) {
    const old = await pushManager.getSubscription()
    // One with another key: an older key of ours, unless it's in a worker of the shop.
    if (!old || worker.isShared) throw error
    await old.unsubscribe()
    return subscribe()
  }
}

/** The page's language, unless that is no language tag, for example `zh_TW` or a template's `{{lang}}`. */
const readLanguage = () =>
  /^[a-z]{2,3}(?:-[\da-z]{2,8})*$/i.exec(document.documentElement.lang)?.[0] ?? navigator.language

/** Path of the page, as the contract takes it. */
const readPage = ({ facts }: Core) => facts.path.replace(/#.*/, '')

/**
 * Asks the browser, and then the push service, and stores the subscription on the server. Call from the
 * visitor's press, because browsers ignore all others.
 */
export const askForMessages = async (
  core: Core,
  push: PixelPush,
  { kinds, wording, request }: Asked,
): Promise<Outcome> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'dismissed'
  const registration = await findWorker(push)
  if (!registration) return 'refused'

  const known = await findRecord(registration)
  if (known) {
    const isStored =
      !request || (await changeSubscription(known, { do: 'watch', request, consent: { wording } }))
    return isStored ? 'done' : 'refused'
  }
  const subscription = await subscribeBrowser(registration, push)
  const answer = await post(`${push.at}/subscriptions`, {
    ...subscription.toJSON(),
    key: push.key,
    kinds,
    consent: { wording },
    timeZone: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC',
    language: readLanguage(),
    page: readPage(core),
    product: core.facts.product?.id,
    request,
    visitor: core.visitor.id,
  })
  if (!answer) {
    // No one could send to it.
    await subscription.unsubscribe()
    return 'refused'
  }
  const { id, token } = answer.body as SubscribeAnswer
  const at = `${push.at}/subscriptions/${id}`
  const { key, site: name } = push
  const { endpoint } = subscription
  await keepPushRecord(() => ({ at, token, key, endpoint, name, shownIds: [] })).catch(() => {})
  return 'done'
}

/** The record, if the browser still has a subscription. */
const findRecord = async ({ pushManager }: ServiceWorkerRegistration) =>
  // Looking for a record creates a database, so visitors without a subscription aren't looked up.
  (await pushManager.getSubscription()) ? keepPushRecord().catch(() => undefined) : undefined

/**
 * The record of a visitor who is subscribed; undefined for all others. Brings the server up to date first: with a
 * new subscription of the browser, or a new key of the site.
 */
export const findSubscriber = async (push: PixelPush): Promise<PushRecord | undefined> => {
  if (Notification.permission !== 'granted') return undefined
  const registration = await findRegistration(push)
  const record = registration && (await findRecord(registration))
  if (!registration || !record) return undefined

  const subscription = await subscribeBrowser(registration, push)
  const { endpoint } = subscription
  const { key } = push
  if (record.endpoint === endpoint && record.key === key) return record
  const isStored = await changeSubscription(record, {
    do: 'replace',
    ...subscription.toJSON(),
    key,
  })
  if (!isStored) return undefined
  await keepPushRecord((known) => known && { ...known, endpoint, key })
  return { ...record, endpoint, key }
}

/** Once per view of a page. */
export const reportVisit = (core: Core, record: PushRecord) =>
  changeSubscription(record, {
    do: 'visit',
    page: readPage(core),
    product: core.facts.product?.id,
    language: readLanguage(),
  })

/** The page with the visitor's preferences. */
export const manageUrl = ({ at }: Pick<PixelPush, 'at'>, { token }: PushRecord) =>
  `${new URL(at).origin}/push/${token}`
