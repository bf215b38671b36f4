/**
 * Our own shell: navigation at the side, or in a menu on narrow screens. On the product's own address, and in
 * admins that draw nothing around the frame.
 */
import { MenuIcon, SearchIcon } from '@shopify/polaris-icons'
import type { ReactNode } from 'react'
import { productName } from '#app/lib/product.ts'
import { Disclosure } from './disclosure.tsx'
import { Logo, LogoMark } from '#app/ui/logo.tsx'
import { useHost } from '#app/browser/host.ts'
import { SessionStart } from '#app/browser/session.tsx'
import { AccountEntries, AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { ImpersonationBar } from './impersonation-bar.tsx'
import { SkeletonScreen } from './skeleton-screen.tsx'
import { Navigation } from './navigation.tsx'
import { usePalette } from '#app/platforms/palette/use-palette.tsx'
import { placeOf } from '#app/platforms/navigation-entries.ts'
import type { ShellData } from '#app/platforms/shell-data.ts'
import { Switcher } from './switcher.tsx'

export function Shell({ facts, children }: { facts: ShellData; children: ReactNode }) {
  const { account, teams, sites, announcements, impersonator, now } = facts
  const current = placeOf(facts)
  const { search, keys, palette } = usePalette(facts)
  // A frame is about its store’s organization.
  const { frame } = useHost()
  const switcher = !frame && <Switcher teams={teams} sites={sites} />

  return (
    <div className="shell">
      <SessionStart impersonatorId={impersonator?.id ?? null} />
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="shell-side">
        <div className="shell-side__top row between">
          <Logo />
          <Bell announcements={announcements} now={now} />
        </div>
        {switcher}
        <button type="button" className="menu-entry shell-search" onClick={search}>
          <SearchIcon aria-hidden />
          Search
          <kbd aria-hidden>{keys}</kbd>
        </button>
        <Navigation {...current} />
        <AccountMenu account={account} role={current.role} />
      </header>
      <header className="shell-bar">
        <LogoMark />
        {switcher}
        <button
          type="button"
          className="menu-entry shell-search"
          aria-label="Search"
          onClick={search}
        >
          <SearchIcon aria-hidden />
        </button>
        <Bell announcements={announcements} now={now} />
        <Disclosure
          className="shell-menu"
          label={`${productName} menu`}
          button={<MenuIcon aria-hidden />}
        >
          <Navigation {...current} />
          <div className="shell-menu__account mt-8">
            <p className="strong">{account.name}</p>
            <p className="shell-detail mb-8">{account.email}</p>
            <AccountEntries role={current.role} />
          </div>
        </Disclosure>
      </header>
      <div className="min-w-0">
        {impersonator && (
          <ImpersonationBar account={account} impersonator={impersonator} now={now} />
        )}
        <main id="content" className="shell-content" tabIndex={-1}>
          <SkeletonScreen>{children}</SkeletonScreen>
        </main>
      </div>
      {palette}
    </div>
  )
}
