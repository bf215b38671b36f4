/** The first step: an organization and its site at once. */
import { redirect } from '@remix-run/node'
import { requireRight, type SiteVisit, type TeamVisit } from '#app/auth/guards.server.ts'
import { changeDetails, readDetails } from '#app/domain/sites/details.server.ts'
import { siteDetailsInput } from '#app/domain/sites/details.ts'
import { createSiteInput } from '#app/domain/sites/site.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createTeamInput } from '#app/domain/teams/team.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { judge } from '#app/lib/web/forms.ts'
import type { TeamScope } from '#app/domain/scope.ts'

export const newSiteInput = {
  url: createSiteInput.shape.url,
  category: siteDetailsInput.shape.category,
  /** Of who belongs to none. */
  organization: createTeamInput.shape.name.optional(),
}

type NewSite = {
  url: string
  category: string | null
  organization?: string | undefined
}

/** Twice does no harm: the second one finds what the first one made. */
export async function addSite(
  services: Services,
  { account, team, siteVisit }: TeamVisit & { siteVisit: SiteVisit | null },
  { url, category, organization }: NewSite,
) {
  if (team) requireRight(team, 'sites:manage')
  if (!siteVisit) {
    const scope = team?.scope ?? (await makeTeam(services, account, organization))
    const by = { team: scope, userId: account.id, actor: account }
    const site = await createSite(services, by, { name: nameOf(url), url })
    if (category !== null) {
      const { name, timeZone } = await readDetails(services, site)
      await changeDetails(services, site, { name, category, timeZone })
    }
  }
  return redirect('/onboarding?step=install')
}

async function makeTeam(
  services: Services,
  account: TeamVisit['account'],
  name: string | undefined,
): Promise<TeamScope> {
  const judged = judge(createTeamInput, { name: name ?? '' })
  if (judged.ok) return createTeam(services, account, judged.value)
  const errors = { organization: judged.errors['name'] ?? [] }
  throw new Refusal('invalid', 'Some fields are not right.', { errors })
}

/** A name that the owner gave it stays; one that was its address becomes the new address. */
export async function correctSite(
  services: Services,
  { team, scope }: SiteVisit,
  { url, category }: NewSite,
) {
  requireRight(team, 'sites:manage')
  const known = await readDetails(services, scope)
  const name = known.name === nameOf(known.url) ? nameOf(url) : known.name
  await changeDetails(services, scope, { name, url, category, timeZone: known.timeZone })
  return redirect('/onboarding?step=install')
}

/** What people call a shop until they call it something else. */
const nameOf = (url: string) => new URL(url).host.replace(/^www\./, '').slice(0, 100)
