/** The terms that someone accepts to create an account: the operator's by a link, or the built-in ones. */
import { builtInTerms } from '#app/domain/accounts/terms.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { NewTabLink } from '#app/ui/links/new-tab-link.tsx'

type ConsentProps = {
  /** Null: the operator publishes none. */
  termsUrl: string | null
  privacyUrl: string | null
  answer: FormResponse | undefined
}

export const Consent = ({ termsUrl, privacyUrl, answer }: ConsentProps) => (
  <>
    <CheckInput
      name="terms"
      label={
        <>
          I accept the{' '}
          {termsUrl === null ? (
            'terms of service'
          ) : (
            <NewTabLink to={termsUrl}>terms of service</NewTabLink>
          )}
        </>
      }
      {...(termsUrl === null ? { helpText: builtInTerms.text } : {})}
      answer={answer}
    />
    {privacyUrl !== null && (
      <p className="muted prose">
        The <NewTabLink to={privacyUrl}>privacy policy</NewTabLink> explains how your data is used.
      </p>
    )}
  </>
)
