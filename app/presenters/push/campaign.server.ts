/** One campaign with its counts and results, as its screen shows it. */
import { and, eq } from 'drizzle-orm'
import { campaignInput, pushAudience, type CampaignInput } from '#app/contract/push-settings.ts'
import { pushMessages } from '#app/db/schema/push.ts'
import { sourceOfPath } from '#app/domain/images/image-source.server.ts'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { findPushSite } from '#app/domain/push/site-settings.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import { shorten } from '#app/lib/storable-text.ts'
import type { Services } from '#app/services.ts'
import {
  campaignState,
  sumByVariant,
  type PushTotals,
  type PushVariant,
} from './campaigns.server.ts'
import { compareHoldout, compareTexts, type PushComparison } from './results.server.ts'
import type { CampaignState } from './words.ts'

type CampaignDetails = {
  uuid: string
  state: CampaignState
  input: CampaignInput
  image: ImageSource | null
  startedAt: Date | null
  endedAt: Date | null
  counts: { variant: PushVariant; totals: PushTotals }[]
  texts: PushComparison | null
  holdout: PushComparison | null
}

/** @throws Refusal `not_found` */
export async function readCampaign(
  { db, security }: Services,
  site: SiteScope,
  { uuid, holdoutPercent }: { uuid: string; holdoutPercent: number },
): Promise<CampaignDetails> {
  return db.asTeam(site, async (tx) => {
    const [row] = await tx
      .select()
      .from(pushMessages)
      .where(
        and(inSite(pushMessages, site), eq(pushMessages.uuid, uuid), eq(pushMessages.kind, 'news')),
      )
    if (!row) throw new Refusal('not_found', 'Campaign not found.')
    const counts = await sumByVariant(tx, site, row.id)
    const { holdoutSince } = await findPushSite(tx, site)
    const hadOtherShare = holdoutSince !== null && (row.startedAt ?? holdoutSince) < holdoutSince
    return {
      uuid,
      state: campaignState(row.state),
      input: campaignInput.parse(row),
      image: sourceOfPath(security.secrets, row.content.image),
      startedAt: row.startedAt,
      endedAt: row.endedAt,
      counts: [...counts].map(([variant, totals]) => ({ variant, totals })),
      texts: compareTexts(counts, row.shareB),
      // With another share at its start, the sizes of its groups can't be checked.
      holdout: hadOtherShare ? null : compareHoldout(counts, holdoutPercent),
    }
  })
}

/** A new campaign, or a copy of another one. */
export const freshCampaign = (copied: CampaignInput | null): CampaignInput =>
  copied === null
    ? {
        name: '',
        content: { title: '', body: '', url: '/', image: null },
        contentB: null,
        shareB: 50,
        audience: pushAudience.parse({}),
        sendAt: null,
        hours: 24,
      }
    : { ...copied, name: `${shorten(copied.name, 73)} (copy)`, sendAt: null }
