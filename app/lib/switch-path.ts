/**
 * A screen of one site, whichever site the person looks at then. For emails.
 *
 * @param screen a path of ours
 */
export const pathOnSite = (siteUuid: string, screen: string): string =>
  openPath({ site: siteUuid, to: screen })

/**
 * A screen that is about the current organization, for another one: the person is asked before it becomes the
 * current one. For emails, and for what providers and screens of one organization lead to.
 *
 * @param screen a path of ours, also with an anchor
 */
export const pathInTeam = (teamId: number, screen: string): string =>
  openPath({ organization: String(teamId), to: screen })

const openPath = (query: Record<string, string>): string =>
  `/settings/open?${new URLSearchParams(query).toString()}`
