/** Payments that a bank can still charge once an organization is deleted, in words for its owner. */
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { formatAmounts, formatCents } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'

const back = 'We ask for it to be canceled. If it’s charged anyway, our support team refunds it.'

/** One sentence or more for each. Empty: there are none. @throws Refusal `not_found` */
export async function paymentsAfterDeletion(
  services: Services,
  scope: TeamScope,
): Promise<string[]> {
  const { processing, atBank, subscription, unpaid } = await readBilling(services, scope)
  const sentences: string[] = []
  if (processing !== null) {
    const amount = formatCents(processing.cents, processing.currency)
    const order = processing.isOfSwitch
      ? 'a switch to another plan'
      : subscription?.state === 'incomplete'
        ? 'a plan that hasn’t started'
        : null
    sentences.push(
      order === null
        ? `Your bank is still processing your payment of ${amount}, which can still be charged after you delete the organization.`
        : `Your bank is still processing ${amount} for ${order}. ${back}`,
    )
  }
  if (atBank.invoices > 0) {
    const what = atBank.invoices === 1 ? 'an invoice that was' : 'invoices that were'
    const amounts = formatAmounts(atBank.sums)
    sentences.push(`Your bank is still processing ${amounts} for ${what} canceled. ${back}`)
  }
  if (unpaid.count > 0 && unpaid.areByCard) {
    const amount = formatCents(unpaid.cents, currency)
    const [unfinished, checkout] =
      unpaid.count === 1
        ? [`A purchase of ${amount} isn’t paid yet`, 'its checkout']
        : [`Purchases of ${amount} aren’t paid yet`, 'their checkouts']
    sentences.push(
      `${unfinished}. We close ${checkout}. If it’s charged anyway, our support team refunds it.`,
    )
  }
  return sentences
}
