import { Link } from '@remix-run/react'
import {
  CreditCardIcon,
  ExitIcon,
  PersonIcon,
  QuestionCircleIcon,
  SelectIcon,
} from '@shopify/polaris-icons'
import { useState, type FormEvent } from 'react'
import { Disclosure } from './disclosure.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { useHost } from '#app/browser/host.ts'
import { useLogOut } from '#app/browser/session.tsx'
import type { TeamRole } from '#app/domain/scope.ts'
import { listPersonEntries, type PersonIconName } from '#app/platforms/navigation-entries.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'

type AccountMenuProps = { account: ShellData['account']; role: TeamRole | null }

export function AccountMenu({ account: { name, email, photo }, role }: AccountMenuProps) {
  return (
    <Disclosure
      className="shell-account"
      button={
        <>
          <Avatar source={photo} name={name} size={32} />
          <span className="shell-names">
            <span className="visually-hidden">Account: </span>
            <span className="ellipsis">{name}</span>
            <span className="shell-detail ellipsis">{email}</span>
          </span>
          <SelectIcon aria-hidden />
        </>
      }
    >
      <AccountEntries role={role} />
    </Disclosure>
  )
}

const icons = {
  account: PersonIcon,
  billing: CreditCardIcon,
  support: QuestionCircleIcon,
} satisfies Record<PersonIconName, typeof PersonIcon>

/**
 * In a frame the admin decides who is there, so nothing ends it.
 *
 * @param role in the current organization. Null: there is none
 */
export function AccountEntries({ role }: { role: TeamRole | null }) {
  const { frame } = useHost()
  return (
    <>
      {listPersonEntries(role).map(({ to, label, icon }) => {
        const Icon = icons[icon]
        return (
          <Link key={to} to={to} className="menu-entry">
            <Icon aria-hidden />
            {label}
          </Link>
        )
      })}
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
