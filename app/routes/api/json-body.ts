/** The only way the API reads a body. */
import type { z } from 'zod'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { validateInput } from '#app/lib/web/forms.ts'

/** @throws Refusal `unsupported_media_type`; `malformed` unless it is JSON in UTF-8 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new Refusal(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    )
  }
  const bytes = await request.arrayBuffer()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw new Refusal('malformed', 'The body isn’t valid UTF-8 JSON.')
  }
}

/** @throws Refusal as `readJsonBody`, or `invalid` with a message per invalid field */
export async function readJsonInput<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<z.output<Shape>> {
  const validated = validateInput(shape, await readJsonBody(request))
  if (validated.ok) return validated.value
  throw refuseFields(validated.errors)
}
