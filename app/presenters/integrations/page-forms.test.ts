import { expect, test } from 'vitest'
import { readForms } from './page-forms.server.ts'

test('lists forms with an email field, with a unique selector where there is one', async () => {
  const forms = await readForms(`
    <form id="search"><input name="q"></form>
    <form id="newsletter" aria-label="Newsletter">
      <input name="FNAME"><input type="email" name="EMAIL">
      <input type="hidden" name="csrf"><input name="card_number">
    </form>
    <input type="email" name="outside">
    <form class="2col contact-form"><input type="text" name="your-email"></form>
    <form><input type="email"></form>`)

  expect(forms).toEqual([
    {
      selector: '#newsletter',
      label: 'Newsletter',
      emailField: 'EMAIL',
      nameFields: ['FNAME'],
      neverRead: ['csrf', 'card_number'],
    },
    {
      selector: 'form.contact-form',
      label: 'Form 3',
      emailField: 'your-email',
      nameFields: [],
      neverRead: [],
    },
    { selector: null, label: 'Form 4', emailField: null, nameFields: [], neverRead: [] },
  ])
})

test('an email field that is hidden or looks like a secret makes no sign-up form', async () => {
  expect(
    await readForms(
      '<form><input type="hidden" name="email"></form><form><input name="email_token"></form>',
    ),
  ).toEqual([])
})

test('a hostile page takes no more than its bounds', async () => {
  const forms = await readForms('<form><input type="email" name="e">'.repeat(5_000))

  expect(forms).toHaveLength(20)
})
