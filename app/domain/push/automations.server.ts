/** Automations: messages that a fact of the shop sends to those who asked to hear of it. */
import { sql } from 'drizzle-orm'
import { automationKinds, type AutomationKind } from '#app/contract/push.ts'
import { automationInput } from '#app/contract/push-settings.ts'
import { pushMessages } from '#app/db/schema/push.ts'
import { requireFeature } from '#app/domain/plans/entitlements.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { findAutomation, type Automation } from './automation-row.server.ts'
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

/** Hours that an automation can wait. The others don't. */
const waitBounds: Readonly<Partial<Record<AutomationKind, { from: number; to: number }>>> = {
  review_request: { from: 24, to: 720 },
  abandoned_cart: { from: 1, to: 72 },
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
  const bounds = waitBounds[kind]
  if (bounds && (waitHours < bounds.from || waitHours > bounds.to)) {
    const [from, to] = [String(bounds.from), String(bounds.to)]
    throw refuseFields({ waitHours: [`Enter a number of hours from ${from} to ${to}.`] })
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
