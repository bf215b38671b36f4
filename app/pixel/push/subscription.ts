/** The browser's subscription, and what the server has of it. */
import type {
  PixelPush,
  PushKind,
  PushWatch,
  SubscribeAnswer,
  SubscriptionAnswer,
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

const post = (url: string, body: object) =>
  sendRequest(url, {
    method: 'POST',
    // text/plain needs no preflight. Some pages give all objects a `toJSON`.
    body: JSON.stringify({ ...body, ...plain }),
    keepalive: true,
  })

type Change = Record<string, unknown> & Pick<SubscriptionChange, 'do'>

/**
 * Sends a change of the subscription.
 *
 * @returns undefined where the server hasn't stored it; `ended` where it has no such subscription, which the
 *   browser then has no longer either
 */
export const changeSubscription = async (
  push: PixelPush,
  { at, token }: PushRecord,
  change: Change,
): Promise<SubscriptionAnswer | 'ended' | undefined> => {
  const answer = await post(at, { token, ...change })
  if (answer?.status === 404) {
    await endSubscription(push, token).catch(() => {})
    return 'ended'
  }
  return answer && answer.status < 300 ? (answer.body as SubscriptionAnswer) : undefined
}

/** The visitor, or the shop, ended it elsewhere. */
const endSubscription = async (push: PixelPush, token: string) => {
  // Another tab may have subscribed again.
  const known = await keepPushRecord((record) => (record?.token === token ? undefined : record))
  // In the shop's worker it may be used for messages of others.
  if (known?.token !== token || push.worker.isShared) return
  const registration = await findRegistration(push)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

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

/** The page's language, unless that is no language tag, for example `zh_TW`, `en-US-GB` or `{{lang}}`. */
const readLanguage = () => {
  const { lang } = document.documentElement
  const isTag = /^[a-z]{2,3}(?:-[\da-z]{2,8})*$/i.test(lang)
  return (isTag && attempt(() => Intl.getCanonicalLocales(lang)[0])) || navigator.language
}

/** Path of the page, as the contract takes it. */
const readPage = ({ facts }: Core) => facts.path.replace(/#.*/, '').replace(/^\/+/, '/')

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

  const consent = { wording }
  const known = await findSubscriber(push)
  const stored =
    known &&
    (await (request
      ? changeSubscription(push, known, { do: 'watch', request, consent })
      : addKinds(push, known, { kinds, consent })))
  // A subscription that ended is followed by a new one.
  if (known && stored !== 'ended') return stored ? 'done' : 'refused'
  const subscription = await subscribeBrowser(registration, push)
  const answer = await post(`${push.at}/subscriptions`, {
    ...subscription.toJSON(),
    key: push.key,
    kinds,
    consent,
    timeZone: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC',
    language: readLanguage(),
    page: readPage(core),
    product: core.facts.product?.id,
    request,
    visitor: core.visitor.id,
  })
  if (!answer || answer.status >= 300) {
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

type Added = Pick<Asked, 'kinds'> & { consent: { wording: string } }

/** Adds kinds to those of a subscriber, which only the server knows: it answers the address with them. */
const addKinds = async (push: PixelPush, known: PushRecord, { kinds, consent }: Added) => {
  const registration = await findRegistration(push)
  const stored = registration && (await sendAddress(push, known, registration))
  return stored && stored !== 'ended'
    ? changeSubscription(push, known, {
        do: 'choose',
        kinds: [...stored.kinds, ...kinds],
        consent,
      })
    : stored
}

/** The browser's present subscription in place of the one that the server has. */
const sendAddress = async (
  push: PixelPush,
  record: PushRecord,
  registration: ServiceWorkerRegistration,
) => {
  const { key } = push
  const subscription = await subscribeBrowser(registration, push)
  return changeSubscription(push, record, { do: 'replace', ...subscription.toJSON(), key })
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

  const subscription = await subscribeBrowser(registration, push).catch((error: unknown) => {
    if (!push.worker.isShared) throw error
  })
  // A worker of the shop may keep the former key, by which messages still arrive.
  if (!subscription) return record
  const { endpoint } = subscription
  const { key } = push
  if (record.endpoint === endpoint && record.key === key) return record
  const stored = await sendAddress(push, record, registration)
  if (!stored || stored === 'ended') return undefined
  await keepPushRecord((known) => known && { ...known, endpoint, key })
  return { ...record, endpoint, key }
}

/**
 * Once per view of a page. Pages are recorded only where the visitor's consent covers it: the pixel has an id
 * for them then.
 */
export const reportVisit = async (core: Core, push: PixelPush, record: PushRecord) =>
  core.visitor.id
    ? changeSubscription(push, record, {
        do: 'visit',
        page: readPage(core),
        product: core.facts.product?.id,
        language: readLanguage(),
      })
    : undefined

/** The page with the visitor's preferences. */
export const manageUrl = ({ at }: Pick<PixelPush, 'at'>, { token }: PushRecord) =>
  `${new URL(at).origin}/push/${token}`
