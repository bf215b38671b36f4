/** Forms of push nudges as the input that their schemas validate, with errors at the fields. */
import { refuseField, type FieldErrors } from '#app/lib/errors.ts'

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const textOrNull = (form: FormData, name: string): string | null => {
  const text = textIn(form, name).trim()
  return text === '' ? null : text
}

/**
 * The button that sent the form.
 *
 * @throws Refusal `invalid` for anything else
 */
export function intentIn<Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
): Intent {
  const found = intents.find((intent) => intent === form.get('intent'))
  if (found === undefined) throw refuseField('', 'Choose an action.')
  return found
}

/** One per line. */
const linesIn = (form: FormData, name: string): string[] =>
  textIn(form, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const checkedIn = (form: FormData, name: string): boolean => form.get(name) === 'on'

/** @param isShown as stored: a separate button changes it */
export const promptInputOf = (form: FormData, isShown: boolean) => ({
  isShown,
  title: textIn(form, 'title'),
  text: textIn(form, 'text'),
  accept: textIn(form, 'accept'),
  notNow: textIn(form, 'notNow'),
  pages: linesIn(form, 'pages'),
  views: textIn(form, 'views'),
  seconds: textIn(form, 'seconds'),
  days: textIn(form, 'days'),
  workerPath: textIn(form, 'workerPath'),
  isShared: checkedIn(form, 'isShared'),
})

export const deliveryInputOf = (form: FormData) => ({
  quietFrom: textIn(form, 'quietFrom'),
  quietUntil: textIn(form, 'quietUntil'),
  perDay: textIn(form, 'perDay'),
  perWeek: textIn(form, 'perWeek'),
  holdout: textIn(form, 'holdout'),
  extraServices: linesIn(form, 'extraServices'),
})

const contentOf = (form: FormData, texts: 'content' | 'contentB') => ({
  title: textIn(form, `${texts}.title`),
  body: textIn(form, `${texts}.body`),
  // Both texts of a split test open the same page.
  url: textIn(form, 'content.url'),
  image: textOrNull(form, 'content.image'),
})

export const campaignInputOf = (form: FormData) => ({
  name: textIn(form, 'name'),
  content: contentOf(form, 'content'),
  contentB: checkedIn(form, 'hasB') ? contentOf(form, 'contentB') : null,
  ...(checkedIn(form, 'hasB') ? { shareB: textIn(form, 'shareB') } : {}),
  audience: {
    pages: linesIn(form, 'audience.pages'),
    products: linesIn(form, 'audience.products'),
    countries: textIn(form, 'audience.countries')
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== ''),
    sinceDays: textOrNull(form, 'audience.sinceDays'),
    notSinceDays: textOrNull(form, 'audience.notSinceDays'),
  },
  sendAt: textOrNull(form, 'sendAt'),
  hours: textIn(form, 'hours'),
})

type StoredAutomation = { isOn: boolean; waitHours: number }

/** @param stored what the form doesn't change */
export const automationInputOf = (form: FormData, { isOn, waitHours }: StoredAutomation) => ({
  isOn,
  content: contentOf(form, 'content'),
  waitHours,
})

/** Fields with one entry per line, whose errors name a line. */
const lists = [
  ...['pages', 'extraServices'],
  ...['audience.pages', 'audience.products', 'audience.countries'],
]

/** Errors by field: a line’s error belongs to its list, and what text B shares is reported once. */
export function fieldErrorsOf(errors: FieldErrors): FieldErrors {
  const found = new Map<string, string[]>()
  for (const [path, sentences] of Object.entries(errors)) {
    const list = lists.find((name) => path.startsWith(`${name}.`))
    const field = (list ?? path).replace(/^contentB\.(url|image)$/, 'content.$1')
    const known = found.get(field) ?? []
    found.set(field, [...known, ...sentences.filter((sentence) => !known.includes(sentence))])
  }
  return Object.fromEntries(found)
}

/** Every text of the form, to be shown again. */
export const typedTexts = (form: FormData): Record<string, string> => {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    typed[name] = typed[name] === undefined ? value : `${typed[name]} ${value}`
  }
  return typed
}
