/** Questions of all integrations' tests about records, and of failures. */
import type { ReportedFact } from '#app/contract/reviews.ts'
import { factOf, isActivity, type IntegrationRecord } from '#app/integrations/record.ts'
import { BadRecord, ForgedDelivery, isFailedCall } from '#app/lib/web/provider-errors.ts'

/** Those of the records that are activities and can be stored. */
export const factsOf = (records: readonly IntegrationRecord[]): ReportedFact[] =>
  records.filter(isActivity).flatMap((record) => {
    try {
      return [factOf(record)]
    } catch (error) {
      if (error instanceof BadRecord) return []
      throw error
    }
  })

/** Errors that say what to do. Anything else is a bug. */
export const isExpected = (error: unknown) => error instanceof ForgedDelivery || isFailedCall(error)
