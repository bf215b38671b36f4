/** Sentences about a purchase that isn’t paid. */
import type { ShownPurchase } from './read-purchase.server.ts'

type UnpaidState = 'unknown' | 'none' | 'open' | 'declined' | 'expired'

/** Sentences about the last purchase. Null: it is paid. @param item what is bought, in the singular */
export function describeUnpaid(
  { purchase, isUnknown }: { purchase: ShownPurchase | null; isUnknown: boolean },
  item: 'boost' | 'add-on',
): { title: string; lead: string } | null {
  if (isUnknown) return sentencesOf('unknown', item)
  if (purchase === null) return sentencesOf('none', item)
  return purchase.state === 'paid' ? null : sentencesOf(purchase.state, item)
}

function sentencesOf(state: UnpaidState, item: string): { title: string; lead: string } {
  switch (state) {
    case 'unknown':
      return {
        title: 'We couldn’t confirm your payment yet',
        lead: 'The payment provider didn’t answer. Reload this page in a minute. You won’t be charged twice.',
      }
    case 'none':
      return {
        title: `No ${item} bought yet`,
        lead: 'Nothing was paid and nothing has changed.',
      }
    case 'open':
      return {
        title: 'Your payment isn’t complete',
        lead: `The ${item} starts once the provider confirms the payment. Reload this page in a minute.`,
      }
    case 'declined':
      return {
        title: 'Your payment was declined',
        lead: 'Nothing was paid and nothing has changed. Try again, or use another payment method.',
      }
    case 'expired':
      return {
        title: 'Your payment wasn’t completed in time',
        lead: `Nothing was paid and nothing has changed. Buy the ${item} again if you still want it.`,
      }
  }
}
