/** Automations: messages that a fact of the shop sends to those who asked to hear of it. */
import { and, eq, sql } from 'drizzle-orm'
import { automationKinds, type AutomationKind } from '#app/contract/push.ts'
import { automationInput } from '#app/contract/push-settings.ts'
import { pushMessages, pushSends, pushSubscriptions, pushWatches } from '#app/db/schema/push.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { findAutomation, type Automation } from './automation-row.server.ts'
import { countEvents } from './counts.server.ts'
import { wakePush } from './jobs.ts'
import { contentErrors } from './message-content.ts'
import { openPushSite, requireSitePages } from './site-settings.server.ts'

/** All kinds, in their order. Those that were never saved have the default text and are off. */
export const readAutomations = ({ db }: Services, site: SiteScope): Promise<Automation[]> =>
  db.asTeam(site, (tx) =>
    Promise.all(automationKinds.map((kind) => findAutomation(tx, site, kind))),
  )

const labels: Readonly<Record<AutomationKind, string>> = {
  back_in_stock: 'Back in stock',
  price_drop: 'Price drop',
  order_shipped: 'Order shipped',
  review_request: 'Review request',
  abandoned_cart: 'Abandoned cart',
}

/**
 * Saves an automation and turns it on or off. Off, what waits isn't sent.
 *
 * @param input unvalidated
 * @throws Refusal `invalid` with messages by field; `not_on_plan` when it is turned on; `not_found`
 */
export async function changeAutomation(
  services: Services,
  site: SiteScope,
  { kind: named, input }: { kind: string; input: unknown },
): Promise<Automation> {
  const kind = automationKinds.find((one) => one === named)
  if (!kind) throw new Refusal('not_found', 'Automation not found.')
  const validated = validateInput(automationInput, input)
  if (!validated.ok) throw refuseFields(validated.errors)
  const { isOn, content, waitHours } = validated.value
  const errors = contentErrors(content, kind)
  if (Object.keys(errors).length > 0) {
    throw refuseFields(
      Object.fromEntries(Object.entries(errors).map(([path, texts]) => [`content.${path}`, texts])),
    )
  }
  const at = services.now()
  return changeSite(services, site, async (tx) => {
    if (isOn) requireFeature(await findEntitlements(tx, site), 'push_nudges')
    await openPushSite(tx, services, site)
    await requireSitePages(tx, site, { content })
    const { teamId, siteId } = site
    const state = isOn ? ('on' as const) : ('off' as const)
    await tx
      .insert(pushMessages)
      .values({
        teamId,
        siteId,
        kind,
        name: labels[kind],
        state,
        content,
        waitHours,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoUpdate({
        target: [pushMessages.siteId, pushMessages.kind],
        targetWhere: sql`kind <> 'news'`,
        set: {
          state,
          content,
          waitHours,
          updatedAt: at,
          version: sql`${pushMessages.version} + 1`,
        },
      })
    if (isOn) wakePush(services, tx)
    return findAutomation(tx, site, kind)
  })
}

/**
 * The shop reports that an order has shipped: subscribers who asked about it hear of it.
 *
 * @param order as the subscribers named it
 * @returns how many of them have no message about it yet
 */
export async function reportShipment(
  services: Services,
  site: SiteScope,
  order: string,
): Promise<number> {
  const at = services.now()
  return services.db.asTeam(site, async (tx) => {
    const automation = await findAutomation(tx, site, 'order_shipped')
    if (!automation.isOn || automation.id === null) return 0
    const messageId = automation.id
    const asked = await tx
      .select({
        watchId: pushWatches.id,
        subscriptionId: pushWatches.subscriptionId,
        service: pushSubscriptions.service,
      })
      .from(pushWatches)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushWatches.subscriptionId))
      .where(
        and(
          inSite(pushWatches, site),
          eq(pushWatches.kind, 'order_shipped'),
          eq(pushWatches.subject, order),
        ),
      )
    if (asked.length === 0) return 0
    const { teamId, siteId } = site
    const stored = await tx
      .insert(pushSends)
      .values(
        asked.map(({ watchId, subscriptionId, service }) => ({
          teamId,
          siteId,
          messageId,
          subscriptionId,
          occasion: `watch:${String(watchId)}`,
          watchId,
          variant: 'a' as const,
          state: 'waiting' as const,
          service,
          dueAt: at,
          expiresAt: new Date(at.getTime() + shipmentHours * hourMillis),
          createdAt: at,
        })),
      )
      .onConflictDoNothing()
      .returning({ variant: pushSends.variant })
    await countEvents(
      tx,
      stored.map(({ variant }) => ({ teamId, siteId, messageId, variant, column: 'sends' })),
      at,
    )
    wakePush(services, tx)
    return stored.length
  })
}

/** How long it is worth hearing that an order has shipped. */
const shipmentHours = 48
