import { Link, useFetcher } from '@remix-run/react'
import { ExitIcon, PersonIcon, SelectIcon } from '@shopify/polaris-icons'
import { Disclosure } from '#app/ui/disclosure.tsx'

export type ShellAccount = {
  name: string
  email: string
  /** Null before there is one. */
  organization: string | null
}

export function AccountMenu({ account }: { account: ShellAccount }) {
  const { name, email, organization } = account

  return (
    <Disclosure
      className="shell-account"
      button={
        <>
          <span className="shell-account__initial" aria-hidden>
            {initialOf(name)}
          </span>
          <span className="shell-account__names">
            <span className="visually-hidden">Account: </span>
            <span className="shell-account__name">{name}</span>
            <span className="shell-account__organization">{organization}</span>
          </span>
          <SelectIcon aria-hidden className="shell-account__arrow" />
        </>
      }
    >
      <p className="shell-account__email">{email}</p>
      <AccountLink />
      <LogOut />
    </Disclosure>
  )
}

const initialOf = (name: string) => String.fromCodePoint(name.codePointAt(0) ?? 0x20).toUpperCase()

export const AccountLink = () => (
  <Link to="/account/general" className="menu-entry">
    <PersonIcon aria-hidden />
    Account
  </Link>
)

export function LogOut() {
  const fetcher = useFetcher()

  return (
    <fetcher.Form method="post" action="/api/logout">
      <button type="submit" className="menu-entry" disabled={fetcher.state !== 'idle'}>
        <ExitIcon aria-hidden />
        Log out
      </button>
    </fetcher.Form>
  )
}
