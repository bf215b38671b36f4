/**
 * Names of the sources of activities, as rows and queries store them.
 * app/domain/activities/sources.ts describes each source.
 */
export const activitySources = ['rest_api', 'pixel', 'import', 'integration'] as const
export type ActivitySource = (typeof activitySources)[number]

/** The sources to which a nudge can limit its data. */
export const querySources = [
  'rest_api',
  'pixel',
  'import',
  'integration',
] as const satisfies readonly ActivitySource[]
export type QuerySource = (typeof querySources)[number]
