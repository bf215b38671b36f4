import type { LinksFunction } from '@remix-run/node'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import previewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import nudgesCss from './nudges.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: previewCss },
  { rel: 'stylesheet', href: nudgesCss },
]
