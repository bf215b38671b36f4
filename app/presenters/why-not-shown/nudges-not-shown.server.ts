/** Of each nudge: how often it was shown, what held it back most, and what to do about it. */
import { and, inArray } from 'drizzle-orm'
import { notShownReasons } from '#app/contract/pixel-events.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readNotShownByNudge, type NamedNotShown } from '#app/domain/stats/not-shown.server.ts'
import { notShownWords } from '#app/domain/stats/not-shown-words.ts'
import type { StatsWindow } from '#app/domain/stats/totals.ts'
import type { Services } from '#app/services.ts'
import { describeReason, type ReasonText } from './describe-reason.ts'

export type NudgeOutcomes = {
  uuid: string
  name: string
  evaluations: number
  shown: number
  /** The most frequent reason; null: it was never held back. */
  main: (ReasonText & { name: string; times: number }) | null
}

/** More don't fit on a screen. The file has all of them. */
const mostNudges = 25

/** Most checks first. */
export async function readNudgesNotShown(
  services: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<NudgeOutcomes[]> {
  const counted = (await readNotShownByNudge(services, site, window)).slice(0, mostNudges)
  const ids = counted.map(({ id }) => id)
  const settings = await services.db.asTeam(site, (tx) =>
    tx
      .select({ id: nudges.id, type: nudges.type, placement: nudges.placement })
      .from(nudges)
      .where(and(inSite(nudges, site), inArray(nudges.id, ids))),
  )
  const settingsOf = new Map(settings.map(({ id, ...rest }) => [id, rest]))
  return counted.map((nudge) => {
    const { uuid, name, evaluations, shown } = nudge
    const main = mainReasonOf(nudge)
    const known = settingsOf.get(nudge.id)
    if (main === null || !known) return { uuid, name, evaluations, shown, main: null }
    const type = known.type as NudgeType
    const subject = { uuid, siteUuid: site.siteUuid, placement: known.placement, page: null }
    const text = describeReason(main.reason, { ...subject, type })
    const words = { name: notShownWords[main.reason].name, times: main.times }
    return { uuid, name, evaluations, shown, main: { ...text, ...words } }
  })
}

function mainReasonOf({ reasons }: NamedNotShown) {
  const [first] = notShownReasons
    .map((reason) => ({ reason, times: reasons[reason] }))
    .sort((one, other) => other.times - one.times)
  return first && first.times > 0 ? first : null
}
