/** The terms that someone agrees to by creating an account, with links to them. */
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'

type ConsentProps = {
  termsUrl: string | null
  privacyUrl: string | null
  answer: FormResponse | undefined
}

/** Without a document there is nothing to check: the rules are one sentence. */
export const Consent = ({ termsUrl, privacyUrl, answer }: ConsentProps) => (
  <>
    {termsUrl === null ? (
      <>
        <input type="hidden" name="terms" value="on" />
        <p className="muted prose">
          By creating an account, you agree to show only things that really happened and to send
          only data that you have the right to use.
        </p>
      </>
    ) : (
      <CheckInput
        name="terms"
        label={
          <>
            I accept the <NewTabLink to={termsUrl}>terms of service</NewTabLink>
          </>
        }
        answer={answer}
      />
    )}
    {privacyUrl !== null && (
      <p className="muted prose">
        The <NewTabLink to={privacyUrl}>privacy policy</NewTabLink> explains how your data is used.
      </p>
    )}
  </>
)
