/** Data of the last step: the nudge, and what visitors still need to see it. */
import { defaultSiteOptions } from '#app/contract/site-options.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { listGoals } from '#app/domain/goals/goals.server.ts'
import type { EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { compileDraft } from '#app/domain/serving/preview.server.ts'
import { readTotals } from '#app/domain/stats/totals.server.ts'
import { allTime } from '#app/domain/stats/totals.ts'
import {
  listThankYouPages,
  type ThankYouPage,
} from '#app/presenters/onboarding/thank-you-pages.server.ts'
import type { SiteContext } from '#app/auth/guards.server.ts'
import type { Services } from '#app/services.ts'

export type PublishView = {
  site: { host: string }
  nudge: { uuid: string; type: NudgeType; typeName: string; isPublished: boolean }
  /** The owner's message; null for types that show data. */
  message: { title: string; text: string } | null
  /** Null: its text is missing. */
  payload: PixelPayload | null
  /** Names. */
  goals: string[]
  /** For the goal, until one is chosen. */
  thankYouPages: ThankYouPage[]
  /** Whole percent; null: it was chosen when the first nudge was published. */
  holdout: number | null
  seenAt: Date | null
  impressions: number
}

export async function readPublish(
  services: Services,
  { site, scope }: SiteContext,
  { nudge, isFirst }: { nudge: EditedNudge; isFirst: boolean },
): Promise<PublishView> {
  const { uuid, type, surface, state, settings } = nudge
  const message = type === 'custom' ? messageOf(settings.content) : null
  const { query, content, rules, placement, message: words, look } = settings
  const drawn = { type, surface, query, content, rules, placement, message: words, look }
  const isWritten = message === null || message.text !== ''
  const payload = isWritten ? await compileDraft(services, scope, drawn) : null
  const goals = await listGoals(services, scope)
  const { impressions } = await readTotals(services, scope, allTime)
  return {
    site: { host: new URL(site.url).host },
    nudge: {
      uuid,
      type,
      isPublished: state === 'published',
      typeName: nudgeDefinitions[type].labels.name,
    },
    message,
    payload,
    impressions,
    seenAt: site.pixelSeenAt,
    thankYouPages: goals.length === 0 ? await listThankYouPages(services, scope) : [],
    goals: goals.map(({ name }) => name),
    holdout: isFirst ? defaultSiteOptions.holdout : null,
  }
}

function messageOf(content: unknown): { title: string; text: string } {
  const { title, text } = (content ?? {}) as Record<string, unknown>
  return { title: textOf(title), text: textOf(text) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
