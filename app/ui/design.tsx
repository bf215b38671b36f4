/**
 * Providers that every screen needs: Polaris with its texts and our links, toasts, tooltips,
 * session.
 */
import { AppProvider, type AppProviderProps } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import type { ReactNode } from 'react'
import { Sessions } from '#app/browser/session.tsx'
import { ExpiredSessions } from './errors/expired-session.tsx'
import { PolarisLink } from './link.tsx'
import { NewBuild } from './new-build.tsx'
import { Toasts } from './toasts/toasts.tsx'
import { Tooltips } from './toasts/tooltip.tsx'

// Polaris' type allows string refs, which React removed for function components.
const linkComponent = PolarisLink as NonNullable<AppProviderProps['linkComponent']>

export function Design({ children }: { children: ReactNode }) {
  return (
    <AppProvider i18n={translations} linkComponent={linkComponent} theme="light">
      <Tooltips>
        <Toasts>
          <Sessions>
            <ExpiredSessions>{children}</ExpiredSessions>
            <NewBuild />
          </Sessions>
        </Toasts>
      </Tooltips>
    </AppProvider>
  )
}
