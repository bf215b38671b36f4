/** Phone numbers: accepted in any notation, stored as a country and a national number. */
import { z } from 'zod'
import { refuseField } from '#app/lib/errors.ts'

export const phoneInput = z.object({
  /** ISO 3166-1 alpha-2: the country of a number without a plus. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  phone: z.string().trim().min(1, 'Enter a phone number.').max(32, 'This number is too long.'),
})
export type PhoneInput = z.infer<typeof phoneInput>

export type Phone = {
  /** ISO 3166-1, derived from the number. */
  countryCode: string
  /** Digits without the country code. */
  phone: string
  /** E.164, as SMS providers expect it: `+4915112345678`. */
  e164: string
  /** False for known landlines. */
  mayTakeTexts: boolean
}

const wrongNumber = 'Enter a valid phone number for this country.'

/** Loaded on demand, because the library's tables are large. */
const loadNumbers = () => import('libphonenumber-js/max')

/**
 * A number with a plus overrides the country.
 *
 * @throws Refusal `invalid` at the field `phone`
 */
export async function readPhone({ country, phone }: PhoneInput): Promise<Phone> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadNumbers()
  if (!isSupportedCountry(country)) throw refuseField('country', 'Choose a country.')

  const number = parsePhoneNumberFromString(phone, { defaultCountry: country, extract: false })
  if (!number?.country || !number.isValid() || number.ext !== undefined) {
    throw refuseField('phone', wrongNumber)
  }
  return {
    countryCode: number.country,
    phone: number.nationalNumber,
    e164: number.number,
    mayTakeTexts: number.getType() !== 'FIXED_LINE',
  }
}

/** Formats a stored number: `+49 1511 2345678`. */
export async function writePhone(stored: { countryCode: string; phone: string }): Promise<string> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadNumbers()
  const { countryCode, phone } = stored
  const number = isSupportedCountry(countryCode)
    ? parsePhoneNumberFromString(phone, countryCode)
    : undefined
  return number?.formatInternational() ?? phone
}

export type Country = { code: string; label: string }

let countries: Promise<Country[]> | undefined

/** All countries with phone numbers, by English name: `Germany (+49)`. Sorted once, as that is slow. */
export const listCountries = (): Promise<Country[]> => (countries ??= readCountries())

async function readCountries(): Promise<Country[]> {
  const { getCountries, getCountryCallingCode } = await loadNumbers()
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
}
