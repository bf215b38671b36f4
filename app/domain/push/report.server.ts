/** Reports of workers about messages. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { pushReport, type PushEvent } from '#app/contract/push.ts'
import { pushMessages, pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { chooseKinds, lockSubscription } from './change-subscription.server.ts'
import { countEvents } from './counts.server.ts'
import { readPushToken } from './tokens.server.ts'

const columnOf = {
  shown: 'shownAt',
  clicked: 'clickedAt',
  closed: 'closedAt',
  stopped: 'stoppedAt',
} as const satisfies Record<PushEvent, string>

/**
 * Stores the first report of each event of a message: workers repeat what wasn't answered. "Stopped" turns
 * the kind of the message off as well.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field; `not_found` for any other token than one of a message
 *   of this site
 */
export async function reportPush(
  services: Services,
  site: SiteScope,
  input: unknown,
): Promise<void> {
  const validated = validateInput(pushReport, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const { token, event } = validated.value
  const { db, now, security } = services
  const read = readPushToken(security.secrets, token)
  if (read?.send == null) throw unknownMessage()
  const { send, subscription: uuid } = read
  const at = now()
  const column = columnOf[event]

  await db.asTeam(site, async (tx) => {
    const isOfToken = and(
      inSite(pushSends, site),
      eq(pushSends.id, send),
      sql`${pushSends.subscriptionId} = (select ${pushSubscriptions.id} from ${pushSubscriptions}
        where ${inSite(pushSubscriptions, site)} and ${pushSubscriptions.uuid} = ${uuid})`,
    )
    // The subscription first, as everywhere.
    const subscription = event === 'stopped' ? await lockSubscription(tx, site, uuid) : null
    const [counted] = await tx
      .update(pushSends)
      .set({ [column]: at })
      .where(and(isOfToken, isNull(pushSends[column])))
      .returning({
        teamId: pushSends.teamId,
        siteId: pushSends.siteId,
        messageId: pushSends.messageId,
        variant: pushSends.variant,
      })
    if (!counted) {
      const [known] = await tx.select({ id: pushSends.id }).from(pushSends).where(isOfToken)
      if (!known) throw unknownMessage()
      return
    }
    await countEvents(tx, [{ ...counted, column: event }], at)
    if (!subscription) return
    const [message] = await tx
      .select({ kind: pushMessages.kind })
      .from(pushMessages)
      .where(eq(pushMessages.id, counted.messageId))
    const kinds = subscription.kinds.filter((kind) => kind !== message?.kind)
    await chooseKinds(tx, site, { subscription, kinds, consent: undefined, at })
  })
}

const unknownMessage = () => new Refusal('not_found', 'Message not found.')
