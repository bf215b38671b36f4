/** Campaigns: messages to all subscribers of a site's news, or to some of them. */
import { and, eq } from 'drizzle-orm'
import {
  campaignInput,
  pushAudience,
  type CampaignInput,
  type PushAudience,
} from '#app/contract/push-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { pushMessages, pushSends, pushSubscriptions } from '#app/db/schema/push.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseFields, type FieldErrors } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { audienceCondition } from './audience.server.ts'
import { countEvents } from './counts.server.ts'
import { wakePush } from './jobs.ts'
import { contentErrors } from './message-content.ts'
import { findPushSite, openPushSite, requireSitePages } from './site-settings.server.ts'

/** Per site, drafts and those that were sent. */
const maxCampaigns = 1_000

/**
 * @param input unvalidated
 * @returns the campaign's uuid
 * @throws Refusal `invalid` with messages by field; `conflict` for one more than a site can have
 */
export async function createCampaign(
  services: Services,
  site: SiteScope,
  { input, userId }: { input: unknown; userId: number | null },
): Promise<string> {
  const { db, now } = services
  const given = readInput(input)
  return db.asTeam(site, async (tx) => {
    await openPushSite(tx, services, site)
    const total = await tx.$count(pushMessages, isCampaign(site))
    if (total >= maxCampaigns) {
      throw new Refusal(
        'conflict',
        `A site has at most ${String(maxCampaigns)} campaigns. Delete one first.`,
      )
    }
    await requireSitePages(tx, site, given)
    const at = now()
    const { teamId, siteId } = site
    const [made] = await tx
      .insert(pushMessages)
      .values({
        ...given,
        teamId,
        siteId,
        kind: 'news',
        state: 'draft',
        userId,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ uuid: pushMessages.uuid })
    if (!made) throw new Error('The campaign was not stored.')
    return made.uuid
  })
}

/**
 * Changes a draft. Once a campaign is started, its text and audience hold: some subscribers have it already.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field; `not_found`; `conflict` when it was started
 */
export async function changeCampaign(
  { db, now }: Services,
  site: SiteScope,
  { uuid, input }: { uuid: string; input: unknown },
): Promise<void> {
  const given = readInput(input)
  await db.asTeam(site, async (tx) => {
    const { id, state, version } = await lockCampaign(tx, site, uuid)
    if (state !== 'draft') throw wasStarted()
    await requireSitePages(tx, site, given)
    await tx
      .update(pushMessages)
      .set({ ...given, version: version + 1, updatedAt: now() })
      .where(eq(pushMessages.id, id))
  })
}

/**
 * Sends a draft to everyone who is subscribed now and in its audience, at its local time.
 *
 * @throws Refusal `invalid` with what the linter blocks, by field; `not_on_plan`; `not_found`; `conflict`
 *   when it was started before, or sending is paused
 */
export const startCampaign = (services: Services, site: SiteScope, uuid: string): Promise<void> =>
  services.db.asTeam(site, async (tx) => {
    requireFeature(await findEntitlements(tx, site), 'push_nudges')
    const { pausedAt } = await findPushSite(tx, site)
    if (pausedAt) throw new Refusal('conflict', 'Sending is paused. Resume it first.')
    const campaign = await lockCampaign(tx, site, uuid)
    if (campaign.state !== 'draft') throw wasStarted()
    const errors: Record<string, readonly string[]> = {
      ...prefixed('content', contentErrors(campaign.content, 'news')),
      ...(campaign.contentB ? prefixed('contentB', contentErrors(campaign.contentB, 'news')) : {}),
    }
    if (Object.keys(errors).length > 0) {
      throw new Refusal(
        'invalid',
        'This campaign can’t be sent yet. Fix the fields marked below.',
        {
          errors,
        },
      )
    }
    const at = services.now()
    await tx
      .update(pushMessages)
      .set({ state: 'sending', startedAt: at, updatedAt: at })
      .where(eq(pushMessages.id, campaign.id))
    wakePush(services, tx)
  })

const prefixed = (field: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [`${field}.${path}`, texts]))

/** Nothing more is sent until it is resumed. @throws Refusal `not_found`; `conflict` in any other state */
export const pauseCampaign = (services: Services, site: SiteScope, uuid: string): Promise<void> =>
  setState(services, site, { uuid, from: 'sending', to: 'paused' })

/** @throws Refusal `not_found`; `conflict` when it isn't paused */
export const resumeCampaign = (services: Services, site: SiteScope, uuid: string): Promise<void> =>
  setState(services, site, { uuid, from: 'paused', to: 'sending' })

type Change = { uuid: string; from: 'sending' | 'paused'; to: 'sending' | 'paused' }

const setState = (services: Services, site: SiteScope, { uuid, from, to }: Change): Promise<void> =>
  services.db.asTeam(site, async (tx) => {
    const { id, state } = await lockCampaign(tx, site, uuid)
    if (state === to) return
    if (state !== from) {
      const sentence =
        from === 'sending' ? 'This campaign isn’t being sent.' : 'This campaign isn’t paused.'
      throw new Refusal('conflict', sentence)
    }
    await tx
      .update(pushMessages)
      .set({ state: to, updatedAt: services.now() })
      .where(eq(pushMessages.id, id))
    if (to === 'sending') wakePush(services, tx)
  })

/**
 * Ends a campaign permanently: subscribers who don't have it yet won't get it.
 *
 * @throws Refusal `not_found`; `conflict` when it isn't being sent
 */
export const stopCampaign = (services: Services, site: SiteScope, uuid: string): Promise<void> =>
  services.db.asTeam(site, async (tx) => {
    const { id, state } = await lockCampaign(tx, site, uuid)
    if (state === 'stopped') return
    if (state !== 'sending' && state !== 'paused') {
      throw new Refusal('conflict', 'This campaign isn’t being sent.')
    }
    const at = services.now()
    await tx
      .update(pushMessages)
      .set({ state: 'stopped', endedAt: at, updatedAt: at })
      .where(eq(pushMessages.id, id))
    const dropped = await tx
      .update(pushSends)
      .set({ state: 'skipped', reason: 'stopped' })
      .where(and(eq(pushSends.messageId, id), eq(pushSends.state, 'waiting')))
      .returning({ variant: pushSends.variant })
    const { teamId, siteId } = site
    await countEvents(
      tx,
      dropped.map(({ variant }) => ({ teamId, siteId, messageId: id, variant, column: 'skipped' })),
      at,
    )
  })

/** @throws Refusal `not_found`; `conflict` while it's being sent */
export const removeCampaign = ({ db }: Services, site: SiteScope, uuid: string): Promise<void> =>
  db.asTeam(site, async (tx) => {
    const { id, state } = await lockCampaign(tx, site, uuid)
    if (state === 'sending' || state === 'paused') {
      throw new Refusal('conflict', 'This campaign is being sent. Stop it first.')
    }
    await tx.delete(pushMessages).where(eq(pushMessages.id, id))
  })

/**
 * How many subscribers a campaign would go to, and how many of its audience are in the holdout group.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field
 */
export async function countAudience(
  { db, now }: Services,
  site: SiteScope,
  input: unknown,
): Promise<{ subscribers: number; holdout: number }> {
  const validated = validateInput(pushAudience, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const audience: PushAudience = validated.value
  return db.asTeam(site, async (tx) => {
    const { delivery } = await findPushSite(tx, site)
    const condition = and(inSite(pushSubscriptions, site), audienceCondition(audience, now()))
    if (delivery.holdout === 0) {
      return { subscribers: await tx.$count(pushSubscriptions, condition), holdout: 0 }
    }
    const draws = await tx
      .select({ draw: pushSubscriptions.draw })
      .from(pushSubscriptions)
      .where(condition)
    const holdout = draws.filter(
      ({ draw }) => assignArm(draw, delivery.holdout) === 'holdout',
    ).length
    return { subscribers: draws.length - holdout, holdout }
  })
}

function readInput(input: unknown): CampaignInput {
  const validated = validateInput(campaignInput, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  return validated.value
}

const isCampaign = (site: SiteScope) =>
  and(inSite(pushMessages, site), eq(pushMessages.kind, 'news'))

async function lockCampaign(tx: Queries, site: SiteScope, uuid: string) {
  const [row] = await tx
    .select({
      id: pushMessages.id,
      state: pushMessages.state,
      version: pushMessages.version,
      content: pushMessages.content,
      contentB: pushMessages.contentB,
    })
    .from(pushMessages)
    .where(and(isCampaign(site), eq(pushMessages.uuid, uuid)))
    .for('no key update')
  if (!row) throw new Refusal('not_found', 'Campaign not found.')
  return row
}

const wasStarted = () =>
  new Refusal('conflict', 'This campaign was started, so it can’t be changed. Create another one.')
