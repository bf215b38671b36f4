/**
 * Data that the palette finds and the screens around it don't know: names, loaded when it opens, and with `text`
 * what the typed text finds in orders, products, members and invoices.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccountContext, type SiteContext } from '#app/auth/guards.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { listNudgeNames } from '#app/domain/nudges/nudges.server.ts'
import { listIntegrationNames } from '#app/presenters/integrations/integration-list.server.ts'
import { searchData } from '#app/presenters/palette/search.server.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import type { PaletteData, PaletteFound } from '#app/platforms/palette/palette-data.ts'

/** Longer than the field takes. */
const maxLetters = 80

const nothing: PaletteData = { nudges: [], integrations: [], isPaused: false }

export async function loader(args: LoaderFunctionArgs) {
  // The palette leads to other screens, also where a person has no site.
  const { siteContext } = await requireAccountContext(args)
  const text = new URL(args.request.url).searchParams.get('text')?.slice(0, maxLetters)
  const context = siteContext && mayDo(siteContext.team.role, 'site:view') ? siteContext : null
  const data = text === undefined ? await readNames(args, context) : await find(args, context, text)
  return Response.json(data, { headers: { 'Cache-Control': 'no-store' } })
}

async function readNames(
  { context: { services, platform } }: LoaderFunctionArgs,
  context: SiteContext | null,
): Promise<PaletteData> {
  if (!context) return nothing
  return {
    nudges: await listNudgeNames(services, context.scope),
    integrations: listIntegrationNames(services).filter(({ label }) =>
      isNamedOn(platform.name, label),
    ),
    isPaused: context.site.pausedAt !== null,
  }
}

async function find(
  { context: { services } }: LoaderFunctionArgs,
  context: SiteContext | null,
  text: string,
): Promise<PaletteFound> {
  if (!context) return { text, found: [] }
  const { team, scope: site } = context
  return { text, found: await searchData(services, { team, site, text }) }
}
