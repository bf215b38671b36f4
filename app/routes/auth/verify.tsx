import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { readFormData } from '#app/lib/web/forms.ts'
import { currentAccount, requireAccount, type GuardArgs } from '#app/auth/guards.server.ts'
import {
  requestVerification,
  isVerifyUrl,
  readVerificationLink,
  consumeVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = screenTitle('Confirm your email address')

/** Without a valid verify_url in the query, the page doesn't exist. */
function readVerifyUrl({ request, context }: GuardArgs): string {
  const { pathname, searchParams } = new URL(request.url)
  const text = searchParams.get('verify_url')
  if (text !== null && isVerifyUrl(context.services, text)) return text
  throw new Refusal('not_found', errorCatalog.notFound(pathname))
}

export async function loader(args: LoaderFunctionArgs) {
  const proof = await readVerificationLink(args.context.services, readVerifyUrl(args))
  const isSignedIn = (await currentAccount(args)) !== null
  if (!proof) return data({ proof: null, isSignedIn }, { status: 410 })
  const { from, to, isDone } = proof
  return data({ proof: { email: to, replaces: from === to ? null : from, isDone }, isSignedIn })
}

/**
 * Opening the link changes nothing, because email clients prefetch links; the button does. With
 * `intent=send` a logged-in person gets a new link.
 */
export async function action(args: ActionFunctionArgs) {
  const { services, clientAddress } = args.context
  const form = await readFormData(args.request.clone())
  if (form.get('intent') === 'send') {
    // Returning to this URL without its link would make no sense.
    const account = await requireAccount(args, '/')
    try {
      if (!account.isVerified) await requestVerification(services, account, clientAddress)
      return data({ isSent: true })
    } catch (error) {
      return refusedFormResponse(error)
    }
  }

  const isDone = await consumeVerificationLink(services, readVerifyUrl(args))
  return data({ isSent: false }, { status: isDone ? 200 : 410 })
}

export default function Verify() {
  const { proof } = useLoaderData<typeof loader>()
  if (!proof) return <Gone />
  return proof.isDone ? <Done email={proof.email} /> : <Confirm {...proof} />
}

function Confirm({ email, replaces }: { email: string; replaces: string | null }) {
  const { state } = useNavigation()
  const lead =
    replaces === null
      ? `Is ${email} your email address?`
      : `From now on, log in with ${email} instead of ${replaces}?`
  return (
    <Screen title="Confirm your email address" lead={lead}>
      <Form method="post" className="auth-form">
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          {replaces === null ? 'Confirm email address' : 'Use this address'}
        </Button>
      </Form>
    </Screen>
  )
}

function Done({ email }: { email: string }) {
  const { isSignedIn } = useLoaderData<typeof loader>()
  return (
    <Screen title="Email address confirmed" lead={`${email} is ready to use.`}>
      <p className="auth-form__other">
        <Link className="text-link" to={isSignedIn ? '/' : '/auth/login'}>
          {isSignedIn ? 'Continue' : 'Log in'}
        </Link>
      </p>
    </Screen>
  )
}

function Gone() {
  const { isSignedIn } = useLoaderData<typeof loader>()
  const answer = useActionData<FormResponse | { isSent: boolean }>()
  const refused = answer && 'errors' in answer ? answer : undefined
  const isSent = answer !== undefined && 'isSent' in answer && answer.isSent
  const { state } = useNavigation()
  useFaultToast(refused)

  return (
    <Screen
      title="This link has expired"
      lead="It’s more than three days old, or your email address has changed since."
    >
      <FormMessage answer={refused} />
      {isSent && (
        <div className="auth-form" role="status">
          <Banner tone="success">We’ve sent a new link.</Banner>
        </div>
      )}
      {isSignedIn ? (
        <Form method="post" className="auth-form">
          <input type="hidden" name="intent" value="send" />
          <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
            Send a new link
          </Button>
        </Form>
      ) : (
        <p className="auth-form__other">
          <Link className="text-link" to="/auth/login">
            Log in to get a new link
          </Link>
        </p>
      )}
    </Screen>
  )
}
