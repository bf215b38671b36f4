/** Offers the color that we found on the shop's home page. Nothing changes until the owner takes it. */
import { ActionForm } from '#app/ui/forms/action-form.tsx'

export type ColorOffer = {
  /** Found on the page. */
  found: string
  /** The site's color now. */
  current: string
}

export const BrandColor = ({ found, current }: ColorOffer) => (
  <div className="row gap-12">
    <span className="brand-offer__swatch" style={{ backgroundColor: found }} aria-hidden />
    {found === current ? (
      <p className="step__text">Your nudges use your shop’s color, {found}.</p>
    ) : (
      <>
        <p className="step__text">We found {found} on your home page.</p>
        <ActionForm
          className="brief-form"
          hidden={{ intent: 'use-color' }}
          action="Use your shop’s color"
          to="/onboarding"
        />
      </>
    )}
  </div>
)
