/** Whom invoices are for. */
import { eq } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import { billingAccounts } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { askProvider } from './ask-provider.server.ts'
import { cardOf, detailsOfAccount, findAccount } from './billing-state.server.ts'
import { requireCardToPay, type CardBilling } from './channel-of.server.ts'
import type { BillingDetails } from './channel.ts'

/**
 * Stores the details, and checks the VAT ID with its tax office. The country has to be the one of the
 * team's card; to change both, store the card with the details (`storeCard`).
 *
 * @param details checked with `billingDetailsInput`
 * @throws Refusal `invalid` at a field, `not_found` for a team that doesn't pay by card, `unavailable`
 */
export const saveBillingDetails = (
  services: Services,
  scope: TeamScope,
  { details, userId }: { details: BillingDetails; userId: number },
): Promise<void> =>
  askProvider(services, scope, async () => {
    const billing = await requireCardToPay(services, scope)
    const account = await services.db.asTeam(scope, (tx) => findAccount(tx, scope))
    const stored = account && cardOf(account)
    if (stored && stored.country !== details.country) throw otherCountry()
    await storeDetails(services, scope, { details, ...billing })
    const who = { teamId: scope.teamId, actor: { id: userId }, at: services.now() }
    await services.db.asTeam(scope, (tx) =>
      recordAct(tx, who, { act: 'billing.details_changed', details: {} }),
    )
  })

const otherCountry = () =>
  refuseField('billing_country', 'Select the country of your card, or change the card first.')

/** At the provider first, which can refuse the VAT ID. */
export async function storeDetails(
  services: Services,
  scope: TeamScope,
  { details, card, customer }: CardBilling & { details: BillingDetails },
): Promise<void> {
  const email = await readOwnerEmail(services, scope)
  const vatStatus = await card.updateDetails(customer, { ...details, email })
  await services.db.asTeam(scope, (tx) =>
    tx
      .update(billingAccounts)
      .set({
        billingName: details.name,
        billingAddress: details.address,
        billingAddressLine2: details.addressLine2,
        billingCity: details.city,
        billingState: details.state,
        billingZip: details.zip,
        billingCountry: details.country,
        vatId: details.vatId === '' ? null : details.vatId,
        vatStatus,
        extraBillingInformation: details.extraBillingInformation,
        updatedAt: services.now(),
      })
      .where(inTeam(billingAccounts, scope)),
  )
}

/** Gives the provider the address of the team's owner. Repeatable. @throws what the channel throws */
export async function reportOwner(
  services: Services,
  { teamId }: { teamId: number },
): Promise<void> {
  const scope = billedTeam({ teamId })
  const account = await services.db.asTeam(scope, (tx) => findAccount(tx, scope))
  if (account?.stripeId == null || services.billing.card === null) return
  const customer = { teamId, providerId: account.stripeId }
  const email = await readOwnerEmail(services, scope)
  await services.billing.card.updateDetails(customer, detailsOfAccount(account, email))
}

/** The provider writes to the owner. */
async function readOwnerEmail({ db }: Services, scope: TeamScope): Promise<string> {
  const [row] = await db.system
    .select({ email: users.email })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  return row?.email ?? ''
}
