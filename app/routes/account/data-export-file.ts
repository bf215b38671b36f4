/** Downloads the data that a link of ours is about, which was opened before. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { exportLinkCookie } from '#app/auth/short-cookies.server.ts'
import { exportPerson } from '#app/domain/lifecycle/export.server.ts'
import { consumeExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { teamExportStream } from '#app/domain/lifecycle/staff/team-export-stream.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const query = exportLinkCookie.read(services.config, request) ?? ''
  const link = await consumeExportLink(services, new URLSearchParams(query))
  if (!link) throw new Refusal('not_found', errorCatalog.notFound(new URL(request.url).pathname))
  if (link.team === null) {
    const file = JSON.stringify(await exportPerson(services, link.person), null, 2)
    return fileResponse(file, { name: 'account.json', type: 'application/json' })
  }
  return fileResponse(teamExportStream(services, link.team.scope), {
    name: 'organization.jsonl',
    type: 'application/jsonl',
  })
}

const fileResponse = (body: BodyInit, { name, type }: { name: string; type: string }) =>
  new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${productName.toLowerCase()}-${name}"`,
      'Cache-Control': 'no-store',
    },
  })
