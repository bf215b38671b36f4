import type { LinksFunction } from '@remix-run/node'
import { links as siteLinks } from '#app/ui/site-screens.ts'
import nudgePreviewCss from '#app/ui/nudge-preview/nudge-preview.css?url'
import goalsCss from './goals.css?url'

export const links: LinksFunction = () => [
  ...siteLinks(),
  { rel: 'stylesheet', href: nudgePreviewCss },
  { rel: 'stylesheet', href: goalsCss },
]
