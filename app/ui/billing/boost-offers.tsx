/** Boosts to buy. Buying leads to the provider's own page. */
import { Form, useNavigation } from '@remix-run/react'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { formatUnits } from '../format/format-number.ts'
import { formatPrice } from '../format/format-price.ts'
import { SelectInput } from '../forms/fields.tsx'
import { FormMessage } from '../forms/form-message.tsx'
import { NativeButton } from '../kit/button.tsx'
import { ContinueTo } from './continue-to.tsx'

type BoostOffersProps = {
  offers: readonly {
    id: string
    units: number
    priceCents: number
    days: number
  }[]
  /** The organization's, to choose one of. */
  sites: readonly { uuid: string; name: string }[]
  meteredBy: MeteredUnit
  /** Uuid of this form: sending it again buys nothing twice. */
  operation: string
  answer: FormResponse | { leave: string } | undefined
}

export function BoostOffers({ offers, sites, meteredBy, operation, answer }: BoostOffersProps) {
  const { formData, state } = useNavigation()
  const refused = answer && 'errors' in answer ? answer : undefined
  const isBusy = state !== 'idle' && formData?.get('intent') === 'buy'
  return (
    <>
      <FormMessage answer={refused} />
      {answer && 'leave' in answer && <ContinueTo url={answer.leave} />}
      <Form method="post">
        <input type="hidden" name="intent" value="buy" />
        <input type="hidden" name="operation" value={refused?.values['operation'] ?? operation} />
        {sites.length > 1 && (
          <SelectInput
            name="site"
            label="Applies to"
            answer={refused}
            initial=""
            options={[
              { label: 'All sites', value: '' },
              ...sites.map(({ uuid, name }) => ({ label: name, value: uuid })),
            ]}
          />
        )}
        <ul className="rows">
          {offers.map(({ id, units, priceCents, days }) => (
            <li key={id} className="rows__row">
              <div>
                <p className="strong">{formatUnits(units, meteredBy)}</p>
                <p className="rows__detail">
                  {formatPrice(priceCents)}, paid once. Lasts {days} days.
                </p>
              </div>
              <NativeButton
                name="item"
                value={id}
                disabled={isBusy}
                aria-label={`Buy ${formatUnits(units, meteredBy)} for ${formatPrice(priceCents)}`}
              >
                Buy
              </NativeButton>
            </li>
          ))}
        </ul>
      </Form>
    </>
  )
}
