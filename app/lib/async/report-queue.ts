/** Reports of pages about their site, written together with others that arrive at the same time. */
import { createGroupCommit } from './group-commit.ts'

export type ReportQueue<Report, Outcome> = {
  /**
   * Resolves after the commit, with the outcomes in the order of the reports.
   *
   * @param since when the sender started waiting, on the clock of `performance.now()`
   * @throws QueueFull, or the driver's error: then nothing is acknowledged and everything can be
   * sent again
   */
  record: (reports: readonly Report[], since: number) => Promise<Outcome[]>
  /** Resolves when all accepted reports are committed. */
  drain: () => Promise<void>
}

/** Bounded, and limited to one connection, so that a flood doesn't affect anything else. */
const limits = {
  maxBatch: 500,
  maxRows: 5_000,
  maxBytes: 4 * 1024 * 1024,
  maxWaitMillis: 2_000,
  maxInFlight: 1,
}

type Write<Report, Outcome> = (reports: Report[]) => Promise<readonly Outcome[]>

/** Sites take turns when not everything fits into one write. */
export function createReportQueue<Report extends { siteId: number }, Outcome>(
  write: Write<Report, Outcome>,
  { maxBytes = limits.maxBytes }: { maxBytes?: number } = {},
): ReportQueue<Report, Outcome> {
  const queue = createGroupCommit<Report, Outcome>({
    ...limits,
    maxBytes,
    write,
    ownerOf: ({ siteId }) => siteId,
  })
  return {
    record: (reports, since) => queue.add(reports, JSON.stringify(reports).length, since),
    drain: queue.drain,
  }
}
