/** Exports of WooCommerce, Magento and PrestaShop. Sources: app/domain/imports/presets. */
import type { SampleFile } from './sample-file.ts'

const advancedRows = (
  names: readonly string[],
  paid: string,
  canceled: string,
): SampleFile['rows'] => {
  const [number = '', state = '', date = '', first = '', city = '', total = '', item = ''] = names
  return [
    {
      [number]: '5001',
      [state]: paid,
      [date]: '2026-01-31 09:30',
      [first]: 'Ann',
      [city]: 'Utrecht',
      [total]: '1299.00',
      [item]: 'Blue Kettle',
    },
    { [number]: '5002', [state]: canceled, [date]: '2026-01-30 09:30', [total]: '36.00' },
  ]
}

const advancedOrderExport: readonly SampleFile[] = [
  {
    language: 'en',
    head: 'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Company (Billing),Address 1&2 (Billing),City (Billing),State Code (Billing),Postcode (Billing),Country Code (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Shipping Method Title,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost,Coupon Code,Discount Amount,Discount Amount Tax',
    rows: [
      ...advancedRows(
        [
          ...['Order Number', 'Order Status', 'Order Date', 'First Name (Billing)'],
          ...['City (Billing)', 'Order Total Amount', 'Item Name'],
        ],
        ...(['In Bearbeitung', 'Storniert'] as const),
      ),
      {
        'Order Number': '5003',
        'Order Status': 'Completed',
        'Order Date': '2026-01-29 09:30',
        'Order Total Amount': '36.00',
        'Order Refund Amount': '36.00',
      },
      {
        'Order Number': '5004',
        'Order Status': 'On hold',
        'Order Date': '2026-01-29 09:30',
        'Order Total Amount': '36.00',
      },
    ],
  },
  {
    language: 'fr',
    head: "Numéro de commande,État de la commande,Date de commande,Prénom (Facturation),Nom de famille (Facturation),Société (Facturation),Adresse 1 & 2 (Facturation),Ville (Facturation),Code de l'état (Facturation),Code postal (Facturation),Code du pays (Facturation),E-mail (Facturation),Téléphone (Facturation),Titre de la méthode de paiement,Montant total,Montant du remboursement de la commande",
    rows: advancedRows(
      [
        ...[
          'Numéro de commande',
          'État de la commande',
          'Date de commande',
          'Prénom (Facturation)',
        ],
        ...['Ville (Facturation)', 'Montant total', ''],
      ],
      ...(['En cours', 'Annulée'] as const),
    ),
  },
  {
    language: 'es',
    head: 'Número de pedido,Estado del pedido,Fecha del pedido,Nota del cliente,Nombre (facturación),Apellidos (facturación),Empresa (facturación),Ciudad (facturación),Correo electrónico (facturación),Teléfono (facturación),Título del método de pago,Importe total del pedido,SKU,Nombre del artículo',
    rows: advancedRows(
      [
        ...['Número de pedido', 'Estado del pedido', 'Fecha del pedido', 'Nombre (facturación)'],
        ...['Ciudad (facturación)', 'Importe total del pedido', 'Nombre del artículo'],
      ],
      ...(['Procesando', 'Cancelado'] as const),
    ),
  },
]

const analytics: SampleFile = {
  language: 'en',
  head: 'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue',
  rows: [
    {
      Date: '2026-01-31 09:30:00',
      'Order #': '5001',
      Status: 'completed',
      Customer: 'Ann Smith',
      'Product(s)': '1× Kettle, blue, 2× Cup',
    },
    { Date: '2026-01-30 09:30:00', 'Order #': '5002', Status: 'refunded' },
  ],
}

const webtoffee: SampleFile = {
  language: 'en',
  head: 'order_id,order_number,order_date,paid_date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_key,order_currency,payment_method,payment_method_title,transaction_id,customer_ip_address,customer_user_agent,shipping_method,customer_id,customer_user,customer_email,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_company,shipping_phone,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,wt_import_key,tax_items,shipping_items,fee_items,coupon_items,refund_items,order_notes,download_permissions,meta:_wc_order_attribution_device_type,line_item_1,line_item_2',
  rows: [
    {
      order_id: '5001',
      order_date: '2026-01-31 09:30:00',
      status: 'wc-completed',
      order_total: '36.00',
      order_currency: 'EUR',
      billing_first_name: 'Ann',
      billing_city: 'Utrecht',
      billing_country: 'NL',
      line_item_1: 'name:Mug|product_id:12|sku:|quantity:1|total:36.00',
    },
    { order_id: '5002', order_date: '2026-01-30 09:30:00', status: 'wc-pending' },
    { order_id: '5003', order_date: '2026-01-30 09:30:00', status: 'failed', order_total: '9.00' },
  ],
}

const skyvergeOrders =
  'order_id,order_number,order_number_formatted,date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,shipping_method,customer_id,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,shipping_company,customer_note,line_items,shipping_items,fee_items,tax_items,coupon_items,refunds,order_notes,download_permissions_granted'

const skyverge: readonly SampleFile[] = [
  {
    language: 'en',
    head: skyvergeOrders,
    rows: [
      {
        order_id: '5001',
        date: '2026-01-31 09:30:00',
        status: 'processing',
        order_total: '36.00',
        refunded_total: '0.00',
        order_currency: 'EUR',
        billing_first_name: 'Ann',
        shipping_first_name: 'Bob',
        shipping_city: 'Reno',
        line_items: 'id:7|name:Mug\\: blue|product_id:12|sku:|quantity:1',
      },
      {
        order_id: '5002',
        date: '2026-01-30 09:30:00',
        status: 'completed',
        order_total: '36.00',
        refunded_total: '36.00',
      },
    ],
  },
  {
    language: 'en',
    head: skyvergeOrders
      .replace('order_number_formatted,', '')
      .replace('line_items,', 'item_id,item_product_id,item_name,item_sku,item_quantity,')
      .replace('refunds,', ''),
    rows: [
      {
        order_id: '5001',
        date: '2026-01-31 09:30:00',
        status: 'processing',
        order_total: '36.00',
        billing_first_name: 'Ann',
        item_name: 'Mug',
      },
      { order_id: '5001', status: 'processing', item_name: 'Cup' },
    ],
  },
  {
    language: 'en',
    head: 'id,order_number,order_number_formatted,created_at,status,total,total_shipping,cart_tax,shipping_tax,total_discount,total_refunded,payment_method,currency,customer_user,billing_first_name,billing_last_name,billing_email,billing_city,billing_country,note,line_items,shipping_lines,tax_lines,fee_lines,coupon_lines,refunds,order_notes,download_permissions_granted',
    rows: [
      {
        id: '5001',
        created_at: '2026-01-31 09:30:00',
        status: 'completed',
        total: '36.00',
        currency: 'EUR',
        billing_first_name: 'Ann',
        line_items: '[{"id":7,"product_id":12,"name":"Mug","quantity":1}]',
      },
    ],
  },
]

/** Column names in the order of the first line. */
const magentoNames = [
  'ID,Purchase Point,Purchase Date,Bill-to Name,Ship-to Name,Grand Total (Base),Grand Total (Purchased),Status,Billing Address,Customer Email,Customer Name,Payment Method,Total Refunded',
  'Id,Verkaufsort,Kaufdatum,Rechnungsname,Versandname,Gesamtsumme (Basis),Gesamtsumme (Einkauf),Status,Rechnungsadresse,Kunden-E-Mail,Kundenname,Zahlungsart,Gesamterstattung',
  "Identifiant,Point de vente,Date d'achat,Nom (Fact.),Nom (Livr.),Total Général (Base),Total général (acheté),Statut,Adresse de facturation,Email du client,Nom du client,Mode de paiement,Total remboursé",
  'ID,Punto de compra,Fecha de compra,Nombre de facturación,Nombre de envío,Gran Total (Base),Gran Total (comprado),Estado,Dirección de facturación,Correo electrónico del cliente,Nombre del cliente,Método de pago,Total reembolsado',
  'ID,Punto di acquisto,Data di acquisto,Fattura intestata a,Nome Destinatario,Totale complessivo (Base),Totale complessivo (acquistato),Stato,Indirizzo di Fatturazione,Email cliente,Nome cliente,Metodo di pagamento,Totale rimborsato',
  'ID,Verkooppunt,Aankoopdatum,Factuurnaam,Verzendnaam,Eindtotaal (Basis),Eindtotaal (Gekocht),status,Factuuradres,Klant e-mail,Naam klant,Betaalmethode,Totaal terugbetaald',
]

const magentoStates = [
  ['Processing', 'Closed', 'Canceled', 'Pending'],
  ['Verarbeitung', 'Geschlossen', 'Storniert', 'Ausstehend'],
  ['En cours de traitement', 'Fermée', 'Annulée', 'En attente'],
  ['Procesando', 'Cerrado', 'Cancelado', 'Pendiente'],
  ['In elaborazione', 'Chiuso', 'Cancellato', 'In attesa'],
  ['Bezig met verwerken', 'gesloten', 'Geannuleerd', 'In afwachting'],
]

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const

const magento = magentoNames.map((head, place): SampleFile => {
  const names = head.split(',')
  const at = (column: number) => names[column] ?? ''
  return {
    language: languages[place] ?? 'en',
    head,
    rows: (magentoStates[place] ?? []).map((state, row) => ({
      [at(0)]: `00000001${String(row)}`,
      [at(2)]: 'Jan 31, 2026 10:00:00 AM',
      [at(3)]: 'Ann Smith',
      [at(6)]: '49.0000',
      [at(7)]: state,
    })),
  }
})

const prestashopNames = [
  'ID;Reference;New client;Delivery;Customer;Total;Payment;Status;Date',
  'ID;Artikel-Nr.;Neukunde;Lieferung;Kunde;Gesamt;Zahlungsart;Status;Datum',
  'ID;Référence;Nouveau client;Livraison;Client;Total;Paiement;État;Date',
  'ID;Referencia;Nuevo cliente;Entrega;Cliente;Total;Pago;Estado;Fecha',
  'Id;Riferimento;Nuovo cliente;Consegna;Cliente;Totale;Pagamento;Stato;Data',
  'ID;Referentie;Nieuwe klant;Levering;Klant;Totaal;Betaling;Status;Datum',
]

const prestashopStates = [
  ['Payment accepted', 'Canceled', 'Awaiting check payment', 'Refunded'],
  ['Zahlung eingegangen', 'Storniert', 'Warten auf Zahlungseingang Scheck', 'Erstattet'],
  ['Paiement accepté', 'Annulé', 'En attente du paiement par chèque', 'Remboursé'],
  ['Pago aceptado', 'Cancelado', 'En espera de pago por cheque', 'Reembolsado'],
  ['Pagamento accettato', 'Annullato', 'In attesa di pagamento con assegno', 'Rimborsato'],
  ['Betaling aanvaard', 'Geannuleerd', 'In afwachting van betaling per cheque', 'Terugbetaald'],
]

const countries = ['Germany', 'Deutschland', 'Allemagne', 'Alemania', 'Germania', 'Duitsland']

const prestashop = prestashopNames.map((line, place): SampleFile => {
  const head = line.replaceAll(';', ',')
  const names = head.split(',')
  const at = (column: number) => names[column] ?? ''
  return {
    language: languages[place] ?? 'en',
    head,
    rows: (prestashopStates[place] ?? []).map((state, row) => ({
      [at(0)]: String(row + 1),
      [at(3)]: countries[place] ?? '',
      [at(4)]: 'A. Smith',
      [at(5)]: '49,95 €',
      [at(7)]: state,
      [at(8)]: '2026-01-31 10:00:00',
    })),
  }
})

export const selfHostedSamples = {
  woocommerce: advancedOrderExport,
  'woocommerce-analytics': [analytics],
  'woocommerce-webtoffee': [webtoffee],
  'woocommerce-skyverge': skyverge,
  magento,
  prestashop,
} as const
