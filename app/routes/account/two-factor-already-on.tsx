/** What a set-up says of an account that has a second factor. */
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
