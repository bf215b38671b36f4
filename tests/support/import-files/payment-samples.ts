/** Exports of Stripe and PayPal. Sources: app/domain/imports/presets. */
import type { SampleFile } from './sample-file.ts'

const stripe: readonly SampleFile[] = [
  {
    language: 'en',
    head: 'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Amount Refunded,Converted Currency,Decline Reason,Description,Fee,Mode,PaymentIntent ID,Payment Source Type,Refunded date (UTC),Statement Descriptor,Status,Seller Message,Taxes On Fee,Card ID,Card Name,Card Address City,Card Address Country,Card Issue Country,Card Last4,Card Brand,Customer ID,Customer Description,Customer Email,Disputed Amount,Invoice ID,Checkout Session ID,Checkout Line Item Summary',
    rows: [
      {
        id: 'ch_1',
        'Created date (UTC)': '2026-01-31 09:30',
        Amount: '49.95',
        'Amount Refunded': '0.00',
        Currency: 'eur',
        Captured: 'true',
        Mode: 'Live',
        'PaymentIntent ID': 'pi_1',
        Status: 'Paid',
        'Card Name': 'Ann Smith',
        'Customer Email': 'ann@shop.example',
      },
      {
        id: 'ch_2',
        'Created date (UTC)': '2026-01-30 09:30',
        Amount: '49.95',
        'Amount Refunded': '49.95',
        Currency: 'eur',
        Status: 'Refunded',
      },
      {
        id: 'ch_3',
        'Created date (UTC)': '2026-01-30 09:30',
        Amount: '49.95',
        Currency: 'eur',
        Mode: 'Test',
        Status: 'Paid',
      },
      {
        id: 'ch_4',
        'Created date (UTC)': '2026-01-30 09:30',
        Amount: '49.95',
        Currency: 'eur',
        Captured: 'false',
        Status: 'Paid',
      },
      { id: 'ch_5', 'Created date (UTC)': '2026-01-30 09:30', Amount: '49.95', Status: 'Failed' },
    ],
  },
  {
    language: 'en',
    head: 'id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Tax,Converted Currency,Mode,Status,Statement Descriptor,Customer ID,Customer Description,Customer Email,Captured,Card ID,Card Last4,Card Brand,Card Name,Card Address City,Card Address Country,Invoice ID,Payment Source Type',
    rows: [
      {
        id: 'ch_1',
        'Created (UTC)': '2026-01-31 09:30',
        Amount: '249.00',
        'Amount Refunded': '100.00',
        Currency: 'usd',
        Mode: 'Live',
        Status: 'Paid',
        Captured: 'true',
        'Card Name': 'Ann Smith',
      },
    ],
  },
]

type PaypalNames = {
  language: SampleFile['language']
  head: string
  /** Date, time, zone, name, gross, currency, ID, type, status; in a report without it empty. */
  columns: readonly string[]
  date: string
  words: readonly [payment: string, refund: string, done: string, pending: string]
}

const paypalFiles: readonly PaypalNames[] = [
  {
    language: 'en',
    head: '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Shipping Address","Address Status","Item Title","Item ID","Shipping and Handling Amount","Insurance Amount","Sales Tax","Option 1 Name","Option 1 Value","Reference Txn ID","Invoice Number","Custom Number","Quantity","Receipt ID","Balance","Address Line 1","Town/City","Zip/Postal Code","Country","Contact Phone Number","Subject","Note","Country Code","Balance Impact"',
    columns: [
      'Date',
      'Time',
      'TimeZone',
      'Name',
      'Gross',
      'Currency',
      'Transaction ID',
      'Type',
      'Status',
    ],
    date: '01/31/2026',
    words: ['Express Checkout Payment', 'Payment Refund', 'Completed', 'Pending'],
  },
  {
    language: 'de',
    head: '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Lieferadresse","Adress-Status","Artikelbezeichnung","Artikelnummer","Versand- und Bearbeitungsgebühr","Versicherungsbetrag","Umsatzsteuer","Option 1 Name","Option 1 Wert","Zugehöriger Transaktionscode","Rechnungsnummer","Zollnummer","Anzahl","Empfangsnummer","Guthaben","Adresszeile 1","Adresszusatz","Ort","Bundesland","PLZ","Land","Telefon","Betreff","Hinweis","Ländervorwahl","Auswirkung auf Guthaben"',
    columns: [
      'Datum',
      'Uhrzeit',
      'Zeitzone',
      'Name',
      'Brutto',
      'Währung',
      'Transaktionscode',
      'Typ',
      'Status',
    ],
    date: '31.01.2026',
    words: ['Express-Zahlung', 'Rückzahlung', 'Abgeschlossen', 'Ausstehend'],
  },
  {
    language: 'fr',
    head: `"Date","Heure","Fuseau horaire","Nom","Type","État","Devise","Avant commission","Commission","Net","De l'adresse email","À l'adresse email","Numéro de transaction","État de l'adresse","Titre de l'objet","Numéro de l'objet","TVA","Nom de l'option 1","Valeur de l'option 1","Numéro de la transaction de référence","Numéro de facture","Numéro de client","Quantité","Numéro de reçu","Solde","Numéro de téléphone du contact","Objet","Remarque","Balance Impact"`,
    columns: [
      'Date',
      'Heure',
      'Fuseau horaire',
      'Nom',
      'Avant commission',
      'Devise',
      'Numéro de transaction',
      'Type',
      'État',
    ],
    date: '31/01/2026',
    words: ['Paiement Express Checkout', 'Remboursement', 'Terminé', 'En attente'],
  },
  {
    language: 'es',
    head: '"Fecha","Hora","Zona horaria","Descripción","Divisa","Bruto ","Comisión ","Neto","Saldo","Id. de transacción","Correo electrónico del remitente","Nombre"',
    columns: [
      'Fecha',
      'Hora',
      'Zona horaria',
      'Nombre',
      'Bruto ',
      'Divisa',
      'Id. de transacción',
      'Descripción',
      '',
    ],
    date: '31/1/2026',
    words: ['Pago con Pago exprés', 'Reembolso', '', ''],
  },
  {
    language: 'it',
    head: `"Data","Orario","Fuso orario","Nome","Tipo","Stato","Valuta","Lordo","Tariffa","Netto","Indirizzo email mittente","Indirizzo email destinatario","Codice transazione","Indirizzo di spedizione","Stato dell'indirizzo","Titolo oggetto","Codice articolo","Codice transazione di riferimento","Quantità","Codice ricevuta","Saldo","Indirizzo","Città","Provincia","CAP/Codice postale","Paese","Telefono","Oggetto","Messaggio","Prefisso internazionale","Impatto sul saldo"`,
    columns: [
      'Data',
      'Orario',
      'Fuso orario',
      'Nome',
      'Lordo',
      'Valuta',
      'Codice transazione',
      'Tipo',
      'Stato',
    ],
    date: '31/01/2026',
    words: ['Pagamento Express Checkout', 'Rimborso', 'Completata', 'In sospeso'],
  },
  {
    language: 'nl',
    head: 'Datum,Tijd,Tijdzone,Omschrijving,Valuta,"Bruto ","Kosten ",Netto,Saldo,Transactiereferentie,"Van e-mailadres",Naam,"Naam bank",Bankrekening,Verzendkosten,Btw,Factuurreferentie,"Reference Txn ID"',
    columns: [
      'Datum',
      'Tijd',
      'Tijdzone',
      'Naam',
      'Bruto ',
      'Valuta',
      'Transactiereferentie',
      'Omschrijving',
      '',
    ],
    date: '31/1/2026',
    words: ['Express Checkout-betaling', 'Terugbetaling', '', ''],
  },
]

const paypal = paypalFiles.map(({ language, head, columns, date, words }): SampleFile => {
  const [day = '', time = '', zone = '', name = '', gross = '', currency = '', id = '', type = ''] =
    columns
  const status = columns[8] ?? ''
  const [payment, refund, done, pending] = words
  const row = (number: number, cells: Record<string, string>) => ({
    [day]: date,
    [time]: '10:12:00',
    [zone]: 'Europe/Berlin',
    [currency]: 'EUR',
    [name]: 'Ann Smith',
    [id]: `1AB${String(number)}`,
    [status]: done,
    ...cells,
  })
  const rows = [
    row(1, { [type]: payment, [gross]: language === 'en' ? '1,024.90' : '1.024,90' }),
    row(2, { [type]: refund, [gross]: '-24,90' }),
    row(3, { [type]: payment, [gross]: '-24,90' }),
    row(4, { [type]: payment, [gross]: '24,90', [name]: '' }),
  ]
  const unpaid = row(5, { [type]: payment, [gross]: '24,90', [status]: pending })
  return { language, head, rows: status === '' ? rows : [...rows, unpaid] }
})

export const paymentSamples = { stripe, paypal } as const
