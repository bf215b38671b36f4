import type { LinksFunction } from '@remix-run/node'
import billingCss from '#app/ui/billing/billing.css?url'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import screensCss from './billing-screens.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: billingCss },
  { rel: 'stylesheet', href: screensCss },
]
