import type { ActionFunctionArgs } from '@remix-run/node'
import type { Services } from '#app/services.ts'

/** For guards within a write: they read in its transaction, as another one would wait for its end. */
export const joined = (args: ActionFunctionArgs, services: Services): ActionFunctionArgs => ({
  ...args,
  context: { ...args.context, services },
})
