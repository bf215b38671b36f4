import { useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { MappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import { verificationChoices } from '#app/presenters/smart-webhooks/words.ts'
import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Fold } from '#app/ui/folds/fold.tsx'
import { SecretInput } from '../secret-input.tsx'

type VerificationPartProps = { values: MappingValues; hasServiceSecret: boolean }

/** How deliveries prove who sent them. Without a script, all parts are there. */
export function VerificationPart({ values, hasServiceSecret }: VerificationPartProps) {
  const posted = useActionData<FormResponse | object>()
  const refused =
    posted && 'errors' in posted && posted.values['type'] !== undefined ? posted : undefined
  const [type, setType] = useState(refused?.values['type'] ?? values['type'] ?? 'none')
  const [timestamp, setTimestamp] = useState(values['timestamp'] ?? '')
  const isHydrated = useHydrated()
  const { hash } = useLocation()
  const isOf = (...types: string[]) => !isHydrated || types.includes(type)
  const isTimed = (...kinds: string[]) => isOf('hmac') && (!isHydrated || kinds.includes(timestamp))
  return (
    <Details
      isRow
      isOpen={refused !== undefined || hash === '#verification'}
      summary={
        <Fold
          id="verification"
          title="Verification"
          note={verificationChoices.find(({ value }) => value === values['type'])?.label}
        />
      }
    >
      <p className="part-lead">
        How a delivery proves that the other service sent it. Its manual says which way it uses.
        Deliveries without proof are refused.
      </p>
      <ActionForm action="Save verification" hidden={{ intent: 'verification' }}>
        {(given) => {
          const answer = given ?? refused
          const text = (name: string, label: string, helpText: string) => (
            <TextInput
              {...{ name, label, helpText, answer }}
              initial={values[name] ?? ''}
              autoComplete="off"
            />
          )
          return (
            <>
              <SelectInput
                name="type"
                label="Verified by"
                answer={answer}
                options={verificationChoices}
                initial={type}
                onChoose={setType}
              />
              {isOf('hmac', 'header') && (
                <>
                  {text('header', 'Name of the header', 'For example x-signature.')}
                  {text(
                    'prefix',
                    'Text before it in the header (optional)',
                    'For example sha256= or Bearer with a space.',
                  )}
                </>
              )}
              {isOf('hmac') && (
                <>
                  <SelectInput
                    name="algorithm"
                    label="Algorithm"
                    answer={answer}
                    options={['sha256', 'sha1', 'sha512'].map((one) => ({
                      value: one,
                      label: one.toUpperCase().replace('SHA', 'SHA-'),
                    }))}
                    initial={values['algorithm'] ?? 'sha256'}
                  />
                  <SelectInput
                    name="encoding"
                    label="Signature is written as"
                    answer={answer}
                    options={[
                      { value: 'hex', label: 'Hexadecimal' },
                      { value: 'base64', label: 'Base64' },
                    ]}
                    initial={values['encoding'] ?? 'hex'}
                  />
                  <SelectInput
                    name="timestamp"
                    label="Time of signing"
                    answer={answer}
                    options={[
                      { value: '', label: 'Not signed' },
                      { value: 'header', label: 'In a header of its own' },
                      { value: 'inside', label: 'In the signature’s header, as t=…,v1=…' },
                    ]}
                    initial={timestamp}
                    onChoose={setTimestamp}
                  />
                </>
              )}
              {isTimed('header') &&
                text('timestampHeader', 'Header with the time', 'For example x-timestamp.')}
              {isTimed('inside') && (
                <>
                  {text('key', 'Name of the time', 'For example t.')}
                  {text('signatureKey', 'Name of the signature', 'For example v1.')}
                </>
              )}
              {isTimed('header', 'inside') && (
                <SelectInput
                  name="separator"
                  label="Between time and content"
                  answer={answer}
                  options={[
                    { value: '.', label: 'A period' },
                    { value: ':', label: 'A colon' },
                  ]}
                  initial={values['separator'] ?? '.'}
                />
              )}
              {isOf('basic') && text('user', 'User name', '')}
              {isOf('hmac', 'header', 'basic', 'standard_webhooks') && (
                <SecretInput
                  name="secret"
                  label="Secret from the service (optional)"
                  answer={answer}
                  helpText="Leave blank to use the secret that is shown with the address."
                  placeholder=""
                  isSaved={hasServiceSecret}
                />
              )}
              {hasServiceSecret && (
                <CheckInput
                  name="clearSecret"
                  label="Forget the saved secret and use ours"
                  answer={answer}
                />
              )}
            </>
          )
        }}
      </ActionForm>
    </Details>
  )
}
