/** Sends a draft to one subscriber of the site, to see it on a device. */
import { and, eq } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { pushKeys, pushMessages, pushSubscriptions } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import { NotFetched } from '#app/lib/web/guarded-opener.server.ts'
import type { Services } from '#app/services.ts'
import { unknownSubscription } from './change-subscription.server.ts'
import { composeRequest } from './sending/compose-request.server.ts'
import { outcomeOf } from './sending/retry-push.ts'

const attemptMillis = 10 * secondMillis

/**
 * Sends the text of a campaign to one browser, now and uncounted. Caps and quiet hours don't hold: the person
 * who asks for it has the device in their hand.
 *
 * @param wanted uuids of the campaign and of the subscription
 * @throws Refusal `not_found`; `conflict` when the subscriber didn't agree to news, or the push service
 *   doesn't take it
 */
export async function sendTestMessage(
  services: Services,
  site: SiteScope,
  wanted: { uuid: string; subscription: string },
): Promise<void> {
  const { db, net, now } = services
  const { message, ...send } = await findTest(db, site, wanted)
  if (!send.kinds.includes('news')) {
    throw new Refusal('conflict', 'This subscriber didn’t agree to news.')
  }
  const at = now()
  const { title, body, url, image } = message.content
  const request = composeRequest(services, new Map(), {
    send: {
      ...send,
      id: null,
      siteUuid: site.siteUuid,
      messageUuid: message.uuid,
      occasion: `test ${at.toISOString()}`,
      kind: 'news',
      expiresAt: new Date(at.getTime() + hourMillis),
    },
    shown: { title, body, url: new URL(url, send.siteUrl).href },
    image,
    at,
  })
  const answer =
    request &&
    (await net.push(request.endpoint, { ...request, maxMillis: attemptMillis }).catch(asNull))
  if (outcomeOf(answer?.status ?? null).kind === 'accepted') return
  const status = answer ? ` It answered ${String(answer.status)}.` : ''
  throw new Refusal('conflict', `The browser’s push service didn’t take the message.${status}`)
}

function asNull(error: unknown): null {
  if (error instanceof NotFetched) return null
  throw error
}

const findTest = (
  db: Services['db'],
  site: SiteScope,
  { uuid, subscription }: { uuid: string; subscription: string },
) =>
  db.asTeam(site, async (tx) => {
    const [message] = await tx
      .select({ uuid: pushMessages.uuid, content: pushMessages.content })
      .from(pushMessages)
      .where(
        and(inSite(pushMessages, site), eq(pushMessages.kind, 'news'), eq(pushMessages.uuid, uuid)),
      )
    if (!message) throw new Refusal('not_found', 'Campaign not found.')
    const [subscriber] = await tx
      .select({
        subscriptionUuid: pushSubscriptions.uuid,
        address: pushSubscriptions.address,
        kinds: pushSubscriptions.kinds,
        language: pushSubscriptions.language,
        publicKey: pushKeys.publicKey,
        privateKey: pushKeys.privateKey,
        siteUrl: sites.url,
        siteOptions: sites.options,
      })
      .from(pushSubscriptions)
      .innerJoin(pushKeys, eq(pushKeys.id, pushSubscriptions.keyId))
      .innerJoin(sites, eq(sites.id, pushSubscriptions.siteId))
      .where(and(inSite(pushSubscriptions, site), eq(pushSubscriptions.uuid, subscription)))
    if (!subscriber) throw unknownSubscription()
    return { message, ...subscriber }
  })
