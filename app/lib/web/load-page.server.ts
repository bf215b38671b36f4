/** Loads a page of a shop like a visitor's browser, through the guarded fetch. */
import { NotFetched, type OutsideHead } from './guarded-opener.server.ts'
import type { Services } from '#app/services.ts'

export type PageIssue = NotFetched['why']

export type LoadedPage = {
  /** Null: nothing answered. */
  head: OutsideHead | null
  html: string | { why: PageIssue }
}

/** Rate limits are the caller's. */
export async function loadPage(
  net: Services['net'],
  address: string,
  limits: { maxBytes: number; maxMillis: number; isCut?: boolean },
): Promise<LoadedPage> {
  const heads: OutsideHead[] = []
  const onAnswer = (given: OutsideHead) => {
    heads.push(given)
  }
  try {
    const body = await net.fetch(address, { ...limits, accept: 'text/html', onAnswer })
    return { head: heads[0] ?? null, html: body.toString('utf8') }
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    return { head: heads[0] ?? null, html: { why: error.why } }
  }
}
