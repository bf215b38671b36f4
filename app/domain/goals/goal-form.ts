/** Form schema of a goal. */
import { z } from 'zod'
import { goalInput, type GoalInput } from '#app/contract/goals.ts'
import type { FieldErrors } from '#app/lib/errors.ts'
import { validateInput, type FormResult } from '#app/lib/web/forms.ts'

/** All fields are text, and some belong to other kinds. The contract validates their values. */
const typedGoal = z.object({
  kind: z.string().default(''),
  name: z.string().default(''),
  match: z.string().default('starts_with'),
  pattern: z.string().default(''),
  selector: z.string().default(''),
  /** Whether the goal's own value overrides the order's. */
  worth: z.string().default('told'),
  value: z.string().default(''),
  currency: z.string().default(''),
  unique: z.string().default('visitor'),
  isActive: z.string().optional(),
})
type TypedGoal = z.output<typeof typedGoal>

/** Fields to show again after a refusal. */
export const goalFieldNames = Object.keys(typedGoal.shape)

/** The API's rules, with messages for the form's fields. */
export function validateGoal(typed: unknown): FormResult<GoalInput> {
  const read = validateInput(typedGoal, typed)
  if (!read.ok) return read
  const validated = validateInput(goalInput, inputOf(read.value))
  return validated.ok ? validated : { ok: false, errors: asked(validated.errors) }
}

/** Rewords messages: programs send, people enter. */
const asked = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [
      field,
      sentences.map((sentence) => sentence.replace(/^Send /, 'Enter ')),
    ]),
  )

function inputOf(typed: TypedGoal): object {
  const { kind, name, match, pattern, selector, worth, value, currency, unique, isActive } = typed
  const isFixed = worth === 'fixed'
  return {
    kind,
    name,
    // The form has the fields of all kinds.
    ...(kind === 'url' ? { match, pattern } : {}),
    ...(kind === 'click' || kind === 'form' ? { selector } : {}),
    value: isFixed ? amountOf(value) : null,
    currency: isFixed ? currency.trim() : null,
    is_repeatable: unique === 'every',
    is_active: isActive === 'on',
  }
}

/** Accepts a decimal comma. The contract refuses anything that isn't a number. */
const amountOf = (text: string) =>
  text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
