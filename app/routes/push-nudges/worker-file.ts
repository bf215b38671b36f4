/** The worker file of a site that has no service worker yet, to upload. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSite } from '#app/auth/guards.server.ts'
import { workerFile } from '#app/domain/push/worker/worker-place.ts'

export async function loader(args: LoaderFunctionArgs) {
  await requireSite(args)
  return new Response(workerFile(args.context.services.config.appUrl), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Disposition': 'attachment; filename="footfall-push.js"',
      'Cache-Control': 'no-store',
    },
  })
}
