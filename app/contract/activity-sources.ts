/**
 * Names of the sources of activities, as rows and queries store them.
 * app/domain/activities/sources.ts describes each source.
 */
import { connectableNames, type ConnectableName } from './integrations.ts'

export const activitySources = ['rest_api', 'pixel', 'import', 'integration'] as const
export type ActivitySource = (typeof activitySources)[number]

/** The sources to which a nudge can limit its data: all of a kind, or one service by its name. */
export type QuerySource = ActivitySource | ConnectableName
export const querySources = [...new Set([...activitySources, ...connectableNames])]
