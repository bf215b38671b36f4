/** The first step: creates an organization and its site. */
import { redirect } from '@remix-run/node'
import { requireRight, type SiteContext, type TeamContext } from '#app/auth/guards.server.ts'
import { requestHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { findPlainUrl } from '#app/domain/sites/pixel-hosts.server.ts'
import { updateSiteDetails, readSiteDetails } from '#app/domain/sites/site-details.server.ts'
import { siteDetailsInput } from '#app/domain/sites/site-details.ts'
import { createSiteInput } from '#app/domain/sites/site.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { refuseFields } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { TeamScope } from '#app/domain/scope.ts'

export const newSiteInput = {
  url: createSiteInput.shape.url,
  category: siteDetailsInput.shape.category,
  /** For people who belong to none. */
  organization: createTeamInput.shape.name.optional(),
}

type NewSite = {
  url: string
  category: string | null
  organization?: string | undefined
}

type Adding = TeamContext & {
  siteContext: SiteContext | null
  /** The client's. */
  address: string
}

/** Can be repeated: a second request finds the first one's site. */
export async function addSite(
  services: Services,
  { account, team, siteContext, address }: Adding,
  { url, category, organization }: NewSite,
) {
  if (team) requireRight(team, 'sites:manage')
  if (!siteContext) {
    const scope = team?.scope ?? (await createFirstTeam(services, account, organization))
    const by = { team: scope, userId: account.id, actor: account }
    const site = await createSite(services, by, { name: nameOf(url), url })
    if (category !== null) {
      const { name, timeZone } = await readSiteDetails(services, site)
      await updateSiteDetails(services, site, { name, category, timeZone })
    }
    await requestHomePage(services, site, { account: account.email, address })
  }
  return redirect('/onboarding?step=install')
}

async function createFirstTeam(
  services: Services,
  account: TeamContext['account'],
  name: string | undefined,
): Promise<TeamScope> {
  const validated = validateInput(createTeamInput, { name: name ?? '' })
  if (validated.ok) return createTeam(services, account, validated.value)
  const errors = { organization: validated.errors['name'] ?? [] }
  throw refuseFields(errors)
}

/** Keeps a name that the owner chose. A name that was derived from the URL follows the new URL. */
export async function correctSite(
  services: Services,
  { account, team, scope, address }: SiteContext & Pick<Adding, 'address'>,
  { url, category }: NewSite,
) {
  requireRight(team, 'sites:manage')
  const known = await readSiteDetails(services, scope)
  const name = known.name === nameOf(known.url) ? nameOf(url) : known.name
  await updateSiteDetails(services, scope, { name, url, category, timeZone: known.timeZone })
  if (url !== known.url) {
    await requestHomePage(services, scope, { account: account.email, address })
  }
  return redirect('/onboarding?step=install')
}

/** Changes the site's URL to http, if its pages only answered on that. */
export async function usePlainUrl(
  services: Services,
  siteContext: SiteContext & Pick<Adding, 'address'>,
) {
  const { scope, site } = siteContext
  const url = await services.db.asTeam(scope, (tx) => findPlainUrl(tx, scope, site.url))
  if (url === null) return redirect('/onboarding?step=install')
  return correctSite(services, siteContext, { url, category: site.category })
}

/** Default name of a site. */
const nameOf = (url: string) => new URL(url).host.replace(/^www\./, '').slice(0, 100)
