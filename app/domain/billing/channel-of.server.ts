/** Who charges a team, and as whom they know it. */
import { teams, users } from '#app/db/schema/ground.ts'
import { billingAccounts, invoices, wixInstances } from '#app/db/schema/billing.ts'
import { shops } from '#app/db/schema/shops.ts'
import { and, eq, sql } from 'drizzle-orm'
import { Refusal } from '#app/lib/errors.ts'
import type { Channel } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { firstShopPlan } from '#app/domain/shops/install-shop.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import type { BillingChannel, BillingCustomer, CardChannel } from './channel.ts'
import { createShopifyChannel } from './channels/shopify-channel.server.ts'
import { createWixChannel } from './channels/wix-channel.server.ts'
import { freeChannel } from './free-channel.ts'

/** `customer` is null while the provider doesn't know the team. */
export type TeamChannel = {
  channel: BillingChannel
  /** The same channel, with the card-only methods. Null: another one charges. */
  card: CardChannel | null
  customer: BillingCustomer | null
  /** The card channel of a team that another company charges now, and that paid by card before. */
  former: FormerCard | null
  /** Plan of a team that pays for nothing. */
  freePlanId: string
  /** The channel whose plans the team can choose. */
  plansOf: Channel
}

/** `owes`: an invoice by card is still open. */
type FormerCard = CardBilling & { owes: boolean }

/** The team's one channel. A team with a shop, or a site in Wix, pays there. */
export async function channelOf(services: Services, scope: TeamScope): Promise<TeamChannel> {
  const { teamId } = scope
  const { shopify, wix } = services
  const [row] = await services.db.asTeam(scope, (tx) =>
    tx
      .select({
        shop: shops.domain,
        instance: wixInstances.instanceId,
        stripeId: billingAccounts.stripeId,
        owes: sql<boolean>`exists (select from ${invoices} where ${isOpenByCard})`,
      })
      .from(teams)
      .leftJoin(shops, eq(shops.teamId, teams.id))
      .leftJoin(wixInstances, eq(wixInstances.teamId, teams.id))
      .leftJoin(billingAccounts, eq(billingAccounts.teamId, teams.id))
      .where(inTeam(teams, scope)),
  )
  if (!row) throw new Refusal('not_found', 'Organization not found.')
  const { card } = services.billing
  const { shop, instance, stripeId, owes } = row
  const plansOf = shop !== null ? 'shopify' : instance !== null ? 'wix' : 'card'
  const byCard = stripeId === null ? null : { teamId, providerId: stripeId }
  const former =
    plansOf === 'card' || card === null || byCard === null ? null : { card, customer: byCard, owes }
  const offer = { former, freePlanId: shop === null ? 'free' : firstShopPlan, plansOf } as const
  if (shop !== null && shopify !== null) {
    const channel = createShopifyChannel(services, shopify)
    return { channel, card: null, customer: { teamId, providerId: shop }, ...offer }
  }
  if (shop === null && instance !== null && wix !== null) {
    const channel = createWixChannel(services, wix)
    return { channel, card: null, customer: { teamId, providerId: instance }, ...offer }
  }
  if (plansOf !== 'card' || card === null) {
    const customer = { teamId, providerId: String(teamId) }
    return { channel: freeChannel, card: null, customer, ...offer }
  }
  return { channel: card, card, customer: byCard, ...offer }
}

/**
 * @throws Refusal `not_found` when another channel charges the team: the card channel's addresses don't
 * exist for it
 */
export async function requireCardTeam(
  services: Services,
  scope: TeamScope,
): Promise<TeamChannel & { card: CardChannel }> {
  const { card, ...team } = await channelOf(services, scope)
  if (card === null) throw new Refusal('not_found', 'Card payments not found.')
  return { ...team, card }
}

const isOpenByCard = and(
  eq(invoices.teamId, teams.id),
  eq(invoices.channel, 'card'),
  eq(invoices.state, 'open'),
)

/** The card channel and its customer, for actions that no other channel has. */
export type CardBilling = { card: CardChannel; customer: BillingCustomer }

/**
 * The team's card channel. Creates the team's customer there, because nothing can be stored before.
 *
 * @throws Refusal `not_found` as `requireCardTeam`
 */
export async function requireCard(services: Services, scope: TeamScope): Promise<CardBilling> {
  const { card, customer } = await requireCardTeam(services, scope)
  return { card, customer: customer ?? (await createCustomer(services, scope, card)) }
}

/**
 * The same for what a debt by card needs, also of a team that another company charges now.
 *
 * @throws Refusal `not_found` for such a team without a debt
 */
export async function requireCardToPay(services: Services, scope: TeamScope): Promise<CardBilling> {
  const { former } = await channelOf(services, scope)
  return former?.owes ? former : requireCard(services, scope)
}

async function createCustomer(
  { db, now }: Services,
  scope: TeamScope,
  card: CardChannel,
): Promise<BillingCustomer> {
  const { teamId } = scope
  const [team] = await db.system
    .select({ name: teams.name, email: users.email })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  if (!team) throw new Refusal('not_found', 'Organization not found.')
  const stripeId = await card.createCustomer({ teamId, ...team })
  const at = now()
  // Repeatable: two calls at the same time get the same customer.
  await db.asTeam(scope, (tx) =>
    tx
      .insert(billingAccounts)
      .values({ teamId, stripeId, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: billingAccounts.teamId,
        set: { stripeId, updatedAt: at },
      }),
  )
  return { teamId, providerId: stripeId }
}
