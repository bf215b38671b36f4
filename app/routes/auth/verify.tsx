import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { currentAccount, requireAccount, type GuardArgs } from '#app/auth/guards.server.ts'
import { shownAddress, verifyInput } from '#app/domain/accounts/account.ts'
import {
  requestVerification,
  isVerifyUrl,
  readVerificationLink,
  consumeVerificationLink,
  type LinkOutcome,
  type VerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { findShopOfStaff } from '#app/domain/shops/shops.server.ts'
import { findFramedLogin, type FramedLogin } from '#app/domain/shops/tenants/framed-login.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { invalidFormResponse, refusedFormResponse } from '#app/lib/web/form-responses.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { readForm, readFormData } from '#app/lib/web/forms.ts'
import { adminAppUrl } from '#app/platforms/shopify/entry.server.ts'
import { screenTitle } from '#app/ui/format/document-title.ts'
import { PasswordInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
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
  const admin = await findAdmin(args, proof)
  const opensIn = admin && shownLogin(args, admin)
  const replaces = from === to ? null : shownAddress(from) || null
  return data({ proof: { email: to, replaces, isDone, opensIn }, isSignedIn })
}

/**
 * Opening the link changes nothing, because email clients prefetch links; the button does, in a browser
 * that is logged in to the account. Others are asked for its password, if it has one. With `intent=send` a
 * logged-in person gets a new link.
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

  const account = await currentAccount(args)
  const url = readVerifyUrl(args)
  const input = await readForm(args.request, verifyInput)
  if (!input.ok) return invalidFormResponse(input.errors)
  try {
    const link = await readVerificationLink(services, url)
    const isFramed = link !== null && (await findAdmin(args, link)) !== null
    const opener = { account, address: clientAddress, isFramed, ...input.value }
    const outcome = await consumeVerificationLink(services, url, opener)
    const admin = outcome === 'shop-needed' ? await addressInAdmin(args, url) : null
    if (admin !== null) return redirect(admin)
    return data({ isSent: false, outcome }, { status: statuses[outcome] })
  } catch (error) {
    return refusedFormResponse(error)
  }
}

/** The admin without which the account, which has no password, isn't opened. Null: there is none. */
const findAdmin = async (
  { context: { services } }: GuardArgs,
  { userId, passwordHash }: VerificationLink,
): Promise<FramedLogin | null> => (passwordHash === null ? findFramedLogin(services, userId) : null)

type ShownLogin = Pick<FramedLogin, 'platform' | 'organization'> & {
  /** The store’s control panel, whose address a stranger can’t choose. Null: no address shows which site it is. */
  host: string | null
}

function shownLogin(
  { context: { services } }: GuardArgs,
  { platform, organization, tenantId }: FramedLogin,
): ShownLogin {
  const admin = platform === 'bigcommerce' ? services.bigcommerce?.appUrl(tenantId) : undefined
  return { platform, organization, host: admin === undefined ? null : new URL(admin).host }
}

const statuses = { done: 200, 'password-needed': 401, 'shop-needed': 401, gone: 410 } as const

/** This page in the admin of the shop whose staff the link's account belongs to. */
async function addressInAdmin(args: ActionFunctionArgs, verifyUrl: string): Promise<string | null> {
  const { services } = args.context
  const link = await readVerificationLink(services, verifyUrl)
  const shop = link && (await findShopOfStaff(services, link.userId))
  const { pathname, search } = new URL(args.request.url)
  return shop ? adminAppUrl(args, shop, pathname + search) : null
}

export default function Verify() {
  const { proof } = useLoaderData<typeof loader>()
  const answer = useActionData<Answer>()
  const outcome = answer && 'outcome' in answer ? answer.outcome : undefined
  if (!proof || outcome === 'gone') return <Gone />
  if (proof.isDone) return <Done {...proof} />
  return outcome === 'shop-needed' ? <InShop /> : <Confirm {...proof} />
}

type Answer = FormResponse | { isSent: boolean; outcome?: LinkOutcome }

type Proof = { email: string; replaces: string | null; opensIn: ShownLogin | null }

function Confirm({ email, replaces, opensIn }: Proof) {
  const given = useActionData<Answer>()
  const answer = given && 'errors' in given ? given : undefined
  // From an email program, the browser sends no cookie. The button shows who is logged in.
  const isAsked = given !== undefined
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  useFaultToast(answer)
  const isNew = replaces === null

  return (
    <Screen title="Confirm your email address" lead={isAsked ? askedLead : leadOf(email, replaces)}>
      {opensIn && (
        <p className="auth-form">
          It’s for an account in {systems[opensIn.platform]}, in an organization that calls itself “
          {opensIn.organization}”
          {opensIn.host !== null && `, of the store whose control panel is at ${opensIn.host}`}.
          Anyone can choose that name. Confirm it only if you opened {productName} there.
        </p>
      )}
      <Form ref={form} method="post" className="auth-form" noValidate>
        <FormMessage answer={answer} />
        {isAsked && <LoginFields login={replaces ?? email} answer={answer} />}
        <Button submit variant="primary" fullWidth loading={state !== 'idle'}>
          {isNew ? 'Confirm email address' : 'Use this address'}
        </Button>
      </Form>
      {isAsked && (
        <p className="auth-form__other">
          {isNew ? <NotTheirs /> : 'Don’t know the password? Then you can ignore the email.'}
        </p>
      )}
    </Screen>
  )
}

const systems = { wix: 'Wix', bigcommerce: 'BigCommerce' } as const

const askedLead = 'You’re not logged in to this account here. Enter its password to confirm.'

const leadOf = (email: string, replaces: string | null) =>
  replaces === null
    ? `Is ${email} your email address?`
    : `From now on, log in with ${email} instead of ${replaces}?`

/** The shop's admin couldn't be opened in place of this page. */
const InShop = () => (
  <Screen
    title="Confirm your email address"
    lead={`You log in through your shop’s admin. Open ${productName} there, set a password under Account › General, and open this link again.`}
  >
    {null}
  </Screen>
)

type LoginFieldsProps = { login: string; answer: FormResponse | undefined }

const LoginFields = ({ login, answer }: LoginFieldsProps) => (
  <>
    <input
      className="visually-hidden"
      autoComplete="username"
      value={login}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
    <PasswordInput
      name="password"
      label="Password"
      autoComplete="current-password"
      answer={answer}
    />
  </>
)

/** For whoever got the email without having registered. */
const NotTheirs = () => (
  <>
    Didn’t sign up, or forgot the password?{' '}
    <Link className="text-link" to="/auth/forgot">
      Set a new password
    </Link>
    . This also removes passkeys, two-factor authentication and API tokens set up before.
  </>
)

function Done({ email, opensIn }: Omit<Proof, 'replaces'>) {
  const { isSignedIn } = useLoaderData<typeof loader>()
  const lead = `${email} is ready to use.`
  if (opensIn && !isSignedIn) {
    return (
      <Screen
        title="Email address confirmed"
        lead={`${lead} Go on in ${systems[opensIn.platform]}, and open ${productName} there again.`}
      >
        {null}
      </Screen>
    )
  }
  return (
    <Screen title="Email address confirmed" lead={lead}>
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
  const answer = useActionData<Answer>()
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
