/**
 * Reasons that keep every nudge of the site from visitors, regardless of the nudge's own settings.
 */

export type SiteStop = {
  kind: 'paused' | 'plan'
  sentence: string
  /** Null: the viewer can't change it. */
  fix: { label: string; to: string } | 'resume' | null
}

type StoppedSite = {
  host: string
  teamId: number
  isPaused: boolean
  isLimitReached: boolean
  mayResume: boolean
}

/** In the order in which they have to be mended. Empty for an archived nudge, which nothing shows. */
export function findSiteStops(
  { host, teamId, isPaused, isLimitReached, mayResume }: StoppedSite,
  { state, isArchived }: { state: 'draft' | 'published' | 'paused'; isArchived: boolean },
): SiteStop[] {
  if (isArchived) return []
  const stops: SiteStop[] = []
  if (isPaused) {
    const effect =
      state === 'draft'
        ? 'Visitors won’t see this one after you publish it.'
        : 'Visitors don’t see this one.'
    stops.push({
      kind: 'paused',
      sentence: `All nudges on ${host} are paused. ${effect}${
        mayResume ? '' : ' Ask the owner or an admin to resume them.'
      }`,
      fix: mayResume ? 'resume' : null,
    })
  }
  if (isLimitReached) {
    stops.push({
      kind: 'plan',
      sentence: 'You’ve reached your monthly plan limit. Nudges are paused until next month.',
      fix: { label: 'View usage', to: `/settings/teams/${String(teamId)}/plan` },
    })
  }
  return stops
}
