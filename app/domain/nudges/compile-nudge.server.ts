/** One nudge, ready to be shown as it is. */
import type { PixelItem, PixelNudge } from '../../contract/pixel.ts'
import type { NotShownReason } from '../../contract/pixel-events.ts'
import type { Queries } from '../../db/db.ts'
import type { SiteScope } from '../teams/scope.ts'
import { claimIds } from './claims.server.ts'
import type { Kind, KindContext, ToldItem } from './kinds/kind.ts'
import { kinds } from './kinds/registry.server.ts'
import type { JudgedNudge, StoredNudge } from './stored-nudge.server.ts'
import { headingOf } from './words/headings.ts'
import { wordsOf } from './words/words-of.ts'

export type Moment = Pick<KindContext, 'siteName' | 'options' | 'at' | 'withdrawals'>

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

  const told = await kind.tell(context)
  if (told === 'below_minimum') return told
  const items = isPreview ? unclaimed(told) : await claimItems(context, { kind, stored, told })
  if (items.length === 0) return 'no_data'

  const heading = headingOf(options, kind.category)
  return {
    id: stored.uuid,
    type: judged.type,
    surface: judged.surface,
    items,
    ...(heading === undefined ? {} : { heading }),
    ...settingsOf(judged),
    why: kind.why(context),
  }
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
function settingsOf({ query, rules, placement }: JudgedNudge) {
  const { countries, persistentNudge, rotateNudges, skipSeenNudges } = query
  return {
    ...(rules === null ? {} : { rules }),
    ...(placement === null ? {} : { placement }),
    ...(countries.length > 0 ? { countries } : {}),
    ...(persistentNudge ? { isPersistent: true as const } : {}),
    ...(rotateNudges ? { rotates: true as const } : {}),
    ...(skipSeenNudges ? { skipsSeen: true as const } : {}),
  }
}
