import { expect, test } from 'vitest'
import { sensitiveFields as ofThePixel } from '#app/pixel/forms/sensitive-fields.ts'
import { formRuleInput, neverRead } from './forms.ts'

test('the pixel and the owner’s screens know the same list', () => {
  expect(ofThePixel.source).toBe(neverRead.source)
  expect(ofThePixel.flags).toBe(neverRead.flags)
})

test('a rule with a name alone is for each form with a field for an address, and asks first', () => {
  expect(formRuleInput.parse({ name: ' Newsletter ' })).toEqual({
    name: 'Newsletter',
    pages: { pages: [], notPages: [], kinds: [] },
    selector: null,
    emailField: null,
    firstNameField: null,
    consentField: null,
    thankYouPage: null,
    asksConsent: true,
    isActive: true,
  })
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a field that is never read', { name: 'A', firstNameField: 'card_holder' }, 'firstNameField'],
  ['an address in such a field', { name: 'A', emailField: 'UserPassword' }, 'emailField'],
  ['one field for both', { name: 'A', emailField: 'a', firstNameField: 'a' }, 'firstNameField'],
  ['an empty selector', { name: 'A', selector: '' }, 'selector'],
  [
    'a page of no address',
    { name: 'A', pages: { pages: [{ match: 'exact', value: '' }] } },
    'pages',
  ],
  [
    'a way to compare of its own',
    { name: 'A', pages: { pages: [{ match: 'regex', value: 'a' }] } },
    'pages',
  ],
  ['half a character', { name: '\ud83d' }, 'name'],
])('a rule with %s is refused at its field, in a sentence', (_case, input, field) => {
  const { error } = formRuleInput.safeParse(input)

  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  expect(error?.issues[0]?.message).toMatch(/^[A-Z].+\.$/)
})
