/** A goal as a form sends it. */
import { z } from 'zod'
import { goalInput, type GoalInput } from '#app/contract/goals.ts'
import type { FieldErrors } from '#app/lib/errors.ts'
import { validateInput, type FormResult } from '#app/lib/web/forms.ts'

/** Every field is text, and some stand there for other kinds. What they say is judged by the contract. */
const typedGoal = z.object({
  kind: z.string().default(''),
  name: z.string().default(''),
  match: z.string().default('starts_with'),
  pattern: z.string().default(''),
  selector: z.string().default(''),
  /** Whether a value of the goal's own goes before what an order tells. */
  worth: z.string().default('told'),
  value: z.string().default(''),
  currency: z.string().default(''),
  unique: z.string().default('visitor'),
  isActive: z.string().optional(),
})
export type TypedGoal = z.output<typeof typedGoal>

/** What is typed again after a refusal. */
export const goalFieldNames = Object.keys(typedGoal.shape)

/** The same rules as the API's, with the sentences at the fields of the form. */
export function validateGoal(typed: unknown): FormResult<GoalInput> {
  const read = validateInput(typedGoal, typed)
  if (!read.ok) return read
  const validated = validateInput(goalInput, inputOf(read.value))
  return validated.ok ? validated : { ok: false, errors: asked(validated.errors) }
}

/** Programs send, people enter. */
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
    ...{ match, pattern, selector },
    value: isFixed ? amountOf(value) : null,
    currency: isFixed ? currency.trim() : null,
    is_repeatable: unique === 'every',
    is_active: isActive === 'on',
  }
}

/** A comma is how many people write the decimals. What is no number is refused by the contract. */
const amountOf = (text: string) =>
  text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'))
