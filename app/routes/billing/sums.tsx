import type { ChargePreview } from '#app/domain/billing/channels/charge-preview.ts'
import { chargeRows } from '#app/domain/billing/charge-rows.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'

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
