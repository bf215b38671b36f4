/** Which step of onboarding is shown. The data decides, so that a reload or another device resumes. */

export const onboardingSteps = ['site', 'install', 'nudge', 'publish'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/** Without a site there is no screen to go to. */
export const skippable = [
  'install',
  'nudge',
  'publish',
] as const satisfies readonly OnboardingStep[]
export type SkippedStep = (typeof skippable)[number]

export type OnboardingProgress = {
  hasSite: boolean
  isInstalled: boolean
  /** A popup was begun, whatever became of it. */
  hasNudge: boolean
  isPublished: boolean
  skipped: readonly SkippedStep[]
}

/**
 * @param wanted the step named in the address: chooses among those that the data allows
 * @returns null when each step is done or left out, and none was asked for
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

/** The next open one behind a step that was left out; null: there is none. */
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
  // What was not chosen can't be published.
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
