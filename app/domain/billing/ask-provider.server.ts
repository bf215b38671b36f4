/** Messages for a person whose request a provider can't or doesn't want to fulfill. */
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { BadRecord, isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { isOutage } from '#app/domain/shops/outage.ts'
import type { Services } from '#app/services.ts'
import { ChannelAway } from './channels/channel-away.ts'
import { ChargeRefused } from './channel.ts'
import { syncBilling } from './sync.server.ts'

/** Fixed by the specification. */
const couldNotUpdate =
  'We were unable to update your subscription. Please contact customer support.'
export const paymentFirst =
  'Your last payment failed. Update your payment method first, then change your plan.'
export const changedMeanwhile = 'Your plan has changed meanwhile. Reload the page.'
export const invalidCoupon = 'This coupon code is invalid.'
const unreachable = 'We can’t reach the payment provider. Try again in a minute.'

const refusals: Record<ChargeRefused['reason'], () => Refusal> = {
  coupon: () => refuseField('coupon', invalidCoupon),
  card: () => refuseField('payment_method', 'Your card was declined. Use another card.'),
  vat_id: () => refuseField('vat_id', 'Enter a valid VAT ID, for example NL123456789B01.'),
  gone: () => new Refusal('conflict', changedMeanwhile),
  unpaid: () => new Refusal('conflict', paymentFirst),
  other: () => new Refusal('conflict', couldNotUpdate),
}

/** Refusals after which the provider has other data than ours: a declined switch replaced one that waited. */
const changed: readonly ChargeRefused['reason'][] = ['gone', 'card']

/**
 * Runs calls to a provider. Calls are repeatable, so a form can be sent again after any error.
 *
 * @throws Refusal for everything that a provider can do
 */
export async function askProvider<Outcome>(
  services: Services,
  scope: TeamScope,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { log } = services
  const { teamId } = scope
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChargeRefused && changed.includes(error.reason)) {
      await readAgain(services, scope)
    }
    if (error instanceof ChargeRefused) {
      log.warn({ err: error, teamId, reason: error.reason }, 'a provider refused a charge')
      throw refusals[error.reason]()
    }
    if (error instanceof BadRecord) {
      log.error({ err: error, teamId }, 'a billing provider’s answer can’t be read')
      throw new Refusal('failed', couldNotUpdate)
    }
    if (!isFailedCall(error) && !isOutage(error)) throw error
    log.warn({ err: error, teamId }, 'a billing provider can’t be reached')
    const reason = error instanceof ChannelAway ? error.sentence : unreachable
    throw new Refusal('unavailable', `${reason} You won’t be charged twice for this order.`)
  }
}

/** Without this, a reload would meet the same. */
async function readAgain(services: Services, scope: TeamScope): Promise<void> {
  try {
    await syncBilling(services, scope)
  } catch (error) {
    services.log.warn({ err: error, teamId: scope.teamId }, 'billing wasn’t read again')
  }
}
