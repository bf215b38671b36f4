/** Which activities a count covers, and until when it holds. */
import type { ActivityKind } from '#app/contract/activities.ts'
import { countExpiry } from '#app/contract/count-expiry.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'

export type CountView = {
  kind: ActivityKind
  query: Pick<NudgeQuery, 'ago' | 'integration'>
  at: Date
  /** Until when the number is told; of the facts only those count that are in the window till then. */
  until: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
}

export const viewOf = (
  { query, at, withdrawals }: Pick<CountView, 'query' | 'at' | 'withdrawals'>,
  kind: ActivityKind,
): CountView => ({ kind, query, at, until: countExpiry(query.ago, at), withdrawals })
