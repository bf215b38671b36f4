/** Refuses a page that can never be the site's, before it is connected. */
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { WrongSetting } from '#app/integrations/kit/wrong-setting.ts'
import { isOfSite } from './page-proof.ts'

/** @throws WrongSetting for a page of a domain that isn't the site's */
export function refuseForeignPage(
  { reviews }: AnyIntegration,
  settings: Record<string, unknown>,
  siteUrl: string,
): void {
  const domain = reviews?.page?.domainOf?.(settings)
  if (domain === undefined || isOfSite(domain, siteUrl)) return
  throw new WrongSetting(
    'domain',
    `This page belongs to ${domain}, and this site is ${new URL(siteUrl).host}. Enter your site’s domain.`,
  )
}
