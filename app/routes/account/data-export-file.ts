/** Downloads the data that a link of ours is about, which was opened before. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { exportLinkCookie } from '#app/auth/short-cookies.server.ts'
import { exportPerson } from '#app/domain/lifecycle/export.server.ts'
import {
  consumeExportLink,
  readExportLink,
  restoreExportLink,
} from '#app/domain/lifecycle/staff/export-link.server.ts'
import { teamExportStream } from '#app/domain/lifecycle/staff/team-export-stream.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { readFormData } from '#app/lib/web/forms.ts'
import { goneTitle, linkField, notKeptText } from './data-export-words.ts'

export function loader(): never {
  throw new Refusal('method_not_allowed', 'Use POST here.', { allow: ['POST'] })
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const query = exportLinkCookie.read(services.config, request) ?? ''
  const link = await readExportLink(services, new URLSearchParams(query))
  if (!link) throw goneLink()
  const form = await readFormData(request)
  // The browser keeps one link, and the page can be of one that was opened before.
  if (form.get(linkField) !== link.about) throw new Refusal('conflict', otherLinkText)

  if (link.team === null) {
    // Counted once it's complete.
    const file = JSON.stringify(await exportPerson(services, link.person), null, 2)
    if (!(await consumeExportLink(services, link))) throw goneLink()
    return fileResponse(file, { name: 'account.json', type: 'application/json' })
  }
  if (!(await consumeExportLink(services, link))) throw goneLink()
  const giveBack = () => restoreExportLink(services, link)
  return fileResponse(teamExportStream(services, link.team.scope, giveBack), {
    name: 'organization.jsonl',
    type: 'application/jsonl',
  })
}

const goneLink = () => new Refusal('not_found', `${goneTitle}. ${notKeptText}`)

const otherLinkText =
  'You’ve opened another link to data in this browser since. Open this one from the email again.'

const fileResponse = (body: BodyInit, { name, type }: { name: string; type: string }) =>
  new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${productName.toLowerCase()}-${name}"`,
      'Cache-Control': 'no-store',
    },
  })
