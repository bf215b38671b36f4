/** Tells that a goal is reached when a visitor clicks what the owner named, or sends such a form. */
import type { PixelGoal } from '#app/contract/pixel.ts'
import type { Core } from '../core.ts'
import { attempt, listen } from '../guard.ts'

let stops: (() => void)[] = []

/** Those of this page take the place of the last one's. Nothing of what is clicked or sent is read. */
export const watchGoals = (core: Core, goals: readonly PixelGoal[] = []) => {
  const { path } = core.facts
  /** Sent twice, by a second click: it is one form. */
  const sent = new Set<string>()

  stops.forEach((stop) => stop())
  stops = (['click', 'submit'] as const).map((type) =>
    listen(document, type, ({ target, isTrusted }) => {
      // What a script of the page clicks is nobody's act, and the page may be another one by now.
      if (!isTrusted || core.facts.path !== path || !(target instanceof Element)) return
      for (const { goal, on, selector } of goals) {
        if (on !== type || sent.has(goal)) continue
        // What the owner typed may be no selector.
        if (!attempt(() => target.closest(selector))) continue
        if (type === 'submit') sent.add(goal)
        core.report({ type: 'goal', goal }, 'now')
      }
    }),
  )
}
