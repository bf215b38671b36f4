/** Offers pages that may belong to the checkout. Nothing changes until the owner takes one. */
import type { CheckoutPage } from '#app/presenters/onboarding/checkout-pages.server.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'

const reasonWords: Record<CheckoutPage['reason'], string> = {
  seen: 'Visitors opened it on their way to pay.',
  linked: 'Your home page links to it.',
}

export const CheckoutPages = ({ pages }: { pages: readonly CheckoutPage[] }) =>
  pages.length > 0 && (
    <section className="step__form" aria-labelledby="checkout-pages">
      <div>
        <h2 id="checkout-pages" className="step__heading">
          {pages.length === 1 ? 'Is this page' : 'Are these pages'} part of your checkout?
        </h2>
        <p className="step__text">
          Nudges never show while someone pays. We recognize most checkouts, but not these URLs.
        </p>
      </div>
      <ul className="waiting-orders">
        {pages.map(({ path, reason }) => (
          <li key={path}>
            <span>
              <code>{path}</code> <span className="step__text">{reasonWords[reason]}</span>
            </span>
            <ActionForm
              className="brief-form"
              to="/onboarding"
              hidden={{ intent: 'use-checkout', path }}
              action="Hide nudges there"
              actionLabel={`Hide nudges on ${path}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
