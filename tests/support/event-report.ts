/** A page's report as the public edge hands it to the collector. */
import type { EventReport } from '#app/domain/events/collect.server.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'
import { browser } from './pages.ts'

/** Sent by a person's browser on the site's host, unless overridden. */
export async function eventReport(
  { siteCache }: Services,
  { uuid }: TestSite,
  wanted: Pick<EventReport, 'events'> & Partial<EventReport>,
): Promise<EventReport> {
  const site = await siteCache.site(uuid)
  if (!site) throw new Error('The site is unknown.')
  return {
    site,
    bytes: 100,
    since: performance.now(),
    isBot: false,
    isSiteHost: true,
    address: '192.0.2.1',
    userAgent: browser,
    country: '',
    ...wanted,
  }
}
