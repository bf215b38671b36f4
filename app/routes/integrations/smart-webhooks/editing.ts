/** Types and values that the parts of the editor share. */
import type { FieldErrors } from '#app/lib/errors.ts'
import type { MappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import type { PickerRow, SamplePicker } from '#app/presenters/smart-webhooks/sample-picker.ts'
import type { Choice } from '#app/presenters/smart-webhooks/words.ts'

export type Editing = {
  values: MappingValues
  change: (name: string, value: string) => void
  /** A field whose value can be chosen from the sample got the focus. */
  focus: (name: string) => void
  rows: readonly PickerRow[]
  lists: SamplePicker['lists']
  errors: FieldErrors
  /** Suggested values. Null: there are none. */
  suggested: MappingValues | null
  siteUrl: string
  zones: readonly string[]
  isDisabled: boolean
}

/** Sentences about a part of the form, whichever of its fields they are about. */
export const errorAt = (errors: FieldErrors, name: string): string | undefined => {
  const found = Object.entries(errors).filter(
    ([field]) => field === name || field.startsWith(`${name}.`),
  )
  return found.length === 0 ? undefined : [...new Set(found.flatMap(([, all]) => all))].join(' ')
}

export const isItemField = (name: string) => name.startsWith('set.item.')

/** The values of the sample that a field can have, and the one that it has. */
export function pathChoices({ rows, values }: Editing, name: string): Choice[] {
  const hasItems = Boolean(values['items'])
  const choices = rows.flatMap(({ path, label, value, isItem }) => {
    if (path === null) return []
    // Within the list of products, `@` is one of them.
    const isElsewhere = isItemField(name) ? hasItems && !isItem && path.startsWith('@') : isItem
    return isElsewhere ? [] : [{ value: path, label: value === '' ? label : `${label}: ${value}` }]
  })
  const known = new Set<string>()
  const unique = choices.filter(({ value }) => !known.has(value) && known.add(value))
  const chosen = values[name]
  if (chosen && chosen !== '$received' && !known.has(chosen)) {
    unique.push({ value: chosen, label: `${chosen} (not in this sample)` })
  }
  return unique
}
