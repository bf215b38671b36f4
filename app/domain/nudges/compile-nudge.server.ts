/** One published nudge, ready to be shown as it is. */
import type { PixelItem, PixelNudge, NotShownReason } from '../../contract/pixel.ts'
import type { SiteOptions } from '../../contract/site-options.ts'
import type { Queries } from '../../db/db.ts'
import type { SiteScope } from '../teams/scope.ts'
import { claimIds } from './claims.server.ts'
import type { Kind, KindContext, ToldItem } from './kinds/kind.ts'
import { kinds } from './kinds/registry.server.ts'
import type { JudgedNudge, StoredNudge } from './stored-nudge.server.ts'
import { headingOf } from './words/headings.ts'
import { wordsOf } from './words/words-of.ts'

export type Moment = { siteName: string; options: SiteOptions; at: Date }

type Subject = { stored: StoredNudge; judged: JudgedNudge; moment: Moment }

/** The nudge, or why it has nothing to tell. */
export async function compileNudge(
  tx: Queries,
  site: SiteScope,
  { stored, judged, moment }: Subject,
): Promise<PixelNudge | NotShownReason> {
  const kind = kinds[judged.type]
  const { options } = moment
  const { query, content } = judged
  // For some countries alone, and nobody's country is asked for.
  if (query.countries.length > 0 && !options.useGeoLocation) return 'page_rule'
  const context = { tx, site, query, content, ...moment, words: wordsOf(options.language) }

  const told = await kind.tell(context)
  if (told === 'below_minimum') return told
  const items = await claimItems(context, { kind, stored, told })
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
