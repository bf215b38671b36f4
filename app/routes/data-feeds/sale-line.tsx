/** The other part of a sale that a shop and a payment service report, with its link. */
import { Link } from '@remix-run/react'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { activitySourceLabel } from '#app/domain/activities/sources.ts'
import type { Sale } from '#app/presenters/activity-feed/sale-parts.server.ts'

const labelOf = (service: ConnectableName) =>
  activitySourceLabel({ source: 'integration', service })

export function SaleLine({ sale }: { sale: Sale }) {
  if (sale.part === 'payment') {
    const { uuid, number, service } = sale.order
    return (
      <p className="mt-12 prose">
        Same email address, amount and time as{' '}
        <Link className="text-link break-anywhere" to={`/data-feeds/activities/${uuid}`}>
          order {number}
        </Link>
        {service === null ? '' : ` from ${labelOf(service)}`}
      </p>
    )
  }
  if (sale.part === 'apart') {
    return <p className="mt-12 prose">Kept separate from the order that it was matched with</p>
  }
  return (
    <>
      {sale.payments.map(({ uuid, service }) => (
        <p key={uuid} className="mt-12 prose">
          <Link className="text-link" to={`/data-feeds/activities/${uuid}`}>
            {service === null ? 'Paid online' : `Paid through ${labelOf(service)}`}
          </Link>
        </p>
      ))}
    </>
  )
}
