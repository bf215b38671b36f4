/** The frame of the standalone product: navigation at the side, or behind a menu on narrow screens. */
import { MenuIcon } from '@shopify/polaris-icons'
import type { ReactNode } from 'react'
import { productName } from '#app/lib/product.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Logo, LogoMark } from '#app/ui/logo.tsx'
import { AccountLink, AccountMenu, LogOut, type ShellAccount } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'

type ShellProps = {
  account: ShellAccount
  /** Null before there is one. */
  site: { name: string; host: string } | null
  children: ReactNode
}

export function Shell({ account, site, children }: ShellProps) {
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="shell-side">
        <div className="shell-side__top">
          <Logo />
        </div>
        {site && <SiteName {...site} />}
        <Navigation />
        <AccountMenu account={account} />
      </header>
      <header className="shell-bar">
        <LogoMark />
        {site && <SiteName {...site} />}
        <Disclosure
          className="shell-menu"
          label={`${productName} menu`}
          button={<MenuIcon aria-hidden />}
        >
          <Navigation />
          <div className="shell-menu__account">
            <p className="shell-menu__name">{account.name}</p>
            {account.organization && <p className="shell-menu__detail">{account.organization}</p>}
            <AccountLink />
            <LogOut />
          </div>
        </Disclosure>
      </header>
      <main id="content" className="shell-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function SiteName({ name, host }: NonNullable<ShellProps['site']>) {
  return (
    <div className="shell-site">
      <span className="visually-hidden">Current site: </span>
      <span className="shell-site__name">{name}</span>
      {host !== name && <span className="shell-site__host">{host}</span>}
    </div>
  )
}
