/**
 * Payments of Stripe and PayPal. Sources: column names of Stripe's payments export and PayPal's
 * activity reports, as public programs read them: PayPal's in the language of the account (German,
 * French, Spanish, Italian, Dutch), Stripe's always in English. PayPal has two forms: with type and
 * status, and with a description alone, which lists completed payments.
 */
import { stateWords } from '../state-words.ts'
import type { FilePreset } from './preset.ts'

const paypalColumns = {
  // The capture, as the integration for PayPal reports it.
  id: [
    ...['transaction_id', 'transaktionscode', 'numéro_de_transaction', 'id._de_transacción'],
    ...['codice_transazione', 'transactiereferentie', 'transactie_id'],
  ],
  occurred_at: ['date', 'datum', 'fecha', 'data'],
  time: ['time', 'uhrzeit', 'heure', 'hora', 'orario', 'tijd'],
  state: ['status', 'état', 'estado', 'stato'],
  full_name: ['name', 'nom', 'nombre', 'nome', 'naam'],
  email: [
    ...['from_email_address', 'absender_e_mail_adresse', "de_l'adresse_email", 'remitente'],
    ...['correo_electrónico_del_remitente', 'indirizzo_email_mittente', 'van_e_mailadres'],
  ],
  city: ['town/city', 'ort', 'città'],
  country: ['country', 'land', 'paese', 'country_code'],
  product: ['item_title', 'artikelbezeichnung', "titre_de_l'objet", 'titolo_oggetto'],
  total: ['gross', 'brutto', 'avant_commission', 'bruto', 'lordo'],
  currency: ['currency', 'währung', 'devise', 'divisa', 'valuta'],
}

const zones = [
  ...['timezone', 'time_zone', 'zeitzone', 'fuseau_horaire', 'zona_horaria', 'fuso_orario'],
  'tijdzone',
]

/** Money that moves without a sale, in the words of PayPal's types. */
const noSale =
  /withdraw|transfer|deposit|conversion|refund|reversal|\bhold\b|release|abbuchung|einzahlung|gutschrift|umrechnung|r[uü]ckzahlung|r[uü]ckbuchung|einbehalt|virement|retrait|remboursement|d[eé]p[oô]t|retirada|conversi[oó]n|reembolso|dep[oó]sito|bonifico|prelievo|conversione|rimborso|opname|storting|omrekening|terugbetaling/i

export const paymentPresets: readonly FilePreset[] = [
  {
    id: 'stripe',
    kind: 'purchase',
    signs: [
      ['id', 'amount', 'amount_refunded', 'currency', 'captured'],
      ['id', 'amount', 'amount_refunded', 'currency', 'seller_message'],
      ['id', 'amount', 'amount_refunded', 'currency', 'customer_email'],
    ],
    columns: {
      // As the integration for Stripe reports it, so that no payment counts twice.
      id: ['invoice_id', 'paymentintent_id', 'id'],
      occurred_at: ['created_date_(utc)', 'created_(utc)', 'created_date', 'created'],
      state: ['status'],
      full_name: ['customer_name', 'card_name'],
      email: ['customer_email'],
      city: ['card_address_city'],
      country: ['card_address_country'],
      total: ['amount'],
      currency: ['currency'],
      refunded: ['amount_refunded'],
      test: ['mode'],
    },
    extras: { captured: ['captured'], utc: ['created_date_(utc)', 'created_(utc)'] },
    zoneOf: (cellOf) => (cellOf('utc') === null ? null : 'UTC'),
    states: stateWords({
      unpaid: `uncaptured, requires payment method, requires confirmation, requires action,
        requires capture, processing`,
      cancelled: 'blocked',
    }),
    stateBy: (cellOf) => (/^false$/i.test(cellOf('captured') ?? '') ? 'unpaid' : undefined),
  },
  {
    id: 'paypal',
    kind: 'purchase',
    signs: zones.flatMap((zone) => paypalColumns.id.map((id) => [zone, id])),
    columns: paypalColumns,
    extras: {
      zone: zones,
      type: ['type', 'typ', 'tipo', 'description', 'beschreibung', 'descripción', 'omschrijving'],
    },
    states: stateWords({
      confirmed: 'completata',
      unpaid: 'processing, in bearbeitung, temporary hold, held, in sospeso',
    }),
    dayFirstNames: zones.slice(2),
    zoneOf: (cellOf) => cellOf('zone'),
    refusalOf: (cellOf) => {
      const isNamed = Boolean(cellOf('full_name')) || Boolean(cellOf('email'))
      return isNamed && !noSale.test(cellOf('type') ?? '')
        ? null
        : 'This isn’t a customer’s payment.'
    },
  },
]
