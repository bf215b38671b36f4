/** Kinds that a site offers. A page can send any kind, and a cached one those that were offered before. */
import { and, eq } from 'drizzle-orm'
import type { PushKind } from '#app/contract/push.ts'
import type { Queries } from '#app/db/db.ts'
import { pushMessages } from '#app/db/schema/push.ts'
import { findEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import { findPushSite } from '../site-settings.server.ts'

type Wanted = {
  kinds: readonly PushKind[]
  /** Those that the subscriber has. They keep them. */
  had: readonly PushKind[]
}

/**
 * New kinds have to be offered: news by the prompt, the others by their automation. Reminders about the cart
 * come with a consent about nothing else.
 *
 * @throws Refusal `invalid`
 */
export async function requireOffered(
  tx: Queries,
  site: SiteScope,
  { kinds, had }: Wanted,
): Promise<void> {
  const added = kinds.filter((kind) => !had.includes(kind))
  if (added.length === 0) return
  if (added.includes('abandoned_cart') && added.length > 1) {
    throw refuseField('kinds', 'Ask for reminders about the cart with words about nothing else.')
  }
  const [entitlements, { prompt }, on] = [
    await findEntitlements(tx, site),
    await findPushSite(tx, site),
    await tx
      .select({ kind: pushMessages.kind })
      .from(pushMessages)
      .where(and(inSite(pushMessages, site), eq(pushMessages.state, 'on'))),
  ]
  const isOffered = (kind: PushKind) =>
    kind === 'news' ? prompt.isShown : on.some((one) => one.kind === kind)
  if (!entitlements.includes('push_nudges') || !added.every(isOffered)) {
    throw refuseField('kinds', 'This site doesn’t offer these messages.')
  }
}
