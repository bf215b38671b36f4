/** One nudge, ready to be shown as it is. */
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelItem, PixelLook, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Queries } from '#app/db/db.ts'
import { allowsFeature } from '#app/domain/plans/features.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { claimIds } from '#app/domain/nudges/claims.server.ts'
import { openingTimes, type OpeningTime } from '#app/domain/nudges/schedule/opening-times.ts'
import type {
  NudgeDefinition,
  CompileContext,
  RuleContext,
  CompiledItem,
} from '#app/domain/nudges/types/kit/nudge-definition.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.server.ts'
import type { ValidNudge, StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import { accentsOf } from '#app/domain/wording/color-contrast.ts'
import { hasTemplate } from '#app/domain/nudges/message-template.ts'
import { applyTemplate } from '#app/domain/nudges/apply-template.ts'
import { headingOf } from '#app/domain/wording/headings.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'

export type SiteMoment = Pick<CompileContext, 'siteName' | 'options' | 'at' | 'withdrawals'> & {
  /** Id of the team's plan. */
  plan: string
  /** Of the site's clock. */
  timeZone: string
}

/**
 * A page may be told a payload for so long after it was made: a minute in the memory of the process, and
 * what its Cache-Control says of a server that fails.
 */
const servedMillis = 15 * 60_000

const isFarOff = ({ from }: OpeningTime, at: Date): boolean =>
  from !== null && from * 1000 - at.getTime() > servedMillis

type Subject = {
  stored: StoredNudge
  nudge: ValidNudge
  moment: SiteMoment
  /** Nothing is asserted to any visitor: no claim is made for it. */
  isPreview?: boolean
}

/** The nudge, or why it has nothing to tell. */
export async function compileNudge(
  tx: Queries,
  site: SiteScope,
  { stored, nudge, moment, isPreview = false }: Subject,
): Promise<PixelNudge | NotShownReason> {
  const kind = nudgeDefinitions[nudge.type]
  const { options } = moment
  const { query, content } = nudge
  // For some countries alone, and nobody's country is asked for.
  if (query.countries.length > 0 && !options.useGeoLocation) return 'page_rule'
  const [open] = openingTimes({ ...nudge.rules, hours: nudge.hours }, moment)
  if (!open) return 'page_rule'
  // What is previewed is drawn at any time, and told when that is.
  if (nudge.hours !== null && !isPreview && isFarOff(open, moment.at)) return 'page_rule'
  const asked = { tx, site, query, content, ...moment, words: wordsOf(options.language) }

  const compiled = await kind.compile(asked)
  if (compiled === 'below_minimum') return compiled
  const context = { ...asked, isFromFile: compiled.some(({ isFromFile }) => isFromFile === true) }
  const rendered = hasTemplate(nudge.message)
    ? applyTemplate(compiled, nudge.message, context.words)
    : compiled
  const items = isPreview
    ? unclaimed(rendered)
    : await claimItems(context, { kind, stored, rendered })
  if (items.length === 0) return 'no_data'

  const heading = headingOf({ ...options, ...nudge.look }, kind.category)
  const look = lookOf(nudge.look)
  return {
    id: stored.uuid,
    type: nudge.type,
    surface: nudge.surface,
    items,
    ...(heading === undefined ? {} : { heading }),
    ...settingsOf(nudge, moment.plan, open),
    ...(look === null ? {} : { look }),
    why: kind.why(context),
  }
}

/** What the pixel draws otherwise than on the site's other nudges. */
function lookOf({ color, theme, imagePosition, inlineBorder }: ValidNudge['look']) {
  const look: PixelLook = {
    ...(color === undefined ? {} : { accents: accentsOf(color) }),
    ...(theme === undefined ? {} : { theme }),
    ...(imagePosition === undefined ? {} : { imagePosition }),
    ...(inlineBorder === undefined ? {} : { inlineBorder }),
  }
  return Object.keys(look).length === 0 ? null : look
}

const fromFile = 'The shop took it in from a file.'

/** Each item with the claim that leads to what is behind it. */
async function claimItems(
  context: CompileContext & RuleContext,
  {
    kind,
    stored,
    rendered,
  }: { kind: NudgeDefinition; stored: StoredNudge; rendered: CompiledItem[] },
): Promise<PixelItem[]> {
  const ids = await claimIds(context.tx, context.site, {
    maker: {
      nudgeId: stored.id,
      nudgeVersion: stored.version,
      basis: kind.basis,
      rule: kind.rule(context),
      windowSeconds: kind.windowSeconds(context.query),
      at: context.at,
    },
    assertions: rendered.map(({ activityId, sentence, isFromFile }) => ({
      activityId: activityId ?? null,
      text: sentence,
      // Of one activity it is known: the others of the nudge may be from elsewhere.
      ...(activityId !== undefined && isFromFile ? { addition: fromFile } : {}),
    })),
  })
  return rendered.flatMap(({ item }, place) => {
    const claim = ids[place]
    return claim === undefined ? [] : [{ claim, ...item }]
  })
}

/** The pixel wants each item to have a name. Events that carry this one are refused: it is no uuid. */
const unclaimed = (rendered: CompiledItem[]): PixelItem[] =>
  rendered.map(({ item }, place) => ({ claim: `preview-${String(place)}`, ...item }))

/** What is true needs no words: fields that say nothing are left out. */
function settingsOf(
  { query, rules: pages, hours, placement }: ValidNudge,
  plan: string,
  open: OpeningTime,
) {
  const { countries, persistentNudge, rotateNudges, skipSeenNudges } = query
  const rules = hours === null ? pages : { ...(pages ?? everywhere), ...open }
  return {
    ...(rules === null ? {} : { rules }),
    ...(placement === null ? {} : { placement }),
    ...(countries.length > 0 ? { countries } : {}),
    ...(persistentNudge ? { isPersistent: true as const } : {}),
    ...(rotateNudges ? { rotates: true as const } : {}),
    // Spec §9: not on the free plans, whatever was stored on a better one.
    ...(skipSeenNudges && allowsFeature(plan, 'skipSeenNudges')
      ? { skipsSeen: true as const }
      : {}),
  }
}
