/** One nudge, ready to be shown as it is. */
import type { PixelItem, PixelLook, PixelNudge } from '../../contract/pixel.ts'
import type { NotShownReason } from '../../contract/pixel-events.ts'
import type { Queries } from '../../db/db.ts'
import { allowsFeature } from '../plans/features.ts'
import type { SiteScope } from '../teams/scope.ts'
import { claimIds } from './claims.server.ts'
import type { Kind, KindContext, ToldItem } from './kinds/kind.ts'
import { kinds } from './kinds/registry.server.ts'
import type { JudgedNudge, StoredNudge } from './stored-nudge.server.ts'
import { accentsOf } from './looks/readable-colour.ts'
import { hasWords } from './own-words.ts'
import { tellOwnWords } from './tell-own-words.ts'
import { headingOf } from './words/headings.ts'
import { wordsOf } from './words/words-of.ts'

export type Moment = Pick<KindContext, 'siteName' | 'options' | 'at' | 'withdrawals'> & {
  /** Id of the team's plan. */
  plan: string
}

type Subject = {
  stored: StoredNudge
  judged: JudgedNudge
  moment: Moment
  /** Nothing is asserted to any visitor: no claim is made for it. */
  isPreview?: boolean
}

/** The nudge, or why it has nothing to tell. */
export async function compileNudge(
  tx: Queries,
  site: SiteScope,
  { stored, judged, moment, isPreview = false }: Subject,
): Promise<PixelNudge | NotShownReason> {
  const kind = kinds[judged.type]
  const { options } = moment
  const { query, content } = judged
  // For some countries alone, and nobody's country is asked for.
  if (query.countries.length > 0 && !options.useGeoLocation) return 'page_rule'
  const context = { tx, site, query, content, ...moment, words: wordsOf(options.language) }

  const known = await kind.tell(context)
  if (known === 'below_minimum') return known
  const told = hasWords(judged.message) ? tellOwnWords(known, judged.message, context.words) : known
  const items = isPreview ? unclaimed(told) : await claimItems(context, { kind, stored, told })
  if (items.length === 0) return 'no_data'

  const heading = headingOf({ ...options, ...judged.look }, kind.category)
  const look = lookOf(judged.look)
  return {
    id: stored.uuid,
    type: judged.type,
    surface: judged.surface,
    items,
    ...(heading === undefined ? {} : { heading }),
    ...settingsOf(judged, moment.plan),
    ...(look === null ? {} : { look }),
    why: kind.why(context),
  }
}

/** What the pixel draws otherwise than on the site's other nudges. */
function lookOf({ color, theme, imagePosition, inlineBorder }: JudgedNudge['look']) {
  const look: PixelLook = {
    ...(color === undefined ? {} : { accents: accentsOf(color) }),
    ...(theme === undefined ? {} : { theme }),
    ...(imagePosition === undefined ? {} : { imagePosition }),
    ...(inlineBorder === undefined ? {} : { inlineBorder }),
  }
  return Object.keys(look).length === 0 ? null : look
}

/** Each item with the claim that leads to what is behind it. */
async function claimItems(
  context: KindContext,
  { kind, stored, told }: { kind: Kind; stored: StoredNudge; told: ToldItem[] },
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
    assertions: told.map(({ activityId, sentence }) => ({
      activityId: activityId ?? null,
      text: sentence,
    })),
  })
  return told.flatMap(({ item }, place) => {
    const claim = ids[place]
    return claim === undefined ? [] : [{ claim, ...item }]
  })
}

/** The pixel wants each item to have a name. Events that carry this one are refused: it is no uuid. */
const unclaimed = (told: ToldItem[]): PixelItem[] =>
  told.map(({ item }, place) => ({ claim: `preview-${String(place)}`, ...item }))

/** What is true needs no words: fields that say nothing are left out. */
function settingsOf({ query, rules, placement }: JudgedNudge, plan: string) {
  const { countries, persistentNudge, rotateNudges, skipSeenNudges } = query
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
