/** Data of the last step: the nudge, and what visitors still need to see it. */
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { Arm } from '#app/domain/allocation/assign-arm.ts'
import { findArm, type BrowserFacts } from '#app/domain/events/find-arm.server.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import type { EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { compileDraft, compileExample } from '#app/domain/serving/preview.server.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { readTotals } from '#app/domain/stats/totals.server.ts'
import { allTime } from '#app/domain/stats/totals.ts'
import type { AwaitedData } from '#app/presenters/onboarding/awaited-data.ts'
import {
  findMissingPageData,
  findWorkingType,
  readAwaitedData,
  type WorkingType,
} from '#app/presenters/onboarding/awaited-data.server.ts'
import {
  listCheckoutPages,
  type CheckoutPage,
} from '#app/presenters/onboarding/checkout-pages.server.ts'
import { reportsOrders } from '#app/presenters/onboarding/first-goal.server.ts'
import {
  listThankYouPages,
  type ThankYouPage,
} from '#app/presenters/onboarding/thank-you-pages.server.ts'
import type { SiteContext } from '#app/auth/guards.server.ts'
import type { Services } from '#app/services.ts'

export type PublishView = {
  site: { uuid: string; host: string }
  nudge: { uuid: string; type: NudgeType; typeName: string; isPublished: boolean }
  /** The owner's message; null for types that show data. */
  message: { title: string; text: string } | null
  /** Null: its text is missing. */
  payload: PixelPayload | null
  /** Null: the nudge has something to show, or its text is missing. */
  awaiting: WaitingNudge | null
  /** Names. */
  goals: string[]
  /** For the goal, until one is chosen. */
  thankYouPages: ThankYouPage[]
  /** The goal of orders would count some. */
  reportsOrders: boolean
  /** For nothing until the owner accepts one. */
  checkoutPages: CheckoutPage[]
  /** Whole percent; null: it was chosen when the first nudge was published. */
  holdout: number | null
  /** Percentage of visitors in the site's holdout group, as it is stored. */
  heldBack: number
  /** The arm of the owner's browser. */
  arm: Arm
  /** The first nudge is a popup, so its site's timing can be chosen. Inline nudges have none. */
  offersCalm: boolean
  seenAt: Date | null
  impressions: number
}

/** A nudge that visitors can't see, because there is nothing that it could show. */
export type WaitingNudge = {
  awaited: AwaitedData
  /** With made-up data. For its owner's eyes only. */
  example: PixelPayload | null
  /** A type that works today. */
  instead: WorkingType | null
}

export async function readPublish(
  services: Services,
  { site, scope }: SiteContext,
  { nudge, isFirst, browser }: { nudge: EditedNudge; isFirst: boolean; browser: BrowserFacts },
): Promise<PublishView> {
  const { uuid, type, surface, state, settings } = nudge
  const message = type === 'custom' ? messageOf(settings.content) : null
  const { query, content, rules, placement, message: words, look } = settings
  const drawn = { type, surface, query, content, rules, placement, message: words, look }
  const isWritten = message === null || message.text !== ''
  const payload = isWritten ? await compileDraft(services, scope, drawn) : null
  const isEmpty = payload?.nudges.length === 0
  const missing = payload && !isEmpty ? await findMissingPageData(services, scope, type) : null
  const goals = await listGoals(services, scope)
  const { options } = await readSiteOptions(services, scope)
  const { impressions } = await readTotals(services, scope, allTime)
  return {
    site: { uuid: site.uuid, host: new URL(site.url).host },
    nudge: {
      uuid,
      type,
      isPublished: state === 'published',
      typeName: nudgeDefinitions[type].labels.name,
    },
    message,
    payload,
    awaiting:
      isEmpty || missing !== null
        ? {
            awaited: await readAwaitedData(services, scope, { type, settings, page: missing }),
            example: isEmpty ? await compileExample(services, scope, drawn) : payload,
            instead: await findWorkingType(services, scope, type),
          }
        : null,
    impressions,
    seenAt: site.pixelSeenAt,
    thankYouPages: goals.length === 0 ? await listThankYouPages(services, scope) : [],
    reportsOrders:
      (await reportsOrders(services, scope)) || (await findEmbedLink(services, scope)) !== null,
    checkoutPages: await listCheckoutPages(services, scope),
    goals: goals.map(({ name }) => name),
    holdout: isFirst ? defaultSiteOptions.holdout : null,
    heldBack: options.holdout,
    arm: await findArm(services, scope, browser),
    offersCalm: isFirst && surface === 'popup',
  }
}

function messageOf(content: unknown): { title: string; text: string } {
  const { title, text } = (content ?? {}) as Record<string, unknown>
  return { title: textOf(title), text: textOf(text) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
