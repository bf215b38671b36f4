/**
 * The screen behind the link to a file with someone's data. Opening it downloads nothing, because email
 * clients prefetch links. The link's signature moves to a cookie, and the page's own URL has none of it.
 */
import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { exportLinkCookie } from '#app/auth/short-cookies.server.ts'
import { readExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Download data')

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { config } = services
  const { pathname, search } = new URL(request.url)
  const query = search || exportLinkCookie.read(config, request)
  const link = await readExportLink(services, new URLSearchParams(query ?? ''))
  if (!link) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  if (search !== '') {
    const headers = { 'Set-Cookie': exportLinkCookie.write(config, link.query) }
    return redirect(pathname, { headers })
  }
  return data(
    { email: link.person.email, team: link.team?.name ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export default function DataExport() {
  const { email, team } = useLoaderData<typeof loader>()
  const lead =
    team === null
      ? `Everything ${productName} stores about ${email}.`
      : `Everything ${productName} stores for ${team}.`
  return (
    <Screen title="Download data" lead={lead}>
      {/* The browser's own form, because the answer is a file. */}
      <form method="post" action="/data-export/file" className="auth-form">
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
