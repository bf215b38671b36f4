/**
 * A screen of one site, whichever site the person looks at then. For emails.
 *
 * @param screen a path of ours
 */
export const pathOnSite = (siteUuid: string, screen: string): string =>
  `/settings/open?${new URLSearchParams({ site: siteUuid, to: screen }).toString()}`
