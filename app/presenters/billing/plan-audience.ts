/** For whom each plan is, in one sentence that follows from what it includes. */
import type { Plan } from '#app/domain/plans/catalog.ts'

const audiences: Record<Plan['name'], string> = {
  Free: 'For the first nudges on a small shop.',
  'Free-Special': 'For a small shop with many reviews.',
  Lite: 'For a growing shop whose visitors come back.',
  Plus: 'For a busy shop.',
  Genius: 'For a brand that shows nudges without our name.',
  Agency: 'For agencies, and for several busy shops in one organization.',
  Enterprise: 'For the largest shops and groups.',
}

/** @param limit of the plan's unit per month; null: unlimited */
export const audienceOf = ({ name }: Plan, limit: number | null): string =>
  name === 'Plus' && limit === null
    ? 'For a busy shop whose traffic is hard to predict.'
    : audiences[name]
