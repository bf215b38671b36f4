/** Which activities a count covers, and until when it holds. */
import type { ActivityKind } from '#app/contract/activities.ts'
import { countExpiry } from '#app/contract/count-expiry.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'

export type CountView = {
  kind: ActivityKind
  query: Pick<NudgeQuery, 'ago' | 'integration'>
  at: Date
  /** When the count expires. Only activities that are still within the time frame by then count. */
  until: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
}

export const viewOf = (
  { query, at, withdrawals }: Pick<CountView, 'query' | 'at' | 'withdrawals'>,
  kind: ActivityKind,
): CountView => ({ kind, query, at, until: countExpiry(query.ago, at), withdrawals })
