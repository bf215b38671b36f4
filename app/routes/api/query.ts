/** The only way the API reads a query. */
import type { z } from 'zod'
import { refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'

/** Ignores unknown parameters; of repeated ones the last counts. @throws Refusal `invalid` */
export function readQuery<Shape extends z.ZodType>(
  { url }: Pick<Request, 'url'>,
  shape: Shape,
): z.output<Shape> {
  const validated = validateInput(shape, Object.fromEntries(new URL(url).searchParams))
  if (validated.ok) return validated.value
  throw refuseFields(validated.errors)
}

type Bounds = { from?: string | undefined; to?: string | undefined }

/** The bounds of a list as times. */
export const toDates = <Wanted extends Bounds>({ from, to, ...wanted }: Wanted) => ({
  ...wanted,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})
