import type { LinksFunction } from '@remix-run/node'
import thumbnailCss from '#app/ui/nudge-preview/thumbnail.css?url'
import { links as integrationLinks } from '../styles.ts'
import smartCss from './smart-webhooks.css?url'

export const links: LinksFunction = () => [
  ...integrationLinks(),
  { rel: 'stylesheet', href: thumbnailCss },
  { rel: 'stylesheet', href: smartCss },
]
