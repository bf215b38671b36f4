import type { LinksFunction } from '@remix-run/node'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import foldsCss from '#app/ui/folds/folds.css?url'
import integrationsCss from './integrations.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: foldsCss },
  { rel: 'stylesheet', href: integrationsCss },
]
