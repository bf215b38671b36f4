/** Downloads the data that a link of ours is about. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { exportPerson } from '#app/domain/lifecycle/export.server.ts'
import { readExportLink } from '#app/domain/lifecycle/staff/export-link.server.ts'
import { teamExportStream } from '#app/domain/lifecycle/staff/team-export-stream.server.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const link = await readExportLink(services, searchParams)
  if (!link) throw new Refusal('not_found', errorCatalog.notFound(pathname))
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
