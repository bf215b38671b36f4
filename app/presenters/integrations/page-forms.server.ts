/** Forms on one of the site's pages. The owner picks one instead of writing a selector. */
import { neverRead } from '#app/contract/forms.ts'
import { loadPage } from '#app/lib/web/load-page.server.ts'
import { readElements, type Attributes } from '#app/lib/markup/read-elements.ts'
import { shorten } from '#app/lib/storable-text.ts'
import { pageByPath } from '#app/domain/sites/site-url.ts'
import type { Services } from '#app/services.ts'

export type PageForm = {
  /** CSS. Null: nothing distinguishes it from the page's other forms. */
  selector: string | null
  /** The form's label on the page, or its number. */
  label: string
  emailField: string | null
  /** Names of fields that could hold a first name. */
  nameFields: string[]
  /** Names of fields that are never read, whatever a rule says. */
  neverRead: string[]
}

export type FoundForms = { ok: true; forms: PageForm[] } | { ok: false; error: string }

const limits = { maxBytes: 2_000_000, maxMillis: 8_000 }
const mostForms = 20
const mostFields = 40

/**
 * @param path of the page, below the site's own address
 * @throws Refusal `too_many`
 */
export async function findPageForms(
  { net, security: { rateLimits } }: Services,
  { siteUrl, path, account, address }: Asked,
): Promise<FoundForms> {
  const url = pageByPath(siteUrl, path)
  if (!url) {
    return { ok: false, error: 'Enter the path of a page of your site, for example /contact.' }
  }
  await rateLimits.consume('homePage', account, address)
  const { html } = await loadPage(net, url.href, limits)
  if (typeof html !== 'string') {
    return { ok: false, error: 'We couldn’t open this page. Check its address.' }
  }
  return { ok: true, forms: await readForms(html) }
}

type Asked = {
  siteUrl: string
  path: string
  /** Email address of the person. */
  account: string
  address: string
}

/** Forms with a field for an email address: others can’t be sign-ups. */
export async function readForms(html: string): Promise<PageForm[]> {
  const forms: { attributes: Attributes; inputs: Attributes[] }[] = []
  let open: (typeof forms)[number] | null = null
  await readElements(html, ['form', 'input'], {
    onElement(name, attributes) {
      if (name === 'form' && forms.length < mostForms) {
        open = { attributes, inputs: [] }
        forms.push(open)
      } else if (name === 'input' && open !== null && open.inputs.length < mostFields) {
        open.inputs.push(attributes)
      }
    },
    onClose(name) {
      if (name === 'form') open = null
    },
  })
  return forms.flatMap(({ attributes, inputs }, place) => {
    const email = inputs.find(isEmail)
    if (!email) return []
    const names = inputs.flatMap((input) => (isReadable(input) ? nameOf(input) : []))
    return [
      {
        selector: selectorOf(attributes),
        label: labelOf(attributes) ?? `Form ${String(place + 1)}`,
        emailField: nameOf(email)[0] ?? null,
        nameFields: names.filter((name) => /name|vorname|prenom|nombre|voornaam/i.test(name)),
        neverRead: inputs.filter((input) => !isReadable(input)).flatMap(nameOf),
      },
    ]
  })
}

const isEmail = (input: Attributes) =>
  isReadable(input) &&
  (input.get('type')?.toLowerCase() === 'email' || /e-?mail/i.test(input.get('name') ?? ''))

const unreadTypes = new Set(['password', 'hidden', 'file', 'submit', 'button', 'image', 'reset'])

const isReadable = (input: Attributes) =>
  !unreadTypes.has(input.get('type')?.toLowerCase() ?? 'text') &&
  !neverRead.test(`${input.get('name') ?? ''} ${input.get('autocomplete') ?? ''}`)

const nameOf = (input: Attributes): string[] => {
  const name = input.get('name')?.trim() ?? ''
  return name === '' || name.length > 100 ? [] : [name]
}

const isPlain = (value: string) => /^[A-Za-z][\w-]{0,80}$/.test(value)

function selectorOf(attributes: Attributes): string | null {
  const id = attributes.get('id') ?? ''
  if (isPlain(id)) return `#${id}`
  const name = attributes.get('name') ?? ''
  if (isPlain(name)) return `form[name="${name}"]`
  const first = (attributes.get('class') ?? '').split(/\s+/).find(isPlain)
  return first === undefined ? null : `form.${first}`
}

function labelOf(attributes: Attributes): string | null {
  const label = attributes.get('aria-label') ?? attributes.get('name') ?? attributes.get('id') ?? ''
  return label.trim() === '' ? null : shorten(label.trim(), 80)
}
