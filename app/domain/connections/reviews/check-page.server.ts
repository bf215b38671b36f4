/** Checks whether a connection's page of reviews is the site's, and keeps its reviews hidden until it is. */
import { and, eq, ne } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import { connections, type StoredPageProof } from '#app/db/schema/connections.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { isActivity, type IntegrationRecord } from '#app/integrations/record.ts'
import { readElements } from '#app/lib/markup/read-elements.ts'
import { loadPage } from '#app/lib/web/load-page.server.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'
import type { Connection } from '../connection.server.ts'
import { decideProof, hostIn, isCheckDue, pageAddressOf } from './page-proof.ts'

const limits = { maxBytes: 2_000_000, maxMillis: 8_000 }

/**
 * Code of one site, for an answer on the page: 80 bits of a keyed fingerprint, which can't be guessed for
 * another site.
 */
export const codeOf = (secrets: Secrets, siteUuid: string): string =>
  `footfall-${secrets.fingerprint(siteUuid, 'review page').slice(0, 20)}`

type Asked = {
  /** Records that were just read: an answer among them can have the code. */
  records?: readonly IntegrationRecord[]
  /** Its owner waits for the result. */
  isAsked?: boolean
}

/**
 * Looks at the site's home page when that is due. Without a page that anyone can connect, nothing has to be
 * proven.
 *
 * @returns whether reviews of the connection have to wait
 */
export async function checkReviewPage(
  services: Services,
  connection: Connection,
  { records = [], isAsked = false }: Asked = {},
): Promise<boolean> {
  const { integration, credentials, siteUrl, site, pageProof: before } = connection
  const rules = integration.reviews?.page
  const page = pageAddressOf(integration, credentials.settings)
  if (!rules || page === null) return false
  const at = services.now()
  const website = hostIn(rules.domainOf?.(credentials.settings) ?? connection.website)
  const code = codeOf(services.security.secrets, site.siteUuid)
  const hasCode = rules.hasAnswers && records.some((one) => hasAnswer(one, code))
  const isNews = hasCode && before?.proof === null
  if (!isAsked && !isNews && !isCheckDue(before, { siteUrl, page, website, at })) {
    return before?.proof === null
  }
  const { isLink } = rules
  const hasLink = isLink
    ? await findLink(services, siteUrl, (link) => isLink(credentials.settings, link))
    : false
  const decided = decideProof({ siteUrl, page, website, hasLink, hasCode, at }, before)
  await keepProof(services, connection, decided)
  return decided.proof === null
}

/**
 * Checks it for a person who waits.
 *
 * @returns whether it is the site's
 * @throws Refusal `too_many`
 */
export async function checkPageNow(
  services: Services,
  connection: Connection,
  { account, address }: { account: string; address: string },
): Promise<boolean> {
  await services.security.rateLimits.consume('tryConnection', account, address)
  return !(await checkReviewPage(services, connection, { isAsked: true }))
}

const hasAnswer = (record: IntegrationRecord, code: string) =>
  isActivity(record) && record.answer?.toLowerCase().includes(code) === true

/** Null: the home page can't be read. Scripts aren't run, and comments don't count. */
async function findLink(
  { net }: Services,
  siteUrl: string,
  isLink: (link: URL) => boolean,
): Promise<boolean | null> {
  const { head, html } = await loadPage(net, siteUrl, limits)
  if (typeof html !== 'string') return null
  const base = head?.address ?? siteUrl
  let isFound = false
  await readElements(html, ['a'], {
    onElement(_name, attributes) {
      if (isFound) return
      const link = parseWebAddress(attributes.get('href')?.trim(), { base })
      isFound = link !== null && isLink(link)
    },
  })
  return isFound
}

/** Its reviews appear or disappear in the same commit. */
async function keepProof(
  services: Services,
  { id, site }: Connection,
  pageProof: StoredPageProof,
): Promise<void> {
  const isUnproved = pageProof.proof === null
  await changeSite(services, site, async (tx) => {
    await tx
      .update(connections)
      .set({ pageProof })
      .where(and(inSite(connections, site), eq(connections.id, id)))
    await tx
      .update(activities)
      .set({ isUnproved })
      .where(
        and(
          inSite(activities, site),
          eq(activities.connectionId, id),
          eq(activities.kind, 'review'),
          ne(activities.isUnproved, isUnproved),
        ),
      )
  })
}
