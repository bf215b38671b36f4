/** Boosts to buy. Buying leads to the provider's own page. */
import { Form, useNavigation } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { formatUnits } from '../format/format-number.ts'
import { formatPrice } from '../format/format-price.ts'
import { FormMessage } from '../forms/form-message.tsx'
import { ContinueTo } from './continue-to.tsx'

type BoostOffersProps = {
  offers: readonly {
    id: string
    units: number
    priceCents: number
    days: number
  }[]
  meteredBy: MeteredUnit
  /** Uuid of this form: sending it again buys nothing twice. */
  operation: string
  answer: FormResponse | { leave: string } | undefined
}

export function BoostOffers({ offers, meteredBy, operation, answer }: BoostOffersProps) {
  const { formData, state } = useNavigation()
  const refused = answer && 'errors' in answer ? answer : undefined
  const isBusy = state !== 'idle' && formData?.get('intent') === 'buy'
  return (
    <>
      <FormMessage answer={refused} />
      {answer && 'leave' in answer && <ContinueTo url={answer.leave} />}
      <ul className="offers">
        {offers.map(({ id, units, priceCents, days }) => (
          <li key={id} className="offers__row">
            <div>
              <strong className="offers__name">{formatUnits(units, meteredBy)}</strong>
              <span className="offers__about">
                {formatPrice(priceCents)}, paid once. Lasts {days} days.
              </span>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value="buy" />
              <input
                type="hidden"
                name="operation"
                value={refused?.values['operation'] ?? operation}
              />
              <input type="hidden" name="item" value={id} />
              <Button
                submit
                loading={isBusy && formData.get('item') === id}
                disabled={isBusy && formData.get('item') !== id}
                accessibilityLabel={`Buy ${formatUnits(units, meteredBy)} for ${formatPrice(priceCents)}`}
              >
                Buy
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  )
}
