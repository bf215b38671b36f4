import { pushSubscriptions } from '#app/db/schema/push.ts'
import { hashOfEndpoint, sealAddress } from '#app/domain/push/subscribe.server.ts'
import type { BrowserSubscription } from '#workshop/doubles/push-service.ts'
import type { PushShop } from './push-world.ts'

/** Rows of one statement. */
const atOnce = 2_000

/**
 * As many browsers as rows, without a request for each. One more subscribes by a request: the rows are copies
 * of its.
 */
export async function subscribeMany(
  { world, site, push, key, subscribe }: PushShop,
  count: number,
): Promise<BrowserSubscription[]> {
  await subscribe()
  const { db, security } = world.services
  const [first] = await db.system.select().from(pushSubscriptions)
  if (!first) throw new Error('There is no subscription.')
  const { id: _id, ...row } = first
  const browsers = Array.from({ length: count }, () => push.subscribe(key))
  for (let from = 0; from < count; from += atOnce) {
    await db.system.insert(pushSubscriptions).values(
      browsers.slice(from, from + atOnce).map((browser) => {
        const uuid = crypto.randomUUID()
        return {
          ...row,
          uuid,
          address: sealAddress(security.secrets, uuid, browser),
          endpointHash: hashOfEndpoint(security.secrets, site.scope, browser.endpoint),
        }
      }),
    )
  }
  return browsers
}
