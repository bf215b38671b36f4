/**
 * The sources of activities as data. Code reads the property it needs instead of comparing names, so
 * a new source is one entry here and its name in the contract. Safe in the browser.
 */
import {
  activitySources,
  type ActivitySource,
  type QuerySource,
} from '#app/contract/activity-sources.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { integrationLabels } from '#app/integrations/labels.ts'

/**
 * The party that vouches for an activity.
 * - `api_token`: a token of the REST API, so the shop's server. - `owner`: the member who imported it.
 * - `connection`: a service that the shop connected. Rows name the connection.
 * - `page`: nothing but a page, and anyone can report as a page. An activity with the same ID from any
 *   other source replaces it, so that a made-up report can't keep the real order out.
 */
type Voucher = 'api_token' | 'owner' | 'connection' | 'page'

export type SourceDefinition = {
  /** In tables and filters. */
  label: string
  /** In the nudge editor, where merchants choose the source that a nudge is limited to. */
  senderLabel: string
  /** In the list of nudges, for a nudge that is limited to this source. */
  originLabel: string
  vouchedBy: Voucher
  /** Replaces the description of an activity's trust on its screen. */
  proof?: string
  /** Purchases reach order goals as they arrive. */
  countsGoals: boolean
  isFromFile: boolean
}

export const sources: Record<ActivitySource, SourceDefinition> = {
  rest_api: {
    label: 'REST API',
    senderLabel: 'REST API (your server)',
    originLabel: 'From the REST API',
    vouchedBy: 'api_token',
    countsGoals: true,
    isFromFile: false,
  },
  pixel: {
    label: 'Your pages',
    senderLabel: 'Pixel (your pages)',
    originLabel: 'From your pages',
    vouchedBy: 'page',
    // Pages reach goals by events, and anyone could report an order as one of them.
    countsGoals: false,
    isFromFile: false,
  },
  import: {
    label: 'Import',
    senderLabel: 'A file that you imported',
    originLabel: 'From a file',
    vouchedBy: 'owner',
    proof: 'Imported from a file (vouched for by you)',
    // Goals count purchases while they happen. A file reports the past.
    countsGoals: false,
    isFromFile: true,
  },
  integration: {
    label: 'Integration',
    senderLabel: 'A service that you connected',
    originLabel: 'From an integration',
    vouchedBy: 'connection',
    proof: 'Verified: reported by a service you connected',
    countsGoals: true,
    isFromFile: false,
  },
}

/** Names of the sources that fit, for conditions of queries. */
export const sourcesWhere = (fits: (source: SourceDefinition) => boolean): ActivitySource[] =>
  activitySources.filter((name) => fits(sources[name]))

/** Whether a vouched-for activity with the same ID replaces one from this source. */
export const isReplaceable = ({ vouchedBy }: SourceDefinition) => vouchedBy === 'page'

const isOffered = (name: ActivitySource) => sources[name].vouchedBy !== 'connection'

/** The sources that every site has, by which screens filter activities. */
export const offeredSources = activitySources.filter(isOffered)

/** Services that need no connection: what they bring is stored with another source. */
const sourceOfService: Partial<Record<QuerySource, ActivitySource>> = {
  rest_api: 'rest_api',
  zapier: 'rest_api',
  javascript: 'pixel',
  form_submissions: 'pixel',
}

const isSource = (name: QuerySource): name is ActivitySource =>
  activitySources.some((source) => source === name)

/** How activities of a query's source are stored: as all of a source, or as those of one service. */
export function storedAs(name: QuerySource): {
  source: ActivitySource
  /** Null: of any. */
  service: ConnectableName | null
} {
  if (isSource(name)) return { source: name, service: null }
  const source = sourceOfService[name]
  return source ? { source, service: null } : { source: 'integration', service: name }
}

/** Whether an activity comes from the query's source. Null: any source will do. */
export function isFrom(
  name: QuerySource | null,
  { source, service }: { source: ActivitySource; service: ConnectableName | null },
): boolean {
  if (name === null) return true
  const wanted = storedAs(name)
  return wanted.source === source && (wanted.service === null || wanted.service === service)
}

/** Label in the nudge editor, where merchants choose the source that a nudge is limited to. */
export const querySourceLabel = (name: QuerySource): string =>
  isSource(name) ? sources[name].senderLabel : integrationLabels[name]

/** In tables, for one activity. */
export const activitySourceLabel = ({
  source,
  service,
}: {
  source: ActivitySource
  service: ConnectableName | null
}): string => (service === null ? sources[source].label : integrationLabels[service])

/** In the list of nudges, for a nudge that is limited to this source. */
export const queryOriginLabel = (name: QuerySource): string =>
  isSource(name) ? sources[name].originLabel : `From ${integrationLabels[name]}`
