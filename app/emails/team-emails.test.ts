import { expect, test } from 'vitest'
import { defuseLinks, invitationEmail } from './team-emails.ts'

test.each([
  ['Kettles & Co.', '“Kettles & Co.”'],
  ['St. Ives Pottery', '“St. Ives Pottery”'],
  ['win.example now', null],
  ['see https://win', null],
  ['write to me@win', null],
  ['WWW.win', null],
  [null, null],
])('for the name %s an email shows %s', (name, expected) => {
  expect(defuseLinks(name)).toBe(expected)
})

test('an email contains no part of a name with a link', () => {
  const names = { team: 'Free money: win.example/now', inviter: 'win.example' }

  const letter = invitationEmail({ ...names, link: 'http://footfall.test/auth/register' }, 7)

  expect(JSON.stringify(letter)).not.toContain('win.example')
  expect(letter.subject).toBe("You're invited to join an organization")
})
