/**
 * The unsubscribe link of an email. Opening it changes nothing, because email clients prefetch
 * links. The page's button unsubscribes, and so does the email client's own one-click request (RFC
 * 8058), which has no cookie.
 */
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { GuardArgs } from '#app/auth/guards.server.ts'
import {
  readUnsubscribeLink,
  unsubscribe,
  type EmailSubscription,
} from '#app/domain/accounts/profile/notifications.server.ts'
import { notificationKinds } from '#app/domain/accounts/profile/notifications.ts'
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

async function requireLink({ request, context }: GuardArgs): Promise<EmailSubscription> {
  const { pathname, searchParams } = new URL(request.url)
  const subscription = await readUnsubscribeLink(context.services, searchParams)
  if (subscription) return subscription
  throw new Refusal('not_found', errorCatalog.notFound(pathname))
}

export async function loader(args: LoaderFunctionArgs) {
  const { kind } = await requireLink(args)
  return { name: notificationKinds.find((one) => one.kind === kind)?.name ?? '' }
}

export async function action(args: ActionFunctionArgs) {
  await unsubscribe(args.context.services, await requireLink(args))
  return data({ isDone: true })
}

export default function Unsubscribe() {
  const { name } = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse | { isDone: boolean }>()
  const refused = answer && 'errors' in answer ? answer : undefined
  useFaultToast(refused)

  if (answer && 'isDone' in answer) {
    return (
      <Screen title="You’re unsubscribed" lead={`We won’t email you again when: ${name}.`}>
        <OtherMails />
      </Screen>
    )
  }
  return (
    <Screen title="Unsubscribe" lead={`Stop emails for: ${name}?`}>
      <Stop />
      <OtherMails />
    </Screen>
  )
}

function Stop() {
  const { state } = useNavigation()
  return (
    <Form method="post" className="auth-form">
      <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
        Unsubscribe
      </Button>
    </Form>
  )
}

const OtherMails = () => (
  <p className="auth-form__other">
    <Link className="text-link" to="/account/notifications">
      Manage email preferences
    </Link>
  </p>
)
