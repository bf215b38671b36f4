import type { LinksFunction } from '@remix-run/node'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import integrationsCss from './integrations.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: integrationsCss },
]
