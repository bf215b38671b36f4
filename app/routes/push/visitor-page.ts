/**
 * `/push/{token}`: what a shop's visitor gets by push messages, and why. The token of a message or of a subscription is
 * all that the page needs: no login, no cookie, no script. Opening it changes nothing, because programs
 * open links ahead of people.
 */
import { createHash } from 'node:crypto'
import { createElement, type ReactElement } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { pushKinds } from '#app/contract/push.ts'
import {
  changeByToken,
  readManagePage,
  unsubscribeByToken,
  type ManagePage,
} from '#app/domain/push/manage-page.server.ts'
import { languageOfTag } from '#app/domain/wording/language-of-tag.ts'
import { Refusal } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/web/forms.ts'
import {
  ExpiredDocument,
  PreferencesDocument,
  StoppedDocument,
  visitorFields,
  visitorStyle,
} from './visitor-document.tsx'

/** Nothing but the page's one style and its forms. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(visitorStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const change = z.discriminatedUnion(visitorFields.do, [
  z.object({
    do: z.literal('save'),
    // A box that isn't checked isn't sent.
    kind: z.array(z.enum(pushKinds)).max(pushKinds.length).default([]),
  }),
  z.object({ do: z.literal('stop') }),
])

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** The page, or a response for a link that leads nowhere. */
async function requireSubscriber({ request, params, context }: Args): Promise<ManagePage> {
  const page = await readManagePage(context.services, params.token ?? '')
  if (page) return page
  const language = languageOfTag(request.headers.get('accept-language') ?? '') ?? 'en'
  throw respond(createElement(ExpiredDocument, { language }), 404)
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await requireSubscriber(args)
  return respond(createElement(PreferencesDocument, { page, isSaved: false }))
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const before = await requireSubscriber(args)
  const read = await readForm(request, change, [visitorFields.kind])
  if (!read.ok) throw new Refusal('invalid', 'Open the page again, and use its buttons.')
  const { services } = context
  const token = params.token ?? ''
  if (read.value.do === 'stop') await unsubscribeByToken(services, token)
  else await changeByToken(services, token, read.value.kind)
  const page = await readManagePage(services, token)
  return respond(
    page
      ? createElement(PreferencesDocument, { page, isSaved: true })
      : createElement(StoppedDocument, { site: before.site }),
  )
}

function respond(document: ReactElement, status = 200): Response {
  return new Response(`<!doctype html>${renderToStaticMarkup(document)}`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
