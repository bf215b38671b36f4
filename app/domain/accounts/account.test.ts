import { expect, test } from 'vitest'
import { validateInput } from '#app/lib/web/forms.ts'
import { loginInput, registerInput } from './account.ts'

const complete = {
  name: 'Ann',
  email: ' Ann@Shop.Example ',
  password: 'correct horse battery',
  terms: 'on',
}

test('a complete form is accepted, the address in lower case and without spaces', () => {
  const result = validateInput(registerInput, complete)

  expect(result).toMatchObject({ ok: true, value: { email: 'ann@shop.example' } })
})

test.each([
  ['terms', undefined, 'Accept the terms of service to create an account.'],
  ['terms', 'off', 'Accept the terms of service to create an account.'],
  ['name', '  ', 'Enter your name.'],
  ['email', 'ann', 'Enter an email address, for example name@shop.com.'],
  ['password', 'short', 'Use at least 8 characters.'],
])('%s = %s is answered at its field', (field, value, sentence) => {
  const result = validateInput(registerInput, { ...complete, [field]: value })

  expect(result).toEqual({ ok: false, errors: { [field]: [sentence] } })
})

test('extra fields in a registration don’t make the person an admin', () => {
  const result = validateInput(registerInput, { ...complete, admin: 'true', isAdmin: 'true' })

  expect(result.ok && Object.keys(result.value).sort()).toEqual([
    'email',
    'name',
    'password',
    'terms',
  ])
})

test('a password of 64 characters and more can log in', () => {
  const result = validateInput(loginInput, { email: 'ann@shop.example', password: 'p'.repeat(100) })

  expect(result.ok).toBe(true)
})
