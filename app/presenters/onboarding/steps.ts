/**
 * Decides which onboarding step to show. Depends on data only, so a reload or another device
 * resumes.
 */

export const onboardingSteps = ['site', 'install', 'nudge', 'publish'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/** All other screens need a site. */
export const skippable = [
  'install',
  'nudge',
  'publish',
] as const satisfies readonly OnboardingStep[]
export type SkippedStep = (typeof skippable)[number]

/** How the first nudge's success is counted. */
export const firstGoals = ['order', 'page', 'none'] as const
export type FirstGoal = (typeof firstGoals)[number]

export type OnboardingProgress = {
  hasSite: boolean
  isInstalled: boolean
  /** A popup exists, in any state. */
  hasNudge: boolean
  isPublished: boolean
  skipped: readonly SkippedStep[]
}

/**
 * @param wanted step in the URL, if the data allows it
 * @returns null when all steps are done or skipped, and none was requested
 */
export function currentOnboardingStep(
  progress: OnboardingProgress,
  wanted: string | null,
): OnboardingStep | null {
  if (!progress.hasSite) return 'site'
  const named = onboardingSteps.find((step) => step === wanted)
  if (named === 'publish' && !progress.hasNudge) return 'nudge'
  return named ?? findOpen(progress, onboardingSteps)
}

/** The next open step after a skipped one; null: none. */
export const nextOnboardingStep = (
  progress: OnboardingProgress,
  step: OnboardingStep,
): OnboardingStep | null =>
  findOpen(progress, onboardingSteps.slice(onboardingSteps.indexOf(step) + 1))

function findOpen(
  progress: OnboardingProgress,
  among: readonly OnboardingStep[],
): OnboardingStep | null {
  const open = among.find((step) => !isStepDone(progress, step) && !isSkipped(progress, step))
  // Publishing needs a nudge.
  return open === 'publish' && !progress.hasNudge ? null : (open ?? null)
}

const isSkipped = ({ skipped }: OnboardingProgress, step: OnboardingStep) =>
  skipped.some((left) => left === step)

export function isStepDone(progress: OnboardingProgress, step: OnboardingStep): boolean {
  switch (step) {
    case 'site':
      return progress.hasSite
    case 'install':
      return progress.isInstalled
    case 'nudge':
      return progress.hasNudge
    case 'publish':
      return progress.isPublished
  }
}
