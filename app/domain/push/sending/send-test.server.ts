/** Sends a message to one device of its owner, by the device's push service. */
import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { PushContent } from '#app/contract/push-settings.ts'
import type { PushKind } from '#app/contract/push.ts'
import { sites } from '#app/db/schema/ground.ts'
import { pushKeys, pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import type { Services } from '#app/services.ts'
import { fillContent } from '../message-content.ts'
import { readPushToken } from '../tokens.server.ts'
import { composeRequest } from './compose-request.server.ts'
import { outcomeOf } from './retry-push.ts'

const attemptMillis = 10 * secondMillis

type Test = {
  /** The link to the settings of the device's subscription, which only the device has. */
  link: string
  kind: PushKind
  content: PushContent
}

/** Values of placeholders in a test. */
const examples = {
  product: 'Example product',
  price: '€40.00',
  old_price: '€50.00',
  order: '1001',
  shop: 'Your shop',
}

/**
 * Sends a text now and uncounted. Caps and quiet hours don't hold: the person who asks for it has the device
 * in their hand, and the link proves it. Other subscribers can't be sent tests.
 *
 * @throws Refusal `invalid` for a link that is none of this site; `conflict` when the push service doesn't
 *   take it
 */
export async function sendTestMessage(
  services: Services,
  site: SiteScope,
  { link, kind, content }: Test,
): Promise<void> {
  const { net, now } = services
  const { siteUrl, ...device } = await findDevice(services, site, link)
  const texts = fillContent(content, examples)
  if (texts === null)
    throw new Refusal('conflict', 'The text has a placeholder without an example.')
  const at = now()
  const request = composeRequest(services, new Map(), {
    send: {
      ...device,
      id: null,
      siteUuid: site.siteUuid,
      messageUuid: randomUUID(),
      occasion: 'test',
      kind,
      expiresAt: new Date(at.getTime() + hourMillis),
    },
    shown: { ...texts, url: new URL(content.url, siteUrl).href },
    image: content.image,
    at,
  })
  const answer =
    request &&
    (await net.push(request.endpoint, { ...request, maxMillis: attemptMillis }).catch(asNull))
  if (outcomeOf(answer?.status ?? null).kind === 'accepted') return
  const status = answer ? ` It answered ${String(answer.status)}.` : ''
  throw new Refusal('conflict', `The device’s push service didn’t take the message.${status}`)
}

function asNull(error: unknown): null {
  if (error instanceof NotFetched) return null
  throw error
}

/** @throws Refusal `invalid` */
async function findDevice({ db, security }: Services, site: SiteScope, link: string) {
  const [, sent = ''] = /\/push\/([\w-]+)\/?$/.exec(link.trim()) ?? []
  const read = readPushToken(security.secrets, sent)
  const [device] = read
    ? await db.asTeam(site, (tx) =>
        tx
          .select({
            subscriptionUuid: pushSubscriptions.uuid,
            address: pushSubscriptions.address,
            language: pushSubscriptions.language,
            publicKey: pushKeys.publicKey,
            privateKey: pushKeys.privateKey,
            siteUrl: sites.url,
            siteOptions: sites.options,
          })
          .from(pushSubscriptions)
          .innerJoin(pushKeys, eq(pushKeys.id, pushSubscriptions.keyId))
          .innerJoin(sites, eq(sites.id, pushSubscriptions.siteId))
          .where(
            and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, read.subscription)),
          ),
      )
    : []
  if (device) return device
  throw refuseField(
    'link',
    'Enter the link of “Message settings” from your device. It has to be subscribed to this site.',
  )
}
