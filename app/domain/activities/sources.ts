/**
 * The sources of activities as data. Code reads the property it needs instead of comparing names, so
 * a new source is one entry here and its name in the contract. Safe in the browser.
 */
import {
  activitySources,
  querySources,
  type ActivitySource,
  type QuerySource,
} from '#app/contract/activity-sources.ts'

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
  /** In the editor, where a nudge is limited to one source. */
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

// No site has a connection yet. Screens will offer all sources to a site that has one.
const isOffered = (name: ActivitySource) => sources[name].vouchedBy !== 'connection'

/** The sources by which screens filter activities. */
export const offeredSources = activitySources.filter(isOffered)

/** The sources to which the editor can limit a nudge. */
export const offeredQuerySources: QuerySource[] = querySources.filter(isOffered)
