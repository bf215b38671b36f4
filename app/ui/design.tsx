/** What every screen stands in: Polaris with its words and our links, and the toasts. */
import { AppProvider, type AppProviderProps } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import type { ReactNode } from 'react'
import { PolarisLink } from './link.tsx'
import { Toasts } from './toasts.tsx'

// Polaris' own type admits string refs, which React dropped for function components.
const linkComponent = PolarisLink as NonNullable<AppProviderProps['linkComponent']>

export function Design({ children }: { children: ReactNode }) {
  return (
    <AppProvider i18n={translations} linkComponent={linkComponent} theme="light">
      <Toasts>{children}</Toasts>
    </AppProvider>
  )
}
