/** For each nudge: how often it was shown, what held it back most, and what to do about it. */
import { notShownReasons } from '#app/contract/pixel-events.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { SiteScope } from '#app/domain/scope.ts'
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
  const counted = await readNotShownByNudge(services, site, { window, limit: mostNudges })
  return counted.map((nudge) => {
    const { uuid, name, evaluations, shown, placement, look } = nudge
    const main = mainReasonOf(nudge)
    if (main === null) return { uuid, name, evaluations, shown, main: null }
    const type = nudge.type as NudgeType
    const subject = { uuid, siteUuid: site.siteUuid, placement, layout: look.layout, page: null }
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
