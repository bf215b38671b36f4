/** Judges what was typed. */
import type { z } from 'zod'
import { Refusal } from '#app/lib/errors.ts'
import { judge } from '#app/lib/web/forms.ts'
import type { OptionValues } from './command.ts'

/** @throws Refusal `invalid` whose message names each wrong option */
export function judgeOptions<Shape extends z.ZodType>(
  shape: Shape,
  values: OptionValues,
): z.output<Shape> {
  const judged = judge(shape, values)
  if (judged.ok) return judged.value

  const sentences = Object.entries(judged.errors).map(
    ([option, said]) => `--${wordOf(option.split('.', 1)[0] ?? '')}: ${said.join(' ')}`,
  )
  throw new Refusal('invalid', sentences.join('\n'), { errors: judged.errors })
}

/** `actionText` is typed `action-text`. */
const wordOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
