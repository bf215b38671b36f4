import type { ChargePreview } from '#app/domain/billing/channel.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'

type SumsProps = {
  lines: Readonly<ChargePreview['lines']>
  taxCents: number
  total: { label: string; cents: number }
}

/** What a payment consists of. Credits are negative. */
export const Sums = ({ lines, taxCents, total }: SumsProps) => (
  <dl className="sums">
    {lines.map(({ description, amountCents }, index) => (
      // Two lines can have the same words.
      <div key={`${String(index)} ${description}`}>
        <dt>{description}</dt>
        <dd>{formatPrice(amountCents)}</dd>
      </div>
    ))}
    {taxCents !== 0 && (
      <div>
        <dt>Tax</dt>
        <dd>{formatPrice(taxCents)}</dd>
      </div>
    )}
    <div className="sums__total">
      <dt>{total.label}</dt>
      <dd>{formatPrice(total.cents)}</dd>
    </div>
  </dl>
)
