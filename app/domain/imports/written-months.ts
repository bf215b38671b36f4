/** Names of months in the languages of shops, and dates that are written with them. */

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl']

/** Abbreviations that CLDR doesn't have: German and French exports write them. */
const others: Readonly<Record<string, number>> = { sept: 9, mrz: 3, marz: 3, jan: 1, juil: 7 }

let months: ReadonlyMap<string, number> | undefined

/** @param name long or short, in any case, with or without accents. Undefined: it is no month's name */
function monthOfName(name: string): number | undefined {
  months ??= new Map([
    ...Object.entries(others),
    ...languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((style) => {
        const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
        return Array.from(
          { length: 12 },
          (_, month) => [monthKey(format.format(Date.UTC(2026, month, 15))), month + 1] as const,
        )
      }),
    ),
  ])
  return months.get(monthKey(name))
}

const monthKey = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase()

/** "31. Dezember 2025", "31 de diciembre de 2025", "31-Dec-25", "Wed, 31 Dec 2025". */
const dayFirst =
  /^(?:\p{L}{2,12}\.?,? )?(\d{1,2})(?:\.|er|st|nd|rd|th)?[ -](?:de )?(\p{L}{3,10})\.?,?[ -](?:de )?(\d{4}|\d{2})\b,?/u

/** "Dec 31, 2025", "Wed Dec 31 2025", "December 31st, 2025". */
const monthFirst =
  /^(?:\p{L}{2,12}\.?,? )?(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b,?/u

/** With the date as 2025-12-31; as it is if it isn't written like that. @param text trimmed */
export function withMonthNumber(text: string): string {
  const plain = text.replaceAll(/\s+/gu, ' ')
  const first = dayFirst.exec(plain)
  const [whole = '', day = '', name = '', year = ''] = first ?? []
  if (first) return numbered(plain, { whole, day, name, year }) ?? text
  const second = monthFirst.exec(plain)
  if (!second) return text
  const [all = '', month = '', monthDay = '', fullYear = ''] = second
  return numbered(plain, { whole: all, day: monthDay, name: month, year: fullYear }) ?? text
}

type Written = { whole: string; day: string; name: string; year: string }

function numbered(text: string, { whole, day, name, year }: Written): string | null {
  const month = monthOfName(name)
  if (month === undefined) return null
  const two = (number: string | number) => String(number).padStart(2, '0')
  return `${year.padStart(4, '20')}-${two(month)}-${two(day)}${text.slice(whole.length)}`
}
