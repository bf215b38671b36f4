/**
 * The screen behind the link to a file with someone's data. Opening it downloads nothing, because email
 * clients prefetch links. The link's signature moves to a cookie, and the page's own URL has none of it.
 */
import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { exportLinkCookie } from '#app/auth/short-cookies.server.ts'
import { shownAddress } from '#app/domain/accounts/account.ts'
import { readExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { productName } from '#app/lib/product.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'
import { endedText, goneTitle, linkField, notKeptText } from './data-export-words.ts'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Download data')

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { config } = services
  const { pathname, searchParams } = new URL(request.url)
  const isFromEmail = searchParams.has('signature')
  const kept = exportLinkCookie.read(config, request) ?? ''
  const query = isFromEmail ? searchParams : new URLSearchParams(kept)
  const link = await readExportLink(services, query)
  if (!link) {
    const gone = isFromEmail ? endedText : notKeptText
    return data({ gone }, { status: 404, headers: notStored })
  }
  if (isFromEmail) {
    const headers = { 'Set-Cookie': exportLinkCookie.write(config, link.query) }
    return redirect(pathname, { headers })
  }
  const { about, person, team } = link
  return data(
    { about, email: shownAddress(person.email), team: team?.name ?? null },
    { headers: notStored },
  )
}

const notStored = { 'Cache-Control': 'no-store' }

export default function DataExport() {
  const link = useLoaderData<typeof loader>()
  if ('gone' in link) {
    return (
      <Screen title={goneTitle} lead={link.gone}>
        {null}
      </Screen>
    )
  }
  const { about, email, team } = link
  const lead =
    team === null
      ? `Everything ${productName} stores about ${email || 'you'}.`
      : `Everything ${productName} stores for ${team}.`
  return (
    <Screen title="Download data" lead={lead}>
      {/* The browser's own form, because the answer is a file. */}
      <form method="post" action="/data-export/file" className="auth-form">
        <input type="hidden" name={linkField} value={about} />
        <Button submit variant="primary" fullWidth>
          Download data
        </Button>
      </form>
      <p className="auth-form__other">
        The file contains personal data. Passwords and other secrets aren’t included.
      </p>
    </Screen>
  )
}
