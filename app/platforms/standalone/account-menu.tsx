import { useFetcher } from '@remix-run/react'
import { ExitIcon, SelectIcon } from '@shopify/polaris-icons'
import { Disclosure } from '#app/ui/disclosure.tsx'

export type ShellAccount = { name: string; email: string; organization: string }

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
      <LogOut />
    </Disclosure>
  )
}

const initialOf = (name: string) => String.fromCodePoint(name.codePointAt(0) ?? 0x20).toUpperCase()

export function LogOut() {
  const fetcher = useFetcher()

  return (
    <fetcher.Form method="post" action="/api/logout">
      <button type="submit" className="log-out" disabled={fetcher.state !== 'idle'}>
        <ExitIcon aria-hidden />
        Log out
      </button>
    </fetcher.Form>
  )
}
