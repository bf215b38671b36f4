/**
 * The documentation page, the same for everyone. It reads no session, so it can be cached by anyone
 * and says nothing about who is asking.
 */
import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { readOnly } from '../methods.ts'
import { describeOperations } from './described.ts'
import style from './docs.css?raw'
import { DocsPage } from './docs-page.tsx'

/** Nothing but the page's one style: no script, no frame, no other file than the icon. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function loader({ context }: LoaderFunctionArgs) {
  const { appUrl } = context.services.config
  const page = <DocsPage appUrl={appUrl} style={style} groups={describeOperations(appUrl)} />
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'public, max-age=300',
    },
  })
}

export const action = readOnly
