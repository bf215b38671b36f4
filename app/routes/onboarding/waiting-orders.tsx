import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

export type WaitingOrder = { uuid: string; title: string; text: string }

/** Reported by a page, in the words that visitors would read. */
export const WaitingOrders = ({ orders }: { orders: readonly WaitingOrder[] }) => (
  <Panel>
    <section className="step__form" aria-labelledby="waiting-orders">
      <h2 id="waiting-orders" className="step__heading">
        Approve your first orders
      </h2>
      <p className="step__text">
        Your page reported them. Approve the ones you know from your shop.
      </p>
      <ul className="waiting-orders">
        {orders.map(({ uuid, title, text }) => (
          <li key={uuid} className="waiting-orders__row">
            <span>
              {title} {text}
            </span>
            <ActionForm
              className="waiting-orders__form"
              to="/onboarding"
              hidden={{ intent: 'approve', activity: uuid }}
              action="Approve"
              actionLabel={`Approve: ${title} ${text}`}
            />
          </li>
        ))}
      </ul>
    </section>
  </Panel>
)
