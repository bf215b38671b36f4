/**
 * Data that the palette finds and the screens around it don't know. Loaded when the palette opens.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccountContext } from '#app/auth/guards.server.ts'
import { listNudgeNames } from '#app/domain/nudges/nudges.server.ts'
import type { PaletteData } from '#app/platforms/palette/palette-data.ts'

export async function loader(args: LoaderFunctionArgs) {
  // The palette leads to other screens, also where a person has no site.
  const { siteContext } = await requireAccountContext(args)
  const data: PaletteData = siteContext
    ? {
        nudges: await listNudgeNames(args.context.services, siteContext.scope),
        isPaused: siteContext.site.pausedAt !== null,
      }
    : { nudges: [], isPaused: false }
  return Response.json(data, { headers: { 'Cache-Control': 'no-store' } })
}
