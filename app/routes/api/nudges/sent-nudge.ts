/** Parts of requests about nudges: the settings, and the revision that they expect. */
import { Refusal, type FieldErrors } from '#app/lib/errors.ts'
import { revisionOf, type EditedNudge } from '#app/domain/nudges/editing/load-nudge.server.ts'

/** Runs a change of settings, with the paths of the request's body in its errors. */
export async function atSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error
    throw new Refusal(error.code, error.message, { errors: placed(error.details.errors) })
  }
}

const placed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const isOutside = path === '' || path === 'type' || path === 'surface'
      return [isOutside ? path || 'type' : `settings.${path}`, messages]
    }),
  )

/**
 * Refuses a change of a nudge that has changed since the sender read it. Without If-Match nothing is
 * expected. https://www.rfc-editor.org/rfc/rfc9110#name-if-match
 */
export function expectedRevision(request: Request) {
  const header = request.headers.get('If-Match')
  if (header === null || header.trim() === '*') return undefined
  const revisions = header.split(',').map((one) => one.trim().replace(/^"(.*)"$/, '$1'))
  return (stored: EditedNudge): void => {
    if (revisions.includes(revisionOf(stored))) return
    throw new Refusal(
      'precondition_failed',
      'The nudge has changed since you read it. Read it again, and send your change with its new revision.',
    )
  }
}

/** Publishing and pausing take no fields. @throws Refusal `malformed` */
export async function requireNoBody(request: Request): Promise<void> {
  const text = (await request.text()).trim()
  if (text === '' || text === '{}') return
  throw new Refusal('malformed', 'This call takes no body.')
}
