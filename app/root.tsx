/** The document. */
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'
import type { LinksFunction, MetaFunction } from '@remix-run/node'
import { useContext, type ReactNode } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { productName } from '#app/lib/product.ts'
import { PlatformHead } from '#app/platforms/document-head.tsx'
import { hostOf } from '#app/platforms/hosts.ts'
import { PlatformContext } from '#app/platforms/platform-name.ts'
import { Design } from '#app/ui/design.tsx'
import { HasScriptsContext, LanguageContext, NonceContext } from '#app/ui/document-contexts.ts'
import { RouteError } from '#app/ui/errors/route-error.tsx'
import rootCss from './root.css?url'

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'stylesheet', href: rootCss },
]

export const meta: MetaFunction = () => [{ title: productName }]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const language = useContext(LanguageContext)
  const platform = useContext(PlatformContext)
  const hasScripts = useContext(HasScriptsContext)
  // In a frame, a form that the browser sends itself has no token, and a link loses the shop.
  const isUsable = useHydrated() || platform === 'standalone' || !hasScripts

  return (
    <html lang={language} data-shell={platform} className="p-theme-light">
      <head>
        <meta charSet="utf-8" />
        <PlatformHead />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="theme-color" content="#0f2a1f" />
        <Meta />
        {platform !== 'shopify' && (
          <link
            rel="preload"
            href={interLatin}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        )}
        <Links />
      </head>
      <body {...(isUsable ? {} : { inert: '' })}>
        {children}
        {hasScripts && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return (
    <Design Host={hostOf(useContext(PlatformContext))}>
      <Outlet />
    </Design>
  )
}

export function ErrorBoundary() {
  return (
    <Design Host={hostOf(useContext(PlatformContext))}>
      <RouteError />
    </Design>
  )
}
