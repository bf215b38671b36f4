/** Validates options. */
import type { z } from 'zod'
import { Refusal } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'
import type { OptionValues } from './command.ts'

/** @throws Refusal `invalid` whose message names each invalid option */
export function parseOptions<Shape extends z.ZodType>(
  shape: Shape,
  values: OptionValues,
): z.output<Shape> {
  const parsed = validateInput(shape, values)
  if (parsed.ok) return parsed.value

  const sentences = Object.entries(parsed.errors).map(
    ([option, messages]) => `--${wordOf(option.split('.', 1)[0] ?? '')}: ${messages.join(' ')}`,
  )
  throw new Refusal('invalid', sentences.join('\n'), { errors: parsed.errors })
}

/** `actionText` is entered as `action-text`. */
const wordOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
