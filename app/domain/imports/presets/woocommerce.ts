/**
 * Orders of WooCommerce, as its own screens and three widespread plugins export them. Sources: the
 * plugins' code, that is labels of `get_order_fields_*` in Advanced Order Export
 * (woo-order-export-lite), `load_formats` in Customer/Order/Coupon Export of SkyVerge, and
 * data-order-post-columns.php in Order Import Export of WebToffee; for Advanced Order Export in
 * French and Spanish, programs that read its files. The two others never translate their columns.
 * Words for states: WooCommerce's translations (translate.wordpress.org/projects/wp-plugins).
 */
import { stateWords } from '../state-words.ts'
import { bothAddresses, type FilePreset } from './preset.ts'

/** Processing is paid, and so is completed. */
const states = stateWords({
  confirmed: `processing, in bearbeitung, en cours, procesando, en proceso, in lavorazione,
    in behandeling, wordt verwerkt`,
  unpaid: 'checkout draft, entwurf, brouillon, borrador, bozza, concept',
})

const plainColumns = {
  first_name: bothAddresses((address) => `${address}_first_name`),
  last_name: bothAddresses((address) => `${address}_last_name`),
  email: ['billing_email', 'customer_email'],
  city: bothAddresses((address) => `${address}_city`),
  country: bothAddresses((address) => `${address}_country`),
  payment_method: ['payment_method_title', 'payment_method'],
}

export const woocommercePresets: readonly FilePreset[] = [
  {
    id: 'woocommerce',
    kind: 'purchase',
    signs: [
      ['order_number', 'order_status', 'first_name_(billing)'],
      ['numéro_de_commande', 'état_de_la_commande', 'prénom_(facturation)'],
      ['número_de_pedido', 'estado_del_pedido', 'nombre_(facturación)'],
    ],
    columns: {
      id: ['order_number', 'order_id', 'numéro_de_commande', 'número_de_pedido', 'id_del_pedido'],
      occurred_at: ['paid_date', 'order_date', 'date_de_commande', 'fecha_del_pedido'],
      state: ['order_status', 'état_de_la_commande', 'estado_del_pedido'],
      first_name: [
        ...['first_name_(billing)', 'prénom_(facturation)', 'nombre_(facturación)'],
        ...['first_name_(shipping)', 'prénom_(livraison)', 'nombre_(envío)'],
      ],
      last_name: [
        ...['last_name_(billing)', 'nom_de_famille_(facturation)', 'nom_(facturation)'],
        ...['apellidos_(facturación)', 'last_name_(shipping)', 'apellidos_(envío)'],
      ],
      full_name: ['full_name_(billing)', 'full_name_(shipping)'],
      email: ['email_(billing)', 'e_mail_(facturation)', 'correo_electrónico_(facturación)'],
      city: [
        ...['city_(billing)', 'ville_(facturation)', 'ciudad_(facturación)'],
        ...['city_(shipping)', 'ville_(livraison)', 'ciudad_(envío)'],
      ],
      country: [
        ...['country_code_(billing)', 'country_name_(billing)', 'code_du_pays_(facturation)'],
        ...['código_del_país_(facturación)', 'country_code_(shipping)', 'country_name(shipping)'],
      ],
      product: ['item_name', 'name', 'product_name_(main)', 'nombre_del_artículo'],
      total: ['order_total_amount', 'montant_total', 'importe_total_del_pedido'],
      currency: ['order_currency', 'currency'],
      product_image: ['image_url'],
      refunded: ['order_refund_amount', 'montant_du_remboursement_de_la_commande'],
      payment_method: [
        'payment_method_title',
        'titre_de_la_méthode_de_paiement',
        'título_del_método_de_pago',
      ],
    },
    extras: { item_price: ['item_cost'], item_quantity: ['quantity_(-_refund)'] },
    states,
    dayFirstNames: ['numéro_de_commande', 'número_de_pedido'],
    rowsOf: ['order_number', 'numéro_de_commande', 'número_de_pedido'],
  },
  {
    id: 'woocommerce-analytics',
    kind: 'purchase',
    signs: [['order_#', 'customer_type', 'product(s)']],
    columns: {
      id: ['order_#'],
      occurred_at: ['date'],
      state: ['status'],
      full_name: ['customer'],
      product: ['product(s)'],
      // Without shipping and taxes, and in a currency that the file doesn’t name: no total.
    },
    states,
    productIn: { before: /(?:^|, ?)\d+ ?×/, after: /, ?\d+ ?×/ },
  },
  {
    id: 'woocommerce-webtoffee',
    kind: 'purchase',
    signs: [
      ['order_id', 'order_date', 'status', 'wt_import_key'],
      ['order_id', 'order_date', 'status', 'line_item_1'],
    ],
    columns: {
      id: ['order_id', 'order_number'],
      occurred_at: ['paid_date', 'order_date'],
      state: ['status'],
      ...plainColumns,
      product: ['line_item_1'],
      total: ['order_total'],
      currency: ['order_currency'],
    },
    states,
    productIn: { before: /(?:^|\|)name:/, after: /(?<!\\)\|/ },
  },
  {
    id: 'woocommerce-skyverge',
    kind: 'purchase',
    signs: [
      ['order_number_formatted', 'status', 'line_items', 'billing_first_name'],
      ['order_number_formatted', 'status', 'order_item_1', 'billing_first_name'],
      ['order_id', 'status', 'item_product_id', 'item_name', 'billing_first_name'],
    ],
    columns: {
      id: ['order_id', 'id', 'order_number'],
      occurred_at: ['date', 'created_at'],
      state: ['status'],
      ...plainColumns,
      product: ['item_name', 'line_items', 'order_item_1'],
      total: ['order_total', 'total'],
      currency: ['order_currency', 'currency'],
      refunded: ['refunded_total', 'total_refunded'],
    },
    states,
    rowsOf: ['order_id', 'id'],
    productIn: {
      before: /(?:^|[|;])name:|"name": ?"/,
      after: /(?<!\\)(?:[|;]|","|"})/,
      isOptional: true,
    },
  },
]
