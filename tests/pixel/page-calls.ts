/** Calls of the page API, and what a test sees of their effect. */
import type { Page } from 'playwright/test'
import type { EdgeSite } from './edge-double.ts'
import { arrived, sendAll } from './time.ts'

/** Calls before the pixel has loaded. */
export const callEarly = (page: Page, ...calls: unknown[][]) =>
  page.addInitScript((early: unknown[]) => {
    window.footfall = early
  }, calls)

/** Calls after it has loaded. */
export const call = (page: Page, ...parts: unknown[]) =>
  page.evaluate((one) => {
    window.footfall?.push(one)
  }, parts)

/** Why nudges were not shown, as the page reports it. */
export const reportReasons = async ({ page, site }: { page: Page; site: EdgeSite }) => {
  await sendAll(page)
  await arrived({ page, site })
  return site.events.flatMap((event) => (event.type === 'not_shown' ? [event.reason] : []))
}
