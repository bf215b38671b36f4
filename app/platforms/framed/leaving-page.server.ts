/**
 * Leads out of a frame by a link. Browsers let a frame of another site leave only after a press in it, so
 * a script can't.
 */
import { inAttribute } from '#app/lib/markup/in-attribute.ts'

export const leavingPage = (url: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Continue</title></head>
<body><p><a href="${inAttribute(url)}" target="_top" rel="noreferrer">Continue to ${inAttribute(new URL(url).host)}</a></p></body>
</html>
`,
    { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } },
  )
