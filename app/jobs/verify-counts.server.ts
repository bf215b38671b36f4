import { checkDays } from '#app/domain/events/check-days.server.ts'
import { recount } from '#app/domain/events/recount.server.ts'
import type { Services } from '#app/services.ts'
import { schedule } from './job.ts'
import { hourMillis } from '#app/lib/time.ts'

/** Older hours can't change any more. The command line checks them all. */
const lookBackMillis = 48 * hourMillis

/**
 * Reports sums that differ from their raw events. Repairs nothing: a difference is a bug to find.
 */
export const verifyCountsJob = schedule('events.verify', '37 * * * *', async (services) => {
  const since = new Date(services.now().getTime() - lookBackMillis)
  report(services, 'sums differ from the raw events', await recount(services, { since }))
  report(services, 'days differ from their hours', await checkDays(services, { since }))
})

function report({ log }: Services, message: string, differences: readonly object[]): void {
  if (differences.length === 0) return
  log.error({ differences: differences.slice(0, 20), total: differences.length }, message)
}
