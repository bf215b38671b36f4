/** The request that brings a message to one browser. */
import { pushPaths, maxMessageBytes, type PushMessage } from '#app/contract/push.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import type { SentMessage } from '#app/db/schema/push.ts'
import type { Services } from '#app/services.ts'
import type { ClaimedSend } from './claim-sends.server.ts'
import { languageOfTag } from '#app/domain/wording/language-of-tag.ts'
import { pushWordsOf } from '#app/domain/wording/push-words/push-words-of.ts'
import { encryptPush, type Signatures } from './encrypt.server.ts'
import { keyName } from '../keys.server.ts'
import { cutToBytes, directionOf } from '../message-content.ts'
import { addressName, type PushAddress } from '../subscribe.server.ts'
import { createPushToken } from '../tokens.server.ts'

export type Composed = {
  send: Composable
  shown: Pick<SentMessage, 'title' | 'body' | 'url'>
  image: string | null
  at: Date
}

/** The part of a send that its request is made of. */
type Composable = Pick<
  ClaimedSend,
  | 'id'
  | 'siteUuid'
  | 'siteOptions'
  | 'messageUuid'
  | 'occasion'
  | 'subscriptionUuid'
  | 'address'
  | 'publicKey'
  | 'privateKey'
  | 'language'
  | 'kind'
  | 'expiresAt'
>

type Request = { endpoint: string; headers: Record<string, string>; body: Buffer }

/** Null when nothing can be encrypted for the browser's keys. */
export function composeRequest(
  { config, security: { secrets } }: Pick<Services, 'config' | 'security'>,
  signatures: Signatures,
  { send, shown, image, at }: Composed,
): Request | null {
  const { subscriptionUuid: subscription, publicKey } = send
  const opened = secrets.open(send.address, addressName(subscription))
  const address = JSON.parse(opened) as PushAddress
  const topic = secrets
    .fingerprint(`${send.messageUuid} ${send.occasion}`, 'push topic')
    .slice(0, topicChars)
  const token = createPushToken(secrets, { subscription, send: send.id })
  const message = messageOf(send, { shown, image, topic, token, appUrl: config.appUrl })
  const request = {
    address,
    key: { publicKey, privateKey: secrets.open(send.privateKey, keyName(publicKey)) },
    contact: contactOf(config),
    message: JSON.stringify(message),
    ttlSeconds: Math.max(1, Math.round((send.expiresAt.getTime() - at.getTime()) / 1_000)),
    topic,
    urgency: send.kind === 'order_shipped' ? ('high' as const) : ('normal' as const),
  }
  try {
    return { endpoint: address.endpoint, ...encryptPush(request, signatures) }
  } catch {
    return null
  }
}

/** RFC 8030, section 5.4: at most 32 characters of base64url. */
const topicChars = 32

type Parts = {
  shown: Composed['shown']
  image: string | null
  topic: string
  token: string
  appUrl: string
}

function messageOf(send: Composable, { shown, image, topic, token, appUrl }: Parts): PushMessage {
  const { siteUuid: site, siteOptions, language } = send
  // The text is the owner's, and the buttons are the subscriber's.
  const lang = fullOptions(siteOptions).language
  const words = pushWordsOf(languageOfTag(language) ?? lang)
  const message: PushMessage = {
    footfall: 1,
    id: String(send.id),
    site,
    title: shown.title,
    body: shown.body,
    url: shown.url,
    ...(image === null ? {} : { image }),
    tag: topic,
    lang,
    dir: directionOf(`${shown.title} ${shown.body}`),
    open: words.open,
    stop: words.stop,
    token,
    reportTo: `${appUrl}${pushPaths.reports(site)}`,
    manage: `${appUrl}${pushPaths.manage(token)}`,
    until: Math.floor(send.expiresAt.getTime() / 1_000),
  }
  return withinLimit(message)
}

/** Names of products can be long. The picture goes first, then the end of the text. */
function withinLimit(message: PushMessage): PushMessage {
  const size = Buffer.byteLength(JSON.stringify(message))
  if (size <= maxMessageBytes) return message
  const { image: _image, ...rest } = message
  const over = Buffer.byteLength(JSON.stringify(rest)) - maxMessageBytes
  if (over <= 0) return rest
  const most = Math.max(0, Buffer.byteLength(rest.body) - over - 8)
  return { ...rest, body: cutToBytes(rest.body, most) }
}

/** RFC 8292, section 2.1. Apple takes no request without one (https://webkit.org/blog/12945/meet-web-push/). */
function contactOf({ appUrl, mailFrom }: Services['config']): string {
  if (appUrl.startsWith('https://')) return appUrl
  const [, address = mailFrom] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  return `mailto:${address}`
}
