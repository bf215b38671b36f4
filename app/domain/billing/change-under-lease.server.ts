/** The frame of every change at a provider: lock, read, change, read again. */
import type { Transaction } from '#app/db/db.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import type { Act } from '#app/domain/teams/audit.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { askProvider, changedMeanwhile } from './ask-provider.server.ts'
import { channelOf, type TeamChannel } from './channel-of.server.ts'
import { withLease } from './lease.server.ts'
import { findMain } from './stored/store-subscriptions.server.ts'
import { readVersion, type ShownVersion } from './stored/shown-version.server.ts'
import type { SubscriptionRow } from './stored/subscription-rows.ts'
import { syncBilling } from './sync.server.ts'

/** Context of a change. */
export type ChangeContext = TeamChannel & {
  /** As the provider had it a moment ago. Null: none. */
  main: SubscriptionRow | null
  /** The row before this sync. A difference is a missed change, for example a lost response. */
  known: SubscriptionRow | null
  /** Version of the plan and its payments, as a screen would show them now. */
  shown: ShownVersion
  /**
   * Reads the provider again, with the person as the cause of what follows. Null: what was asked isn’t
   * done yet, because the bank or an approval comes first. The read that sees it done records it.
   */
  store: (done: Done | null) => Promise<void>
}

type Done = {
  userId: number
  reason: string
  /** Is stored with it. */
  act?: Act
  /** Is run in the same transaction. */
  alongside?: (tx: Transaction) => Promise<unknown>
}

/**
 * Runs a change. It sees the subscription as the provider has it now, because the one that we stored
 * may have changed there. Only one change per team runs at a time.
 *
 * @throws Refusal `conflict` while another change runs; `unavailable`; and what `askProvider` throws
 */
export const changeBilling = <Outcome>(
  services: Services,
  scope: TeamScope,
  work: (context: ChangeContext) => Promise<Outcome>,
): Promise<Outcome> =>
  withLease(services, scope, () =>
    askProvider(services, scope, async () => {
      const known = await services.db.asTeam(scope, (tx) => findMain(tx, scope))
      await syncBilling(services, scope)
      const team = await channelOf(services, scope)
      const main = await services.db.asTeam(scope, (tx) => findMain(tx, scope))
      const { plan: planId } = await readTeamPlan(services, scope)
      const shown = await services.db.asTeam(scope, (tx) =>
        readVersion(tx, scope, { main, planId, at: services.now() }),
      )
      return work({
        ...team,
        main,
        known,
        shown,
        store: async (done) => {
          if (done === null) {
            await syncBilling(services, scope)
            return
          }
          const { userId, reason, act } = done
          const who = { teamId: scope.teamId, actor: { id: userId }, at: services.now() }
          const alongside = async (tx: Transaction) => {
            if (act) await recordAct(tx, who, act)
            await done.alongside?.(tx)
          }
          const cause = { actor: 'member' as const, userId, reason }
          await syncBilling(services, scope, { cause, alongside })
        },
      })
    }),
  )

/** @throws Refusal `conflict` when there is none */
export function requireMain({ main }: Pick<ChangeContext, 'main'>): SubscriptionRow {
  if (main === null) throw new Refusal('conflict', 'Your organization has no subscription.')
  return main
}

/**
 * Refuses a confirmation of something else than there is now, for example because of a second window.
 *
 * @param shown the version on the screen. Absent: no screen was shown
 * @throws Refusal `conflict`
 */
export function requireShown(
  { shown: { version } }: { shown: Pick<ShownVersion, 'version'> },
  shown: string | undefined,
): void {
  if (shown !== undefined && shown !== version) throw new Refusal('conflict', changedMeanwhile)
}
