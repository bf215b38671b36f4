/** How many requests this process answered since it started. */
export type RequestCounts = {
  /** @param status of the answer */
  count: (status: number) => void
  read: () => AnsweredRequests
}

export type AnsweredRequests = {
  all: number
  /** Refused: the request was wrong. Status 400 to 499. */
  refused: number
  /** Failed here. Status 500 and above. */
  failed: number
}

export function createRequestCounts(): RequestCounts {
  const counts = { all: 0, refused: 0, failed: 0 }
  return {
    count(status) {
      counts.all += 1
      if (status >= 500) counts.failed += 1
      else if (status >= 400) counts.refused += 1
    },
    read: () => ({ ...counts }),
  }
}
