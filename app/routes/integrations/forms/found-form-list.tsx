import type { PageForm } from '#app/presenters/integrations/page-forms.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { draftLink } from './form-draft.ts'

type FoundFormListProps = { forms: readonly PageForm[]; page: string }

/** Each leads to the form that adds it, filled in. */
export const FoundFormList = ({ forms, page }: FoundFormListProps) =>
  forms.length === 0 ? (
    <Empty kind="search" title="No form found on this page">
      Only forms with an email field count. A form that a script adds later can’t be found this way:
      describe it below.
    </Empty>
  ) : (
    <ul className="rows">
      {forms.map((form) => (
        <li key={`${form.label} ${form.selector ?? ''}`} className="rows__row break-anywhere">
          <span>
            <strong>{form.label}</strong>
            <br />
            <span className="muted small">{describe(form)}</span>
          </span>
          <Button url={linkOf(form, page)} accessibilityLabel={`Use ${form.label}`}>
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

function linkOf({ label, selector, emailField, nameFields }: PageForm, page: string): string {
  const path = new URL(page, 'https://site.invalid').pathname
  return draftLink({ name: label, page: path, selector, emailField, fields: nameFields, boxes: [] })
}
