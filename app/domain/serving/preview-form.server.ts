/**
 * A form that its owner points at on the site's own page: a link that opens the page for it, what
 * the page sends back, and what the screen of forms receives. It becomes a rule only when the owner
 * adds it (docs/threats.md T47).
 */
import { and, eq, gt } from 'drizzle-orm'
import { pointedForm, type PointedForm } from '#app/contract/forms.ts'
import { previewTabs } from '#app/db/schema/serving.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import {
  checkOpening,
  closed,
  createLink,
  fingerprintPointing,
  type Opening,
} from './preview-link.server.ts'
import { findTypedPage, keepSuggestion, personOf, type PlaceLink } from './preview-place.server.ts'

/**
 * @param page a path or URL that the owner typed; empty for the most visited page
 * @throws Refusal `invalid` when the page is on another site
 */
export async function createFormLink(
  services: Services,
  site: SiteScope,
  { userId, page }: { userId: number; page: string },
): Promise<PlaceLink> {
  const made = await createLink(services, site, {
    subject: { kind: 'form', person: personOf(services, userId) },
    page: await findTypedPage(services, site, page),
  })
  return { link: made.href, id: made.link, expires: made.expires }
}

/**
 * Keeps the form that the tab of a link suggests, until the link expires.
 *
 * @param body as the page sends it
 * @throws Refusal `forbidden` for every invalid link, `invalid` for anything but a form, `too_many`
 *   when the link has suggested too often
 */
export async function suggestForm(
  services: Services,
  opening: Opening,
  body: unknown,
): Promise<void> {
  const { link, subject } = await checkOpening(services, opening)
  if (subject.kind !== 'form') throw closed()
  const read = pointedForm.safeParse(body)
  if (!read.success) throw new Refusal('invalid', 'This is not a form on a page.')
  if (!(await keepSuggestion(services, link, { form: read.data.form }))) {
    throw new Refusal('too_many', 'This link was used too often. Point at the form again.', {
      retryAfterSeconds: 60,
    })
  }
}

export type FormState = {
  /** The page has opened the link, which hasn't expired. */
  isOpen: boolean
  form: PointedForm | null
}

/** For the person who made the link; as if no one had opened it for everyone else. */
export async function readPointedForm(
  services: Services,
  site: SiteScope,
  { userId, link }: { userId: number; link: string },
): Promise<FormState> {
  const person = personOf(services, userId)
  const [row] = await services.db.system
    .select({ form: previewTabs.form })
    .from(previewTabs)
    .where(
      and(
        eq(previewTabs.link, link),
        eq(previewTabs.pointsFor, fingerprintPointing(services, site, { kind: 'form', person })),
        gt(previewTabs.expiresAt, services.now()),
      ),
    )
  return { isOpen: row !== undefined, form: row?.form ?? null }
}
