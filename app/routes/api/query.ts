/** The only way the API reads a query. */
import type { z } from 'zod'
import { emptyQuery } from '#app/contract/activities.ts'
import { refuseFields } from '#app/lib/errors.ts'
import { validateEnvelope } from '#app/lib/web/forms.ts'

/**
 * Reads the parameters of a URL. An unknown or repeated one is refused: a client that pages with an
 * ignored parameter would read the first page for ever.
 *
 * @throws Refusal `invalid` with a message per parameter
 */
export function readQuery<Shape extends z.ZodType>(
  { url }: Pick<Request, 'url'>,
  shape: Shape,
): z.output<Shape> {
  const parameters = new URL(url).searchParams
  const repeated = [...parameters.keys()].filter((name, at, all) => all.indexOf(name) !== at)
  const validated = validateEnvelope(shape, Object.fromEntries(parameters))
  if (validated.ok && repeated.length === 0) return validated.value
  throw refuseFields({
    ...Object.fromEntries(repeated.map((name) => [name, ['Use this parameter once.']])),
    ...(validated.ok ? {} : validated.errors),
  })
}

/** For URLs without parameters. @throws Refusal `invalid` when there are some */
export const refuseQuery = (request: Pick<Request, 'url'>): void => {
  readQuery(request, emptyQuery)
}

type Bounds = { from?: string | undefined; to?: string | undefined }

/** The bounds of a list as times. */
export const toDates = <Wanted extends Bounds>({ from, to, ...wanted }: Wanted) => ({
  ...wanted,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})
