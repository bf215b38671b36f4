/** Which step of onboarding is shown. The data decides, so that a reload or another device resumes. */

export const steps = ['organization', 'site', 'install', 'nudge'] as const
export type Step = (typeof steps)[number]

export type Progress = {
  hasTeam: boolean
  hasSite: boolean
  isInstalled: boolean
  isPublished: boolean
}

/**
 * @param wanted the step named in the address: chooses among those that the data allows
 * @returns null when everything is done and no step was asked for
 */
export function stepOf(progress: Progress, wanted: string | null): Step | null {
  if (!progress.hasTeam) return 'organization'
  if (!progress.hasSite) return 'site'
  if (wanted === 'install' || wanted === 'nudge') return wanted
  if (!progress.isInstalled) return 'install'
  return progress.isPublished ? null : 'nudge'
}
