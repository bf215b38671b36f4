/** Guards of the screens of billing. They are about the current organization. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireRight, requireTeam } from '#app/auth/guards.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { findWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { findShopOfTeam } from '#app/domain/shops/shops.server.ts'
import type { Membership } from '#app/domain/teams/teams.server.ts'
import { errorCatalog, pageNotFound, Refusal } from '#app/lib/errors.ts'

/**
 * Everyone in the current organization. The screen has a second address in Shopify, which exists
 * only for shops.
 *
 * @throws Refusal `not_found`
 */
export async function requireBilling(args: LoaderFunctionArgs) {
  const visit = await requireTeam(args)
  const { pathname } = new URL(args.request.url)
  const isOfShops = pathname.startsWith('/shopify/')
  if (isOfShops && !(await findShopOfTeam(args.context.services, visit.team.scope))) {
    throw new Refusal('not_found', errorCatalog.notFound(pathname))
  }
  return visit
}

/**
 * A page names the organization that it was opened for: another one may have become the current one since, in
 * another tab. A page of the release before names none.
 *
 * @param organization as the form sent it
 * @throws Refusal `conflict`
 */
export function requireSameTeam(
  organization: string | undefined,
  { scope }: Pick<Membership, 'scope'>,
): void {
  if (organization === undefined || organization === String(scope.teamId)) return
  throw new Refusal(
    'conflict',
    'This page is about another organization than the one you’re in now. Reload it.',
  )
}

/** Those who pay. Staff who impersonate the owner can look, and change nothing. */
export async function requirePayer(args: LoaderFunctionArgs) {
  const visit = await requireBilling(args)
  requireRight(visit.team, 'billing:manage')
  return visit
}

/**
 * The same for the addresses of the card. They don't exist for teams that pay elsewhere, unless they still owe
 * something by card.
 *
 * @throws Refusal `not_found`
 */
export async function requireCardPayer(args: LoaderFunctionArgs) {
  const visit = await requirePayer(args)
  const { services } = args.context
  const { scope } = visit.team
  const billing = await readBilling(services, scope)
  const paysElsewhere = billing.channel === 'shopify' || billing.channel === 'wix'
  const isOfPlatform =
    (await findShopOfTeam(services, scope)) ?? (await findWixInstance(services, scope))
  if ((paysElsewhere || isOfPlatform) && billing.openPayment === null) {
    throw pageNotFound(args.request)
  }
  return { ...visit, billing }
}
