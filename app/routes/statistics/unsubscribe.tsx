/**
 * The unsubscribe link of a report. Opening it changes nothing, because email clients prefetch
 * links. The page's button unsubscribes, and so does the email client's own one-click request (RFC
 * 8058), which has no cookie.
 */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { GuardArgs } from '#app/auth/guards.server.ts'
import { unsubscribeFromReport, readReportLink } from '#app/domain/reports/reports.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Unsubscribe')

async function requireLink({ request, context }: GuardArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const link = await readReportLink(context.services, searchParams)
  if (link) return link
  throw new Refusal('not_found', errorCatalog.notFound(pathname))
}

export async function loader(args: LoaderFunctionArgs) {
  const { siteName } = await requireLink(args)
  return { siteName }
}

export async function action(args: ActionFunctionArgs) {
  await unsubscribeFromReport(args.context.services, await requireLink(args))
  return data({ isDone: true })
}

export default function EndReport() {
  const { siteName } = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse | { isDone: boolean }>()
  const { state } = useNavigation()
  useFaultToast(answer && 'errors' in answer ? answer : undefined)

  if (answer && 'isDone' in answer) {
    return (
      <Screen
        title="You’re unsubscribed"
        lead={`We won’t email you reports for ${siteName} again.`}
      >
        <p>Your statistics are still available in the dashboard.</p>
      </Screen>
    )
  }
  return (
    <Screen title="Unsubscribe" lead={`Stop email reports for ${siteName}?`}>
      <Form method="post" className="auth-form">
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          Unsubscribe
        </Button>
      </Form>
    </Screen>
  )
}
