/** Sentences about what a plan pauses. */
import type { PlanPauses } from './plan-pauses.server.ts'

const listed = (names: readonly string[], most = 5): string =>
  names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${String(names.length - most)} more`

const counted = (count: number, one: string, many: string) =>
  `${String(count)} ${count === 1 ? one : many}`

/** One for each part that something pauses in. Empty: the plan includes all that is used. */
export function describePauses(pauses: PlanPauses): string[] {
  const { nudges, nudgeSettings, siteOptions, connections, feeds, forms } = pauses
  const { sitesOver, membersOver } = pauses
  return [
    ...(nudges.length > 0 ? [`Nudges that pause: ${listed(nudges)}.`] : []),
    ...(nudgeSettings.length > 0
      ? [`Nudges that lose a setting or show fewer reviews: ${listed(nudgeSettings)}.`]
      : []),
    ...(siteOptions.length > 0
      ? [`Sites whose nudges change their look: ${listed(siteOptions)}.`]
      : []),
    ...(connections.length > 0
      ? [`Connections that bring nothing new: ${listed(connections)}.`]
      : []),
    ...(feeds > 0 ? [`${counted(feeds, 'product feed', 'product feeds')} won’t be fetched.`] : []),
    ...(forms > 0 ? [`${counted(forms, 'form', 'forms')} won’t be read.`] : []),
    ...(sitesOver > 0
      ? [`${counted(sitesOver, 'site', 'sites')} over the limit: you can’t add more.`]
      : []),
    ...(membersOver > 0
      ? [`${counted(membersOver, 'member', 'members')} over the limit: you can’t invite more.`]
      : []),
  ]
}
