/** Why one nudge wasn't shown in the last 24 hours, most frequent reason first. */
import { and, isNull, sql } from 'drizzle-orm'
import { notShownReasons, type NotShownReason } from '#app/contract/pixel-events.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readNudgeNotShown, readReasonPages } from '#app/domain/stats/not-shown.server.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { describeReason, type ReasonText } from './describe-reason.ts'

type WhyRow = ReasonText & {
  reason: NotShownReason
  name: string
  times: number
  /** The page showed no nudge at all. */
  isOfSite: boolean
}

/** For a select. */
export type NudgeChoice = { value: string; label: string }

export type WhyNotShown = { shown: number; rows: WhyRow[] }

export async function readWhyNotShown(
  services: Services,
  site: SiteScope,
  nudge: EditedNudge,
): Promise<WhyNotShown> {
  const { id: nudgeId, uuid, type, published, settings } = nudge
  const window = { from: new Date(services.now().getTime() - dayMillis), to: null }
  const [counted, pages] = await Promise.all([
    readNudgeNotShown(services, site, { nudgeId, window }),
    readReasonPages(services, site, nudgeId),
  ])
  const {
    placement,
    look: { layout },
  } = published ?? settings
  const about = { uuid, siteUuid: site.siteUuid, type, placement, layout }
  const rows = notShownReasons.flatMap((reason) => {
    const page = pages[reason] ?? null
    const text = describeReason(reason, { ...about, page })
    const { name } = notShownWords[reason]
    return [
      { ...text, reason, name, times: counted.reasons[reason], isOfSite: false },
      { ...text, reason, name, times: counted.ofSite[reason], isOfSite: true },
    ]
  })
  return {
    shown: counted.shown,
    rows: rows
      .filter(({ times }) => times > 0)
      .sort(
        (one, other) => Number(one.isOfSite) - Number(other.isOfSite) || other.times - one.times,
      ),
  }
}

/**
 * Nudges to choose from, in the order of the lists, as JSON of `NudgeChoice[]`. The text goes to the
 * browser as it is: a thousand objects in a screen's data take longer than all that it counts.
 */
export async function readNudgeChoices({ db }: Services, site: SiteScope): Promise<string> {
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ choices: string | null }>(sql`
      select json_agg(json_build_object('value', uuid, 'label', name) order by position, id)::text
        as choices
      from ${nudges} where ${and(inSite(nudges, site), isNull(nudges.archivedAt))}`),
  )
  return rows[0]?.choices ?? '[]'
}
