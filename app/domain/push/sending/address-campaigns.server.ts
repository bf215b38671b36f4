/** Stores the sends of campaigns, some thousands at a time. */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defaultDelivery, pushAudience, type PushAudience } from '#app/contract/push-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { pushMessages, pushSends, pushSites, pushSubscriptions } from '#app/db/schema/push.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { assignVariant } from '#app/domain/allocation/assign-variant.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { audienceCondition } from '../audience.server.ts'
import { countEvents } from '../counts.server.ts'
import { noteServices } from '../service-rows.server.ts'
import { afterQuietHours, localInstant } from '../quiet-hours.ts'

/** Sends that one transaction stores. */
const atOnce = 2_000

/**
 * Stores the next sends of one campaign. Who subscribes later isn't part of it.
 *
 * @returns whether there may be more
 */
export async function addressCampaigns({ db, log, now }: Services): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .select({
        id: pushMessages.id,
        teamId: pushMessages.teamId,
        siteId: pushMessages.siteId,
        hasB: sql<boolean>`${pushMessages.contentB} is not null`,
        shareB: pushMessages.shareB,
        audience: pushMessages.audience,
        sendAt: pushMessages.sendAt,
        hours: pushMessages.hours,
        startedAt: pushMessages.startedAt,
        from: pushMessages.addressedUntil,
      })
      .from(pushMessages)
      .where(and(eq(pushMessages.state, 'sending'), isNull(pushMessages.addressedAt)))
      .orderBy(asc(pushMessages.startedAt), asc(pushMessages.id))
      .limit(1)
      .for('no key update', { skipLocked: true })
    if (!message) return false
    const at = now()
    try {
      const audience = pushAudience.parse(message.audience)
      await storeNext(tx, { ...message, audience }, at)
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof z.ZodError)) throw error
      // Stored values that can't be read: the campaign ends, because others wait behind it.
      log.error({ err: error, pushMessage: message.id }, 'a campaign can’t be addressed')
      await tx
        .update(pushMessages)
        .set({ state: 'stopped', endedAt: at, updatedAt: at })
        .where(eq(pushMessages.id, message.id))
    }
    return true
  })
}

type Addressed = {
  id: number
  teamId: number
  siteId: number
  hasB: boolean
  shareB: number
  audience: PushAudience
  sendAt: string | null
  hours: number
  startedAt: Date | null
  from: number
}

async function storeNext(tx: Queries, message: Addressed, at: Date): Promise<void> {
  const { id, teamId, siteId, audience, from, startedAt } = message
  const [stored] = await tx
    .select({ delivery: pushSites.delivery })
    .from(pushSites)
    .where(eq(pushSites.siteId, siteId))
  const delivery = { ...defaultDelivery, ...stored?.delivery }
  const subscribers = await tx
    .select({
      id: pushSubscriptions.id,
      draw: pushSubscriptions.draw,
      timeZone: pushSubscriptions.timeZone,
      service: pushSubscriptions.service,
    })
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.siteId, siteId),
        gt(pushSubscriptions.id, from),
        sql`${pushSubscriptions.createdAt} <= ${(startedAt ?? at).toISOString()}::timestamptz`,
        audienceCondition(audience, startedAt ?? at),
      ),
    )
    .orderBy(asc(pushSubscriptions.id))
    .limit(atOnce)

  const dueIn = new Map<string, Date>()
  const dueOf = (timeZone: string) => {
    const due = dueIn.get(timeZone) ?? firstMoment(message, { ...delivery, timeZone, at })
    dueIn.set(timeZone, due)
    return due
  }
  const rows = subscribers.map(({ id: subscriptionId, draw, timeZone, service }) => {
    const isHeldOut = assignArm(draw, delivery.holdout) === 'holdout'
    const variant = isHeldOut
      ? ('holdout' as const)
      : message.hasB
        ? assignVariant(draw, { id, share: message.shareB })
        : ('a' as const)
    const dueAt = dueOf(timeZone)
    return {
      subscription_id: subscriptionId,
      variant,
      state: isHeldOut ? ('skipped' as const) : ('waiting' as const),
      reason: isHeldOut ? ('holdout' as const) : null,
      service,
      due_at: dueAt.toISOString(),
      expires_at: new Date(dueAt.getTime() + message.hours * hourMillis).toISOString(),
    }
  })
  if (rows.length > 0) {
    await tx.execute(sql`
      insert into ${pushSends} (team_id, site_id, message_id, subscription_id, variant, state,
        reason, service, due_at, expires_at, created_at)
      select ${teamId}::bigint, ${siteId}::bigint, ${id}::bigint, given.subscription_id,
        given.variant, given.state, given.reason, given.service, given.due_at, given.expires_at,
        ${at.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (subscription_id bigint,
        variant text, state text, reason text, service text, due_at timestamptz,
        expires_at timestamptz)
      on conflict do nothing`)
    await noteServices(
      tx,
      rows.map((row) => row.service),
      at,
    )
    const counted = rows.map(({ variant }) => ({ teamId, siteId, messageId: id, variant }))
    await countEvents(
      tx,
      counted.map((one) => ({ ...one, column: 'sends' as const })),
      at,
    )
  }
  const last = subscribers.at(-1)?.id
  await tx
    .update(pushMessages)
    .set(subscribers.length < atOnce ? { addressedAt: at } : { addressedUntil: last ?? from })
    .where(eq(pushMessages.id, id))
}

type Local = { quietFrom: string; quietUntil: string; timeZone: string; at: Date }

/** When a subscriber of the zone can get it: at the local time, which may be past, outside of quiet hours. */
function firstMoment({ sendAt }: Pick<Addressed, 'sendAt'>, local: Local): Date {
  const wanted = sendAt === null ? local.at : localInstant(local.timeZone, sendAt)
  const earliest = wanted < local.at ? local.at : wanted
  return afterQuietHours(local, local.timeZone, earliest)
}

/** Ends campaigns of which nothing is open, and the rest of those that were stopped. */
export async function finishCampaigns({ db, now }: Services): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const dropped = await tx
      .update(pushSends)
      .set({ state: 'skipped', reason: 'stopped' })
      .where(
        sql`${pushSends.state} in ('waiting', 'sending')
          and ${pushSends.dueAt} <= ${at.toISOString()}::timestamptz
          and exists (select from ${pushMessages} where ${pushMessages.id} = ${pushSends.messageId}
            and (${pushMessages.state} = 'stopped'
              or ${pushMessages.state} = 'off' and ${pushSends.state} = 'sending'))`,
      )
      .returning({
        teamId: pushSends.teamId,
        siteId: pushSends.siteId,
        messageId: pushSends.messageId,
        variant: pushSends.variant,
      })
    await countEvents(
      tx,
      dropped.map((one) => ({ ...one, column: 'skipped' as const })),
      at,
    )
    await tx
      .update(pushMessages)
      .set({ state: 'sent', endedAt: at })
      .where(
        sql`${pushMessages.state} = 'sending' and ${pushMessages.addressedAt} is not null
          and not exists (select from ${pushSends}
            where ${pushSends.messageId} = ${pushMessages.id}
              and ${pushSends.state} in ('waiting', 'sending'))`,
      )
  })
}
