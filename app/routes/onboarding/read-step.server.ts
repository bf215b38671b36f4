/** Data of each onboarding step. */
import { redirect } from '@remix-run/node'
import type { SiteContext, TeamContext } from '#app/auth/guards.server.ts'
import { isUuid } from '#app/auth/guards.server.ts'
import { readGallery } from '#app/presenters/nudge-list/gallery.server.ts'
import { listFirstTypes } from '#app/presenters/nudge-list/readiness.ts'
import { findFirstNudge } from '#app/presenters/onboarding/first-nudge.server.ts'
import {
  isStepDone,
  type OnboardingProgress,
  type OnboardingStep,
} from '#app/presenters/onboarding/steps.ts'
import { findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { findPlainUrl } from '#app/domain/sites/pixel-hosts.server.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { Services } from '#app/services.ts'
import { readPublish } from './read-publish.server.ts'
import type { StepStates } from './step-screen.tsx'

/** For people without a site. */
export const readNewSite = ({ team }: TeamContext, way: StepStates) => ({
  step: 'site' as const,
  way,
  organization: team?.name ?? null,
  site: null,
})

export async function readStep(
  services: Services,
  siteContext: SiteContext,
  { step, way, progress, named }: Wanted,
) {
  const { site, team, scope } = siteContext
  const { appUrl } = services.config
  const maySite = mayDo(team.role, 'sites:manage')
  const about = { site: { uuid: site.uuid, host: new URL(site.url).host } }
  switch (step) {
    case 'site':
      return {
        step,
        way,
        organization: team.name,
        site: { url: site.url, category: site.category ?? '' },
      }
    case 'install':
      return {
        step,
        way,
        ...about,
        seenAt: site.pixelSeenAt,
        plainUrl: maySite ? await readPlainUrl(services, siteContext) : null,
        code: installationCode(appUrl, site.uuid),
        embedLink: await findEmbedLink(services, scope),
      }
    case 'nudge':
      return {
        step,
        way,
        ...about,
        choices: await readChoices(services, siteContext),
        endpoint: `${appUrl}/api/v1/sites/${site.uuid}/activities`,
        mayMakeToken: mayDo(team.role, 'tokens:manage'),
      }
    case 'publish': {
      const nudge = await findFirstNudge(services, scope, named)
      if (!nudge) throw redirect('/onboarding?step=nudge')
      const view = await readPublish(services, siteContext, {
        nudge,
        isFirst: !progress.isPublished,
      })
      return { step, way, ...view }
    }
  }
}

type Wanted = {
  step: OnboardingStep
  way: StepStates
  progress: OnboardingProgress
  /** The uuid in the URL. */
  named: string | null
}

async function readChoices(services: Services, { scope }: SiteContext) {
  const { types, pictures } = await readGallery(services, scope, 'popup')
  return listFirstTypes(types).map((ready) => {
    const drawn = pictures?.nudges.find(({ id }) => id === ready.type)
    const item = ready.isExample ? undefined : drawn?.items[0]
    return { ...ready, example: item ? `${item.title} ${item.text}`.trim() : null }
  })
}

const readPlainUrl = ({ db }: Services, { site, scope }: SiteContext) =>
  db.asTeam(scope, (tx) => findPlainUrl(tx, scope, site.url))

/** @param maySite whether the person can edit the site */
export function stepStatesOf(progress: OnboardingProgress, maySite: boolean): StepStates {
  const { hasSite, hasNudge } = progress
  return {
    site: { isDone: isStepDone(progress, 'site'), isOpen: !hasSite || maySite },
    install: { isDone: isStepDone(progress, 'install'), isOpen: hasSite },
    nudge: { isDone: isStepDone(progress, 'nudge'), isOpen: hasSite },
    publish: { isDone: isStepDone(progress, 'publish'), isOpen: hasSite && hasNudge },
  }
}

/** PostgreSQL raises a type error for anything but a uuid. */
export function nudgeInAddress(request: Request): string | null {
  const named = new URL(request.url).searchParams.get('nudge')
  return named !== null && isUuid(named) ? named : null
}
