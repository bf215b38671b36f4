/** Describes a form for the site's owner: how to find it, and names of fields. No values. */
import type { ListedForm } from '#app/contract/forms.ts'
import { plain } from '../json.ts'
import { mayRead } from './sensitive-fields.ts'

/** The contract's limits (app/contract/forms.ts), of which none is reached by a real form. */
const mostNames = 20
const aName = /^[^\p{Cc}\p{Cs}]{1,90}$/u

/** @param selector how to find it. Absent: by its id, name or class. */
export const describeForm = (
  form: HTMLFormElement,
  fields: readonly HTMLInputElement[],
  selector = findSelector(form),
): ListedForm => {
  const list = (types: RegExp) =>
    fields
      .filter((field) => aName.test(field.name) && mayRead(field, types))
      .map(({ name }) => name)
      .slice(0, mostNames)
      .join('\n')
  const name = ['aria-label', 'name', 'id']
    .map((attribute) => form.getAttribute(attribute)?.trim() ?? '')
    .find((text) => aName.test(text))
  return {
    ...plain,
    name: name?.slice(0, 80) ?? 'Form',
    selector,
    email: fields.find((field) => field.type === 'email' && mayRead(field))?.name || undefined,
    fields: list(/^text$/),
    boxes: list(/^checkbox$/),
  }
}

const findSelector = (form: HTMLFormElement) => {
  const [id, name] = ['id', 'name'].map((attribute) => form.getAttribute(attribute) ?? '')
  const className = [...form.classList].find(isPlain)
  if (isPlain(id)) return `#${id}`
  if (isPlain(name)) return `form[name="${name}"]`
  return className && `form.${className}`
}

const isPlain = (name = '') => /^[a-z][\w-]{0,80}$/i.test(name)
