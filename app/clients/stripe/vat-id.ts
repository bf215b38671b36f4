import type Stripe from 'stripe'
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import { normalizeVatId } from '#app/domain/billing/vat-id.ts'

type TaxIdType = Stripe.CustomerCreateTaxIdParams['type']

const union = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]

/** Countries outside the European Union whose tax IDs have one type at Stripe. */
const types: Readonly<Record<string, TaxIdType>> = {
  AE: 'ae_trn',
  AU: 'au_abn',
  CH: 'ch_vat',
  GB: 'gb_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_cn',
  KR: 'kr_brn',
  LI: 'li_vat',
  MX: 'mx_rfc',
  NO: 'no_vat',
  NZ: 'nz_gst',
  SA: 'sa_vat',
  SG: 'sg_gst',
  TR: 'tr_tin',
  UA: 'ua_vat',
  US: 'us_ein',
  ZA: 'za_vat',
}

/**
 * A tax ID as Stripe takes it. Null: none was entered.
 *
 * @param country ISO 3166, two letters
 * @throws ChargeRefused `vat_id` for a country whose tax IDs Stripe doesn't check
 */
export function readVatId(
  entered: string,
  country: string,
): { type: TaxIdType; value: string } | null {
  const value = normalizeVatId(entered)
  if (value === '') return null
  // Northern Ireland's numbers count as the Union's.
  if (country === 'GB' && value.startsWith('XI')) return { type: 'eu_vat', value }
  if (union.includes(country)) {
    // Greece's numbers have the prefix of its name in Greek.
    const prefix = country === 'GR' ? 'EL' : country
    return { type: 'eu_vat', value: value.startsWith(prefix) ? value : prefix + value }
  }
  const type = types[country]
  if (!type) throw new ChargeRefused('vat_id', 'Tax IDs of this country aren’t supported.')
  if (country === 'CH') return { type, value: value.replace(swiss, 'CHE-$1.$2.$3 $4') }
  // The prefix is part of the number in the United Kingdom.
  return { type, value: country === 'GB' && /^\d/.test(value) ? `GB${value}` : value }
}

/** Stripe wants it with its punctuation. */
const swiss = /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)$/
