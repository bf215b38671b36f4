/** Automations with what they sent lately, as screens show them. */
import { and, desc, eq } from 'drizzle-orm'
import type { AutomationKind } from '#app/contract/push.ts'
import { pushMessages, pushSends, type SendReason } from '#app/db/schema/push.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

export type AutomationSend = {
  id: number
  /** As it was sent. Null: it wasn't. */
  title: string | null
  state: 'waiting' | 'sending' | 'accepted' | 'failed' | 'skipped'
  reason: SendReason | null
  dueAt: Date
}

const shownSends = 10

/** The latest first. */
export async function listAutomationSends(
  { db }: Services,
  site: SiteScope,
  kind: AutomationKind,
): Promise<AutomationSend[]> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        id: pushSends.id,
        shown: pushSends.shown,
        state: pushSends.state,
        reason: pushSends.reason,
        dueAt: pushSends.dueAt,
      })
      .from(pushSends)
      .innerJoin(pushMessages, eq(pushMessages.id, pushSends.messageId))
      .where(and(inSite(pushSends, site), inSite(pushMessages, site), eq(pushMessages.kind, kind)))
      .orderBy(desc(pushSends.id))
      .limit(shownSends),
  )
  return rows.map(({ shown, ...row }) => ({ ...row, title: shown?.title ?? null }))
}
