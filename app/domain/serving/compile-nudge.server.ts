/** Compiles one nudge into the form that pages show. */
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { NudgeLanguage } from '#app/contract/site-options.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { PixelItem, PixelLook } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Queries } from '#app/db/db.ts'
import type { Entitlements } from '#app/domain/plans/entitlements.ts'
import { nudgeFlag } from '#app/domain/plans/feature-flags.ts'
import { queryWithinPlan } from '#app/domain/plans/within-plan.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { claimIds } from '#app/domain/nudges/claims.server.ts'
import { openingTimes, type OpeningTime } from '#app/domain/nudges/schedule/opening-times.ts'
import type {
  NudgeDefinition,
  CompileContext,
  RuleContext,
  CompiledItem,
} from '#app/domain/nudges/types/kit/nudge-definition.ts'
import type { NudgeData } from '#app/domain/nudges/types/kit/nudge-data.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { ValidNudge, StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import { accentsOf } from '#app/domain/wording/color-contrast.ts'
import { applyTemplate, hasTemplate } from '#app/domain/nudges/apply-template.ts'
import type { CompiledNudge } from './mark-repeats.ts'
import { headingOf } from '#app/domain/wording/headings.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import { minuteMillis } from '#app/lib/time.ts'

export type SiteMoment = Pick<
  CompileContext,
  'siteName' | 'options' | 'at' | 'withdrawals' | 'cartedProducts'
> & {
  /** The team's entitlements. */
  entitlements: Entitlements
  /** The site's time zone. */
  timeZone: string
  /** The site's language: what its owner types is in it. `options` have the page's. */
  siteLanguage: NudgeLanguage
}

/**
 * How long a page can receive a payload after it was compiled: a minute from memory, plus the time
 * that its Cache-Control allows when the server fails.
 */
const servedMillis = 15 * minuteMillis

const isFarOff = ({ from }: OpeningTime, at: Date): boolean =>
  from !== null && from * 1000 - at.getTime() > servedMillis

type Subject = {
  stored: StoredNudge
  nudge: ValidNudge
  moment: SiteMoment
  data: NudgeData
  /** Where its claims are recorded. Null for a preview, which no visitor sees. */
  claims: { tx: Queries; site: SiteScope } | null
}

/** The nudge, or the reason why it can't be shown. */
export async function compileNudge({
  stored,
  nudge,
  moment,
  data,
  claims,
}: Subject): Promise<CompiledNudge | NotShownReason> {
  const kind = nudgeDefinitions[nudge.type]
  const { options } = moment
  const { content } = nudge
  if (!moment.entitlements.includes(nudgeFlag(nudge.type, nudge.surface))) return 'plan_limit'
  const query = limitQuery(kind, nudge.query, moment.entitlements)
  // Only for some countries, but the site doesn't use countries.
  if (query.countries.length > 0 && !options.useGeoLocation) return 'page_rule'
  const [open] = openingTimes({ ...nudge.rules, hours: nudge.hours }, moment)
  if (!open) return 'page_rule'
  // A preview is shown at any time, with its schedule next to it.
  if (nudge.hours !== null && claims && isFarOff(open, moment.at)) return 'page_rule'
  const words = wordsOf(options.language)
  const asked = { data, query, content, ...moment, words }

  // The values of an owner's template are in its language, so that no sentence has two.
  const typedIn = wordsOf(moment.siteLanguage)
  const compiled = await kind.compile(
    hasTemplate(nudge.message) ? { ...asked, words: typedIn } : asked,
  )
  if (compiled === 'below_minimum') return compiled
  const context = {
    ...asked,
    isFromFile: compiled.some(({ isFromFile }) => isFromFile === true),
    isPublished: compiled.some(({ isPublished }) => isPublished === true),
    isFromFeed: compiled.some(({ readAt }) => readAt !== undefined),
  }
  const rendered = applyTemplate(compiled, nudge.message, words)
  const claimed = claims
    ? await claimItems({ ...claims, context }, { kind, stored, rendered })
    : unclaimed(rendered)
  if (claimed.length === 0) return 'no_data'

  // A line has no row for it: it would read as the sentence’s first words.
  const isLine = nudge.look.layout === 'line'
  const heading = isLine ? undefined : headingOf({ ...options, ...nudge.look }, kind.category)
  const look = lookOf(nudge.look, options)
  return {
    nudge: {
      id: stored.shortId,
      type: nudge.type,
      surface: nudge.surface,
      items: claimed.map(({ item }) => item),
      ...(isRich(nudge.surface, rendered) ? { isRich: true as const } : {}),
      ...(heading === undefined ? {} : { heading }),
      ...settingsOf({ ...nudge, query }, open),
      ...(look === null ? {} : { look }),
      why: kind.why(context),
    },
    activityIds: claimed.map(({ activityId }) => activityId),
    productUrls: claimed.map(({ productUrl }) => productUrl ?? null),
  }
}

/** The stored query, reduced to the plan and its limit of reviews. */
function limitQuery(
  { type, activityKind }: NudgeDefinition,
  stored: NudgeQuery,
  plan: Entitlements,
) {
  const query = queryWithinPlan(stored, fullQuery(type, {}), plan)
  return activityKind === 'review'
    ? { ...query, listSize: Math.min(query.listSize, plan.reviewsLimit) }
    : query
}

/** Whether the pixel's smallest script lacks what the nudge needs. */
const isRich = (surface: ValidNudge['surface'], rendered: readonly CompiledItem[]) =>
  surface === 'inline' ||
  rendered.some(
    ({ item: { stars, code, conditions, threshold } }) =>
      (stars ?? code ?? conditions ?? threshold) !== undefined,
  )

/** Differences from the look of the site's other nudges. */
function lookOf({ color, ...stored }: ValidNudge['look'], ofSite: SiteMoment['options']) {
  const { theme, imagePosition, inlineBorder, layout, position, mobilePosition } = stored
  const design =
    layout === 'line'
      ? ''
      : composeDesign({
          design: stored.design ?? ofSite.design,
          color: color ?? ofSite.color,
          imagePosition: imagePosition ?? ofSite.imagePosition,
        })
  const look: PixelLook = {
    ...(color === undefined ? {} : { accents: accentsOf(color) }),
    ...(design === composeDesign(ofSite) ? {} : { design }),
    ...(theme === undefined ? {} : { theme }),
    ...(imagePosition === undefined ? {} : { imagePosition }),
    ...(inlineBorder === undefined ? {} : { inlineBorder }),
    ...(layout === undefined ? {} : { layout }),
    ...(position === undefined ? {} : { position }),
    ...(mobilePosition === undefined ? {} : { mobilePosition }),
  }
  return Object.keys(look).length === 0 ? null : look
}

type ClaimedItem = Pick<CompiledItem, 'productUrl'> & {
  item: PixelItem
  activityId: number | undefined
}

const fromFile = 'The shop imported it from a file.'

/** Every item with its claim. */
async function claimItems(
  { tx, site, context }: { tx: Queries; site: SiteScope; context: RuleContext },
  {
    kind,
    stored,
    rendered,
  }: { kind: NudgeDefinition; stored: StoredNudge; rendered: CompiledItem[] },
): Promise<ClaimedItem[]> {
  const ids = await claimIds(tx, site, {
    maker: {
      nudgeId: stored.id,
      nudgeVersion: stored.version,
      basis: kind.basis,
      rule: kind.rule(context),
      windowSeconds: kind.windowSeconds(context.query),
      at: context.at,
    },
    assertions: rendered.map(({ activityId, sentence, isFromFile, readAt }) => ({
      activityId: activityId ?? null,
      // Stock is proven by the reading that it comes from.
      text: readAt === undefined ? sentence : `${sentence} (${readAt.toISOString()})`,
      // Only known for a single activity: other items of the nudge may have another source.
      ...(activityId !== undefined && isFromFile ? { addition: fromFile } : {}),
    })),
  })
  return rendered.flatMap((one, place) => {
    const claim = ids[place]
    return claim === undefined ? [] : [withClaim(one, claim)]
  })
}

/** The pixel requires an id for every item. Events with this one are refused. */
const unclaimed = (rendered: CompiledItem[]): ClaimedItem[] =>
  rendered.map((one, place) => withClaim(one, `preview-${String(place)}`))

const withClaim = (
  { item, activityId, productUrl = null }: CompiledItem,
  claim: string,
): ClaimedItem => ({ item: { claim, ...item }, activityId, productUrl })

/** Omit defaults. */
function settingsOf({ query, rules: pages, hours, placement }: ValidNudge, open: OpeningTime) {
  const { countries, persistentNudge, rotateNudges, skipSeenNudges } = query
  const rules = hours === null ? pages : { ...(pages ?? everywhere), ...open }
  return {
    ...(rules === null ? {} : { rules }),
    ...(placement === null ? {} : { placement }),
    ...(countries.length > 0 ? { countries } : {}),
    ...(persistentNudge ? { isPersistent: true as const } : {}),
    ...(rotateNudges ? { rotates: true as const } : {}),
    ...(skipSeenNudges ? { skipsSeen: true as const } : {}),
  }
}
