/**
 * Wraps every screen: Polaris with its texts and our links, toasts, tooltips, the host, the
 * session.
 */
import { Link } from '@remix-run/react'
import { AppProvider, type AppProviderProps } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import {
  forwardRef,
  type ComponentPropsWithoutRef,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Sessions } from '#app/browser/session.tsx'
import { ExpiredSessions } from './errors/expired-session.tsx'
import { NewBuild } from './toasts/new-build.tsx'
import { inNewTab } from './links/new-tab-link.tsx'
import { NetworkToasts } from './toasts/network-toasts.tsx'
import { Toasts } from './toasts/toasts.tsx'
import { Tooltips } from './toasts/tooltip.tsx'

type LinkProps = ComponentPropsWithoutRef<'a'> & { url: string; external?: boolean }

/**
 * Links inside Polaris components, without full page loads for internal ones. Polaris passes a ref to
 * menu items and tooltips.
 */
const PolarisLink = forwardRef<HTMLAnchorElement, LinkProps>(function PolarisLink(
  { url, external, ...rest },
  ref,
) {
  if (!external && url.startsWith('/')) return <Link {...rest} ref={ref} to={url} />
  return <a {...rest} ref={ref} href={url} {...inNewTab} />
})

// Polaris' type allows string refs, which React removed for function components.
const linkComponent = PolarisLink as NonNullable<AppProviderProps['linkComponent']>

type Parts = {
  /** Answers `useHost()`. */
  Host: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Design({ Host, children }: Parts) {
  return (
    <AppProvider i18n={translations} linkComponent={linkComponent} theme="light">
      <Toasts>
        <Sessions>
          <Host>
            <NetworkToasts />
            <ExpiredSessions>{children}</ExpiredSessions>
            <NewBuild />
          </Host>
        </Sessions>
      </Toasts>
      <Tooltips />
    </AppProvider>
  )
}
