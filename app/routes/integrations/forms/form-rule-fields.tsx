import { Details } from '#app/ui/details.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { CheckInput, TextInput } from '#app/ui/forms/fields.tsx'

export const ruleFields = [
  'name',
  'page',
  'selector',
  'emailField',
  'firstNameField',
  'consentField',
  'thankYouPage',
  'asksConsent',
] as const

/** A rule that isn't added yet. */
export type FormDraft = Readonly<
  Record<'name' | 'page' | 'selector' | 'emailField' | 'firstNameField' | 'consentField', string>
> & {
  /** Names of the form's text fields and checkboxes, as far as they are known. */
  fields: readonly string[]
  boxes: readonly string[]
}

const folded = ['selector', 'emailField', 'firstNameField', 'consentField'] as const

type FormRuleFieldsProps = {
  /** Taken from a form that was found; otherwise empty. */
  draft: FormDraft
}

/** The form that adds a rule. */
export const FormRuleFields = ({ draft }: FormRuleFieldsProps) => (
  <ActionForm action="Add form" tone="primary" hidden={{ intent: 'add' }} clears>
    {(answer) => (
      <>
        <TextInput
          name="name"
          label="Name"
          helpText="For your list of forms, for example Newsletter."
          autoComplete="off"
          answer={answer}
          initial={draft.name}
        />
        <TextInput
          name="page"
          label="Path of the page (optional)"
          helpText="For example /contact. Leave blank for every page except the checkout."
          autoComplete="off"
          answer={answer}
          initial={draft.page}
        />
        <Details
          summary="Fields and selector (optional)"
          isOpen={folded.some((field) => answer?.errors[field] !== undefined)}
        >
          <div className="form">
            <TextInput
              name="selector"
              label="CSS selector"
              helpText="Leave blank for every form that has an email field."
              autoComplete="off"
              answer={answer}
              initial={draft.selector}
            />
            <TextInput
              name="emailField"
              label="Name of the email field"
              helpText="Leave blank for the first field of type email."
              autoComplete="off"
              answer={answer}
              initial={draft.emailField}
            />
            <TextInput
              name="firstNameField"
              label="Name of the first name field"
              helpText={`Only a field for first names alone: in one for whole names, a single word can be a last name. Leave blank to keep sign-ups from this form anonymous.${listNames('Its text fields', draft.fields)}`}
              autoComplete="off"
              answer={answer}
              initial={draft.firstNameField}
            />
            <TextInput
              name="consentField"
              label="Name of the consent checkbox"
              helpText={`Only visitors who tick it become sign-ups.${listNames('Its checkboxes', draft.boxes)}`}
              autoComplete="off"
              answer={answer}
              initial={draft.consentField}
            />
          </div>
        </Details>
        <TextInput
          name="thankYouPage"
          label="Thank-you page (optional)"
          helpText="For example /thank-you. The sign-up counts once this page opens, and always needs consent."
          autoComplete="off"
          answer={answer}
        />
        <CheckInput
          name="asksConsent"
          label="Read it only after the visitor consents"
          helpText="Your consent manager or your page reports consent. When off, the form is read until a visitor refuses."
          answer={answer}
          isInitiallyChecked
        />
      </>
    )}
  </ActionForm>
)

const listNames = (label: string, names: readonly string[]) =>
  names.length === 0 ? '' : ` ${label}: ${names.join(', ')}.`
