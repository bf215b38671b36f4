/** The last purchase of a kind, as its provider reports it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTeam } from '#app/auth/guards.server.ts'
import {
  readLatestPurchase,
  type PurchaseKind,
  type PurchaseState,
} from '#app/domain/billing/purchases.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

export async function readPurchase(args: LoaderFunctionArgs, kind: PurchaseKind) {
  const { team } = await requireTeam(args)
  const { services } = args.context
  const { meteredBy } = await readTeamPlan(services, team.scope)
  const mayPay = mayDo(team.role, 'billing:manage')
  const base = { meteredBy, teamId: team.scope.teamId, now: services.now(), site: null, mayPay }
  // Only the owner sees what was paid.
  if (!mayPay) return { ...base, purchase: null, isUnknown: false }
  try {
    const purchase = await readLatestPurchase(services, team.scope, kind)
    return {
      ...base,
      purchase: purchase && shownPurchase(purchase),
      site: await nameOfSite(services, team.scope, purchase?.siteId ?? null),
      isUnknown: false,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: base.teamId }, 'a purchase wasn’t confirmed')
    return { ...base, purchase: null, isUnknown: true }
  }
}

/** Null: it is for all sites. */
async function nameOfSite(
  services: Services,
  scope: TeamScope,
  siteId: number | null,
): Promise<string | null> {
  if (siteId === null) return null
  return (await listSites(services, scope)).find(({ id }) => id === siteId)?.name ?? null
}

const shownPurchase = ({ state, units, priceCents, expiresAt, receiptUrl }: PurchaseState) => ({
  state,
  units,
  priceCents,
  expiresAt,
  receiptUrl,
})

export type ShownPurchase = ReturnType<typeof shownPurchase>
