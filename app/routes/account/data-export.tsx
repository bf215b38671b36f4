/**
 * The screen behind the link to a file with someone's data. Opening it downloads nothing, because email
 * clients prefetch links.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { readExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export const meta = screenTitle('Download data')

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const link = await readExportLink(services, searchParams)
  if (!link) throw new Refusal('not_found', errorCatalog.notFound(pathname))
  return data(
    { email: link.person.email, team: link.team?.name ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export default function DataExport() {
  const { email, team } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const lead =
    team === null
      ? `Everything ${productName} stores about ${email}.`
      : `Everything ${productName} stores for ${team}.`
  return (
    <Screen title="Download data" lead={lead}>
      {/* The browser's own form, because the answer is a file. */}
      <form method="post" action={`/data-export/file${search}`} className="auth-form">
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
