/** Refuses the methods that an address of the API does not take. */
import { Refusal } from '#app/lib/errors.ts'

/** @throws Refusal `method_not_allowed` naming those that are taken */
export function allowMethods(
  { method }: Pick<Request, 'method'>,
  methods: readonly string[],
): void {
  if (methods.includes(method)) return
  throw new Refusal('method_not_allowed', `Use ${methods.join(' or ')} here.`, { allow: methods })
}

/** The action of an address that is only read. */
export function readOnly({ request }: { request: Request }): null {
  allowMethods(request, ['GET', 'HEAD'])
  return null
}
