import { expect, test } from 'vitest'
import { describeDays, labelDays } from './day-text.ts'

const [winter, summer] = [new Date('2026-01-15T12:00Z'), new Date('2026-07-15T12:00Z')]

test.each([
  ['UTC', winter, 'UTC', 'All days are in UTC.'],
  [
    'America/New_York',
    winter,
    'America/New York',
    'All days are in the time zone America/New York.',
  ],
  [
    'Asia/Kolkata',
    winter,
    'Asia/Kolkata, from 12:30 AM',
    'All days are in the time zone Asia/Kolkata and start at 12:30 AM, because numbers are kept by whole hours (UTC).',
  ],
  // Half an hour off in the southern winter alone.
  [
    'Australia/Lord_Howe',
    winter,
    'Australia/Lord Howe',
    'All days are in the time zone Australia/Lord Howe.',
  ],
  [
    'Australia/Lord_Howe',
    summer,
    'Australia/Lord Howe, from 12:30 AM',
    'All days are in the time zone Australia/Lord Howe and start at 12:30 AM, because numbers are kept by whole hours (UTC).',
  ],
])('days in %s at %s are labeled %s', (timeZone, at, label, sentence) => {
  expect(labelDays(timeZone, at)).toBe(label)
  expect(describeDays(timeZone, at)).toBe(sentence)
})
