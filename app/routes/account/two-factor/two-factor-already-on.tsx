/** Shown instead of a setup when two-factor authentication is already on. */
import { Link } from '@remix-run/react'

export const TwoFactorAlreadyOn = () => (
  <>
    <h2 className="account-section__title">Two-factor authentication is on</h2>
    <p className="account-section__lead">
      Turn it off first to set it up in another way:{' '}
      <Link className="text-link" to="/account/security">
        Security
      </Link>
    </p>
  </>
)
