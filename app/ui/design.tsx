/**
 * Wraps every screen: Polaris with its texts and our links, toasts, tooltips, the host, the
 * session.
 */
import { AppProvider, type AppProviderProps } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import type { ComponentType, ReactNode } from 'react'
import { Sessions } from '#app/browser/session.tsx'
import { ExpiredSessions } from './errors/expired-session.tsx'
import { PolarisLink } from './link.tsx'
import { NewBuild } from './new-build.tsx'
import { Toasts } from './toasts/toasts.tsx'
import { Tooltips } from './toasts/tooltip.tsx'

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
      <Tooltips>
        <Toasts>
          <Host>
            <Sessions>
              <ExpiredSessions>{children}</ExpiredSessions>
              <NewBuild />
            </Sessions>
          </Host>
        </Toasts>
      </Tooltips>
    </AppProvider>
  )
}
