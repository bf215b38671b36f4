/** Data of each onboarding step. */
import { redirect } from '@remix-run/node'
import type { SiteContext, TeamContext } from '#app/auth/guards.server.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import { isUuid } from '#app/auth/guards.server.ts'
import type { BrowserFacts } from '#app/domain/events/find-arm.server.ts'
import { listImports } from '#app/domain/imports/imports.server.ts'
import { readImport } from '#app/presenters/import-preview.server.ts'
import { readActivityFeed } from '#app/presenters/activity-feed/activity-feed.server.ts'
import { readGallery, type ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import { listFirstTypes } from '#app/presenters/nudge-list/readiness.ts'
import { countUnapproved } from '#app/presenters/onboarding/awaited-data.server.ts'
import { findFirstNudge } from '#app/presenters/onboarding/first-nudge.server.ts'
import { readConnectOffer } from '#app/presenters/onboarding/connect-offer.server.ts'
import { hasOldOrders } from '#app/presenters/onboarding/old-orders.server.ts'
import {
  isStepDone,
  type OnboardingProgress,
  type OnboardingStep,
} from '#app/presenters/onboarding/steps.ts'
import { describeShopProgress } from '#app/presenters/shop-progress.ts'
import { easiestSource } from '#app/presenters/thank-you-scripts.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { findBackfillProgress, findEmbedLink } from '#app/domain/shops/shops.server.ts'
import { findScriptSystem } from '#app/domain/shops/tenants/site-script.server.ts'
import { findPlainUrl } from '#app/domain/sites/pixel-hosts.server.ts'
import { findHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import { installationCode, managedCode } from '#app/domain/sites/site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { Services } from '#app/services.ts'
import type { ColorOffer } from './brand-color.tsx'
import { readPublish } from './read-publish.server.ts'
import type { StepStates } from './step-screen.tsx'
import type { WaitingOrder } from './arrived.tsx'

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
  { step, way, progress, named, browser }: Wanted,
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
        managedCode: managedCode(appUrl, site.uuid),
        found: await findHomePage(services, scope),
        embedLink: await findEmbedLink(services, scope),
        scriptSystem: await findScriptSystem(services, scope),
      }
    case 'nudge': {
      const offers = await readHomePageOffers(services, scope)
      // The app reports its shop's orders.
      const hasApp =
        (await findEmbedLink(services, scope)) !== null ||
        (await findScriptSystem(services, scope)) !== null
      return {
        step,
        way,
        ...about,
        ...(await readChoices(services, siteContext)),
        ...offers,
        easiest: hasApp ? ('file' as const) : easiestSource(offers.platform),
        connect:
          mayDo(team.role, 'site:edit') && !hasApp
            ? await readConnectOffer(services, scope, offers.platform)
            : null,
        hasApp,
        refusal: await readRefusal(services, scope),
        waiting: await listWaitingOrders(services, scope),
        waitingCount: await countUnapproved(services, scope, 'purchase'),
        file: await findWaitingFile(services, siteContext),
        endpoint: `${appUrl}/api/v1/sites/${site.uuid}/activities`,
        mayMakeToken: mayDo(team.role, 'tokens:manage'),
      }
    }
    case 'publish': {
      const nudge = await findFirstNudge(services, scope, named)
      if (!nudge) throw redirect('/onboarding?step=nudge')
      const view = await readPublish(services, siteContext, {
        nudge,
        isFirst: !progress.isPublished,
        browser,
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
  browser: BrowserFacts
}

/** The platform and color that the shop's home page reports. */
async function readHomePageOffers(services: Services, scope: SiteScope) {
  const found = await findHomePage(services, scope)
  if (!found?.color) return { platform: found?.platform ?? null, color: null }
  const { options } = await readSiteOptions(services, scope)
  const color: ColorOffer = { found: found.color, current: options.color }
  return { platform: found.platform, color }
}

/** The number of orders that can be approved together. */
export const mostWaiting = 5

/** Why the orders of the site's shop don't arrive. Null: they do, or it has none. */
async function readRefusal({ db }: Services, scope: SiteScope): Promise<string | null> {
  const progress = await db.asTeam(scope, (tx) => findBackfillProgress(tx, scope))
  return progress && describeShopProgress(progress).refusal
}

/** The newest orders that pages reported and that can be approved. */
async function listWaitingOrders(services: Services, scope: SiteScope): Promise<WaitingOrder[]> {
  const wanted = { kind: 'purchase', filter: { state: 'waiting' }, cursor: null } as const
  const { rows } = await readActivityFeed(services, scope, wanted)
  return rows.slice(0, mostWaiting).map(({ uuid, title, text }) => ({ uuid, title, text }))
}

async function readChoices(services: Services, { scope }: SiteContext) {
  const { types, pictures } = await readGallery(services, scope, 'popup')
  const choices = listFirstTypes(types)
  const isReady = choices.some(({ readiness }) => readiness.state === 'ready')
  const isChosen = ({ id }: { id: string }) => choices.some(({ type }) => type === id)
  return {
    choices,
    arrived: countArrived(types),
    pictures: pictures && { ...pictures, nudges: pictures.nudges.filter(isChosen) },
    hasOldOrders: !isReady && (await hasOldOrders(services, scope)),
  }
}

/** Activities of the last 30 days that can be shown, by kind. */
function countArrived(types: readonly ReadyType[]): Record<ActivityKind, number> {
  const arrived = { purchase: 0, signup: 0, review: 0 }
  for (const { type, total } of types) {
    const { activityKind } = nudgeDefinitions[type]
    if (activityKind !== undefined) arrived[activityKind] = total
  }
  return arrived
}

/** The latest file of orders that waits for a decision, to resume the step where it was left. */
async function findWaitingFile(services: Services, { scope }: SiteContext) {
  const listed = await listImports(services, scope)
  const waiting = listed.find(({ kind, state }) => kind === 'purchase' && state === 'waiting')
  if (!waiting) return null
  const one = await readImport(services, scope, waiting.uuid)
  const { uuid, fileName, head, columns, counts, samples, language, direction } = one
  return { uuid, fileName, head, columns, counts, samples, language, direction }
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
