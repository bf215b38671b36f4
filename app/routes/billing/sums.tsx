import type { ChargePreview, PlanPreview } from '#app/domain/billing/channels/charge-preview.ts'
import { chargeRows } from '#app/domain/billing/charge-rows.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { nameOfPlan } from './billing-text.ts'

type SumsProps = {
  charge: {
    lines: readonly { description: string; amountCents: number }[]
    /** The currency of all amounts. */
    currency: string
    taxCents: number
    totalCents: number
    /** The amount that is paid in the end. Negative: credited. */
    dueCents: number
    /** The part that is too small to charge. Absent: none. */
    carriedCents?: number
  }
  /** Label of the amount that is paid or credited in the end. */
  label: string
}

/** The parts of a payment. Credits are negative. */
export const Sums = ({ charge, label }: SumsProps) => (
  <dl className="sums">
    {charge.lines.map(({ description, amountCents }, index) => (
      // Two lines can have the same words.
      <div key={`${String(index)} ${description}`}>
        <dt>{description}</dt>
        <dd>{formatPrice(amountCents, charge.currency)}</dd>
      </div>
    ))}
    {chargeRows(charge).map(({ name, cents }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{formatPrice(cents, charge.currency)}</dd>
      </div>
    ))}
    <div>
      <dt>{label}</dt>
      <dd>{formatPrice(Math.abs(charge.dueCents), charge.currency)}</dd>
    </div>
  </dl>
)

/** The coupon and the basis that a price is with, for its confirmation. */
export function PriceFields({
  coupon,
  charge: { basis },
}: {
  coupon: string
  charge: Pick<ChargePreview, 'basis'>
}) {
  return (
    <>
      <input type="hidden" name="shown_coupon" value={coupon} />
      <input type="hidden" name="price_basis" value={basis} />
    </>
  )
}

/** The invoice after the charge, and the order that is continued or replaced. */
export function NextCharge({ charge, coupon: entered }: { charge: PlanPreview; coupon: string }) {
  const { nextCents, nextAt, isCouponOnce, waiting } = charge
  // An order goes on with the coupon that it was placed with, whether that is entered again or not.
  const coupon = waiting?.isContinued ? (waiting.coupon ?? '') : entered
  const withCoupon = isCouponOnce
    ? ` The coupon ${coupon} applies once, now.`
    : ` Both with the coupon ${coupon}.`
  return (
    <p className="muted prose break-anywhere mt-12">
      {nextCents !== null &&
        `Next invoice: ${formatPrice(nextCents)}${nextAt ? ` on ${formatDate(nextAt)}` : ''}.${coupon === '' ? '' : withCoupon} `}
      {orderWords(charge)}
    </p>
  )
}

/** An order that waits for its payment, on the page that continues or replaces it. Empty: none waits. */
function orderWords({ waiting }: Pick<PlanPreview, 'waiting'>): string {
  if (waiting === null) return ''
  const { coupon } = waiting
  if (waiting.isContinued) {
    return coupon === null
      ? 'This is your order that isn’t paid yet.'
      : `This is your order that isn’t paid yet. This order is with the coupon ${coupon}.`
  }
  const dropped = `Your order for the ${nameOfPlan(waiting.planId)} plan isn’t paid yet and is canceled when you confirm.`
  return coupon === null
    ? dropped
    : `${dropped} It used the coupon ${coupon}: a code that works once can’t be used again.`
}
