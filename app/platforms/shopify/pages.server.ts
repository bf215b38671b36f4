/** Pages that hold Shopify's script alone: one gets a session token, one leaves the frame. */
import { shopifyOrigins } from '#app/clients/shopify/shopify-origins.ts'
import type { Config } from '#app/config.server.ts'
import { inAttribute } from '#app/lib/markup/in-attribute.ts'

export type Frame = { config: Config; nonce: string }

/** App Bridge reads the address to open from the page's own. */
export const bouncePage = (frame: Frame): Response => page(frame, '')

/** @param target `_top` leaves the frame, `_self` stays in it */
export const openingPage = (
  frame: Frame,
  { url, target }: { url: string; target: '_top' | '_self' },
): Response => page(frame, `window.open(${inScript(url)}, '${target}')`)

/** A text as a script contains it: none ends the script's element. */
const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')

function page({ config, nonce }: Frame, script: string): Response {
  const { shopify } = config
  const source = shopifyOrigins(shopify?.double).appBridge
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>One moment</title>
<meta name="shopify-api-key" content="${inAttribute(shopify?.apiKey ?? '')}">
<script src="${inAttribute(source)}"></script>
</head>
<body>${script && `<script nonce="${inAttribute(nonce)}">${script}</script>`}</body>
</html>
`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}
