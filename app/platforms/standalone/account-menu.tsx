import { Link } from '@remix-run/react'
import { ExitIcon, PersonIcon, QuestionCircleIcon, SelectIcon } from '@shopify/polaris-icons'
import { useState, type FormEvent } from 'react'
import { Disclosure } from './disclosure.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { useHost } from '#app/browser/host.ts'
import { useLogOut } from '#app/browser/session.tsx'
import type { ShellData } from '#app/platforms/shell-data.ts'

export function AccountMenu({ name, email, photo }: ShellData['account']) {
  return (
    <Disclosure
      className="shell-account"
      button={
        <>
          <Avatar source={photo} name={name} size={32} />
          <span className="shell-names">
            <span className="visually-hidden">Account: </span>
            <span>{name}</span>
            <span className="shell-detail">{email}</span>
          </span>
          <SelectIcon aria-hidden />
        </>
      }
    >
      <AccountEntries />
    </Disclosure>
  )
}

/** In a frame the admin decides who is there, so nothing ends it. */
export function AccountEntries() {
  const { frame } = useHost()
  return (
    <>
      <Link to="/account/general" className="menu-entry">
        <PersonIcon aria-hidden />
        Account
      </Link>
      <Link to="/support" className="menu-entry">
        <QuestionCircleIcon aria-hidden />
        Support
      </Link>
      {!frame && <LogOut />}
    </>
  )
}

/** A form, so that it works before hydration, too. */
export function LogOut() {
  const logOut = useLogOut()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = (event: FormEvent) => {
    event.preventDefault()
    setIsLeaving(true)
    void logOut().finally(() => {
      setIsLeaving(false)
    })
  }

  return (
    <form method="post" action="/api/logout" onSubmit={leave}>
      <button type="submit" className="menu-entry" disabled={isLeaving}>
        <ExitIcon aria-hidden />
        Log out
      </button>
    </form>
  )
}
