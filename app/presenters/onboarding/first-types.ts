/** Nudge types to choose from in onboarding. Needs no database. */
import type { ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import { recommend } from '#app/presenters/nudge-list/readiness.ts'

/** Types with data today, then those that work for everyone. */
export function listFirstTypes(types: readonly ReadyType[]): ReadyType[] {
  const best = recommend(types)
  const always = (['purchase', 'custom'] as const).flatMap((wanted) =>
    types.filter(({ type }) => type === wanted && !best.some((one) => one.type === wanted)),
  )
  return [...best, ...always]
}
