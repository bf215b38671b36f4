/** Refuses unsupported methods. */
import { Refusal } from '#app/lib/errors.ts'

/** @throws Refusal `method_not_allowed` naming the supported methods */
export function allowMethods(
  { method }: Pick<Request, 'method'>,
  methods: readonly string[],
): void {
  if (methods.includes(method)) return
  throw new Refusal('method_not_allowed', `Use ${methods.join(' or ')} here.`, { allow: methods })
}

/** The action of a read-only URL. */
export function readOnly({ request }: { request: Request }): null {
  allowMethods(request, ['GET', 'HEAD'])
  return null
}
