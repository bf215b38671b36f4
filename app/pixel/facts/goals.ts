/** Reports goals that are reached by a click on an element or by submitting a form. */
import type { PixelGoal } from '#app/contract/pixel.ts'
import type { Core } from '../core.ts'
import { attempt, listen } from '../guard.ts'

let stops: (() => void)[] = []

/** Replaces those of the previous page. Reads nothing of what is clicked or submitted. */
export const watchGoals = (core: Core, goals: readonly PixelGoal[] = []) => {
  const { path } = core.facts
  /** A double click submits twice, but is one form. */
  const sent = new Set<string>()

  stops.forEach((stop) => stop())
  stops = (['click', 'submit'] as const).map((type) =>
    listen(document, type, ({ target, isTrusted }) => {
      // Ignores synthetic clicks, and clicks on a page that has been navigated away from.
      if (!isTrusted || core.facts.path !== path || !(target instanceof Element)) return
      for (const { goal, on, selector } of goals) {
        if (on !== type || sent.has(goal)) continue
        // The owner's selector may be invalid.
        if (!attempt(() => target.closest(selector))) continue
        if (type === 'submit') sent.add(goal)
        core.report({ type: 'goal', goal }, 'now')
      }
    }),
  )
}
