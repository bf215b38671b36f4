/**
 * Formats of VAT IDs by country. Whether one was issued only its tax office knows: the provider asks
 * it later. Safe in the browser.
 */

type Format = { pattern: RegExp; example: string }

/** Without spaces, dots and dashes. Greece writes EL, Northern Ireland XI. */
const formats: Readonly<Record<string, Format>> = {
  AT: { pattern: /^ATU\d{8}$/, example: 'ATU12345678' },
  BE: { pattern: /^BE[01]\d{9}$/, example: 'BE0123456789' },
  BG: { pattern: /^BG\d{9,10}$/, example: 'BG0123456789' },
  CH: { pattern: /^CHE\d{9}(?:MWST|TVA|IVA)$/, example: 'CHE123456789MWST' },
  CY: { pattern: /^CY\d{8}[A-Z]$/, example: 'CY12345678Z' },
  CZ: { pattern: /^CZ\d{8,10}$/, example: 'CZ1234567890' },
  DE: { pattern: /^DE\d{9}$/, example: 'DE123456789' },
  DK: { pattern: /^DK\d{8}$/, example: 'DK12345678' },
  EE: { pattern: /^EE\d{9}$/, example: 'EE123456789' },
  ES: { pattern: /^ES[A-Z0-9]\d{7}[A-Z0-9]$/, example: 'ESA1234567Z' },
  FI: { pattern: /^FI\d{8}$/, example: 'FI12345678' },
  FR: { pattern: /^FR[A-HJ-NP-Z0-9]{2}\d{9}$/, example: 'FRAB123456789' },
  GB: { pattern: /^(?:GB(?:\d{9}|\d{12})|XI\d{9})$/, example: 'GB123456789' },
  GR: { pattern: /^EL\d{9}$/, example: 'EL123456789' },
  HR: { pattern: /^HR\d{11}$/, example: 'HR12345678912' },
  HU: { pattern: /^HU\d{8}$/, example: 'HU12345678' },
  IE: { pattern: /^IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/, example: 'IE1234567AB' },
  IT: { pattern: /^IT\d{11}$/, example: 'IT12345678912' },
  LT: { pattern: /^LT(?:\d{9}|\d{12})$/, example: 'LT123456789123' },
  LU: { pattern: /^LU\d{8}$/, example: 'LU12345678' },
  LV: { pattern: /^LV\d{11}$/, example: 'LV12345678912' },
  MT: { pattern: /^MT\d{8}$/, example: 'MT12345678' },
  NL: { pattern: /^NL\d{9}B\d{2}$/, example: 'NL123456789B12' },
  NO: { pattern: /^\d{9}MVA$/, example: '123456789MVA' },
  PL: { pattern: /^PL\d{10}$/, example: 'PL1234567890' },
  PT: { pattern: /^PT\d{9}$/, example: 'PT123456789' },
  RO: { pattern: /^RO\d{2,10}$/, example: 'RO1234567891' },
  SE: { pattern: /^SE\d{12}$/, example: 'SE123456789123' },
  SI: { pattern: /^SI\d{8}$/, example: 'SI12345678' },
  SK: { pattern: /^SK\d{10}$/, example: 'SK1234567891' },
}

/** In capitals, without what people write between the digits. */
export const normalizeVatId = (text: string): string => text.toUpperCase().replace(/[\s.-]/g, '')

export const isVatId = (country: string, text: string): boolean =>
  formats[country]?.pattern.test(normalizeVatId(text)) ?? false

/** Null: VAT IDs of this country aren't known to us. */
export const vatIdExample = (country: string): string | null => formats[country]?.example ?? null
