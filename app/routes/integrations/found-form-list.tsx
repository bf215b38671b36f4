import { Button } from '@shopify/polaris'
import type { PageForm } from '#app/presenters/integrations/page-forms.server.ts'
import { Empty } from '#app/ui/empty.tsx'

type FoundFormListProps = { forms: readonly PageForm[]; page: string }

/** Each leads to the form that adds it, filled in. */
export const FoundFormList = ({ forms, page }: FoundFormListProps) =>
  forms.length === 0 ? (
    <Empty kind="search" title="No form found on this page">
      Only forms with an email field count. A form that a script adds later can’t be found this way:
      describe it below.
    </Empty>
  ) : (
    <ul className="log-list">
      {forms.map((form) => (
        <li key={`${form.label} ${form.selector ?? ''}`}>
          <span>
            <strong>{form.label}</strong>
            <br />
            <span className="health-note">{describe(form)}</span>
          </span>
          <Button url={draftLink(form, page)} accessibilityLabel={`Use ${form.label}`}>
            Use
          </Button>
        </li>
      ))}
    </ul>
  )

function describe({ emailField, nameFields, neverRead }: PageForm): string {
  const read = [emailField ?? 'its email field', ...nameFields]
  const never = neverRead.length === 0 ? '' : ` Never read: ${neverRead.join(', ')}.`
  return `Can be read: ${read.join(', ')}.${never}`
}

function draftLink({ label, selector, emailField, nameFields }: PageForm, page: string): string {
  const path = new URL(page, 'https://site.invalid').pathname
  const fields = {
    look: page,
    name: label,
    page: path,
    selector: selector ?? '',
    emailField: emailField ?? '',
    firstNameField: nameFields[0] ?? '',
  }
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))
  return `/integrations/form_submissions?${query.toString()}`
}
