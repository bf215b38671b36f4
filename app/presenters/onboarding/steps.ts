/** Which step of onboarding is shown. The data decides, so that a reload or another device resumes. */

export const steps = ['site', 'install', 'nudge', 'publish'] as const
export type Step = (typeof steps)[number]

/** Without a site there is no screen to go to. */
export const skippable = ['install', 'nudge', 'publish'] as const satisfies readonly Step[]
export type SkippedStep = (typeof skippable)[number]

export type Progress = {
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
export function stepOf(progress: Progress, wanted: string | null): Step | null {
  if (!progress.hasSite) return 'site'
  const named = steps.find((step) => step === wanted)
  if (named === 'publish' && !progress.hasNudge) return 'nudge'
  return named ?? findOpen(progress, steps)
}

/** The next open one behind a step that was left out; null: there is none. */
export const stepBehind = (progress: Progress, step: Step): Step | null =>
  findOpen(progress, steps.slice(steps.indexOf(step) + 1))

function findOpen(progress: Progress, among: readonly Step[]): Step | null {
  const open = among.find((step) => !isDone(progress, step) && !isSkipped(progress, step))
  // What was not chosen can't be published.
  return open === 'publish' && !progress.hasNudge ? null : (open ?? null)
}

const isSkipped = ({ skipped }: Progress, step: Step) => skipped.some((left) => left === step)

export function isDone(progress: Progress, step: Step): boolean {
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
