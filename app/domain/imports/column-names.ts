/**
 * Names of columns in files of no known shop: our own, those of other exports, and plain words in
 * German, French, Spanish, Italian and Dutch.
 */
import type { ImportKind } from './import-kinds.ts'

type Names = Readonly<Record<string, readonly string[]>>

const person: Names = {
  first_name: [
    ...['firstname', 'billing_first_name', 'customer_first_name', 'vorname', 'prénom', 'nombre'],
    ...['voornaam', 'shipping_first_name'],
  ],
  last_name: [
    ...['lastname', 'billing_last_name', 'customer_last_name', 'nachname', 'nom_de_famille'],
    ...['apellidos', 'cognome', 'achternaam', 'shipping_last_name'],
  ],
  full_name: [
    ...['billing_name', 'customer_name', 'ship_name', 'buyer_name', 'reviewer', 'reviewer_name'],
    ...['kunde', 'kundenname', 'nom_du_client', 'nombre_del_cliente', 'nome_cliente', 'klant'],
    ...['naam_klant', 'shipping_name'],
  ],
  email: [
    ...['e_mail', 'email_address', 'billing_email', 'customer_email', 'e_mail_adresse', 'courriel'],
    ...['correo_electrónico', 'e_mailadres'],
  ],
  city: [
    ...['town', 'billing_city', 'stadt', 'ort', 'ville', 'ciudad', 'città', 'plaats', 'stad'],
    ...['woonplaats', 'shipping_city'],
  ],
  country: [
    ...['country_code', 'billing_country', 'land', 'pays', 'país', 'paese', 'shipping_country'],
  ],
}

const product: Names = {
  product: [
    ...[
      'product_title',
      'product_name',
      'item',
      'item_name',
      'lineitem_name',
      'produkt',
      'artikel',
    ],
    ...[
      'produktname',
      'artikelbezeichnung',
      'artikelname',
      'produit',
      'nom_du_produit',
      'producto',
    ],
    ...['nombre_del_producto', 'prodotto', 'nome_prodotto', 'productnaam'],
  ],
  product_url: ['product_link', 'url', 'link'],
  product_image: ['image_link', 'image_url', 'image'],
}

const moment: Names = {
  occurred_at: [
    ...['paid_at', 'created_at', 'order_date', 'date', 'bestelldatum', 'kaufdatum', 'datum'],
    ...['date_de_commande', "date_d'achat", 'fecha_del_pedido', 'fecha_de_compra', 'fecha'],
    ...['data_ordine', "data_dell'ordine", 'data_di_acquisto', 'besteldatum', 'orderdatum', 'data'],
    'aankoopdatum',
  ],
  time: ['order_time', 'uhrzeit', 'heure', 'hora', 'orario', 'tijd'],
}

const state: Names = {
  state: [
    ...['status', 'financial_status', 'payment_status', 'order_status', 'zahlungsstatus'],
    ...[
      'bestellstatus',
      'statut',
      'état',
      'statut_de_la_commande',
      'état_de_la_commande',
      'estado',
    ],
    ...['estado_del_pedido', 'stato', 'stato_ordine', 'bestelstatus', 'orderstatus'],
  ],
}

const names: Readonly<Record<ImportKind, Names>> = {
  purchase: {
    id: [
      ...['order_id', 'order_number', 'order', 'bestellnummer', 'bestell_nr.', 'auftragsnummer'],
      ...['numéro_de_commande', 'n°_de_commande', 'número_de_pedido', 'numero_ordine'],
      ...["numero_d'ordine", 'bestelnummer', 'ordernummer'],
    ],
    ...moment,
    ...state,
    cancelled_at: [
      ...['canceled_at', 'storniert_am', 'annulé_le', 'cancelado_el', 'annullato_il'],
      'geannuleerd_op',
    ],
    ...person,
    ...product,
    total: [
      ...['amount', 'order_total', 'gesamtbetrag', 'gesamtsumme', 'gesamt', 'betrag', 'montant'],
      ...['montant_total', 'total_général', 'importe', 'importe_total', 'totale', 'importo'],
      ...['totaalbedrag', 'totaal', 'bedrag'],
    ],
    currency: ['order_currency', 'währung', 'devise', 'moneda', 'divisa', 'valuta'],
    refunded: ['refunded_amount', 'amount_refunded', 'refund_amount', 'total_refunded'],
    payment_method: ['payment_method_title', 'zahlungsart', 'mode_de_paiement'],
    test: ['is_test', 'test_order'],
  },
  signup: { id: ['signup_id', 'subscriber_id'], ...moment, ...state, ...person },
  review: {
    id: ['review_id'],
    ...moment,
    stars: ['rating', 'score'],
    body: ['text', 'review', 'comment', 'content'],
    ...person,
    ...product,
  },
  product: {
    id: ['sku'],
    title: ['name'],
    link: ['url'],
    image_link: ['image'],
    stock: ['quantity', 'inventory'],
  },
}

/** Those of a field, its own first. */
export const namesOfColumn = (kind: ImportKind, field: string): readonly string[] => [
  field,
  ...(names[kind][field] ?? []),
]
