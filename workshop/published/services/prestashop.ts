/**
 * Facts that PrestaShop publishes about what Footfall asks it. Compared with the sources on November 27, 2026,
 * the fields of rows on the 30th. A row has the fields that `display` names, so none has to be there.
 */
import {
  all,
  either,
  oneOf,
  only,
  text,
  whole,
  type Members,
  type Parameters,
  type PublishedOperation,
  type PublishedService,
} from '../facts.ts'

const listParameters: Parameters = {
  output_format: oneOf('XML', 'JSON'),
  ...all(text, 'display filter[{field}] sort limit language ws_key'),
  date: oneOf('1'),
  id_shop: whole,
  id_group_shop: whole,
  ps_method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  schema: oneOf('blank', 'synopsis'),
}

/** Numbers come as texts, apart from the row's ID. */
const number = 'text|number'
/** A list where no language was asked for. */
const translated = either('text', [only({ id: number, value: 'text' })])

const order: Members = {
  ...all(
    number,
    'id? id_address_delivery? id_address_invoice? id_cart? id_currency? id_lang? id_customer? id_carrier? current_state? invoice_number? delivery_number? valid? id_shop_group? id_shop? recyclable? gift? mobile_theme? total_discounts? total_discounts_tax_incl? total_discounts_tax_excl? total_paid? total_paid_tax_incl? total_paid_tax_excl? total_paid_real? total_products? total_products_wt? total_shipping? total_shipping_tax_incl? total_shipping_tax_excl? carrier_tax_rate? total_wrapping? total_wrapping_tax_incl? total_wrapping_tax_excl? round_mode? round_type? conversion_rate?',
  ),
  ...all(
    'text',
    'module? invoice_date? delivery_date? date_add? date_upd? shipping_number? note? secure_key? payment? gift_message? reference?',
  ),
  'associations?': {
    'order_rows?': [
      only({
        ...all(
          number,
          'id? product_id? product_attribute_id? product_quantity? product_price? id_customization? unit_price_tax_incl? unit_price_tax_excl?',
        ),
        ...all(
          'text',
          'product_name? product_reference? product_ean13? product_isbn? product_upc?',
        ),
      }),
    ],
  },
}

const customer: Members = {
  ...all(
    number,
    'id? id_default_group? id_lang? deleted? id_gender? newsletter? optin? outstanding_allow_amount? show_public_prices? id_risk? max_payment_days? active? is_guest? id_shop? id_shop_group?',
  ),
  ...all(
    'text',
    'newsletter_date_add? ip_registration_newsletter? last_passwd_gen? secure_key? passwd? lastname? firstname? email? birthday? website? company? siret? ape? note? date_add? date_upd? reset_password_token? reset_password_validity?',
  ),
  'associations?': 'object',
}

const product: Members = {
  ...all(
    number,
    'id? id_manufacturer? id_supplier? id_category_default? new? cache_default_attribute? id_default_image? id_default_combination? id_tax_rules_group? position_in_category? quantity? id_shop_default? width? height? depth? weight? quantity_discount? cache_is_pack? cache_has_attachments? is_virtual? state? additional_delivery_times? on_sale? online_only? ecotax? minimal_quantity? low_stock_threshold? low_stock_alert? price? wholesale_price? unit_price_ratio? additional_shipping_cost? customizable? text_fields? uploadable_files? active? id_type_redirected? available_for_order? show_condition? show_price? indexed? advanced_stock_management? pack_stock_type?',
  ),
  ...all(
    'text',
    'manufacturer_name? type? reference? supplier_reference? location? ean13? isbn? upc? mpn? unity? redirect_type? available_date? condition? visibility? date_add? date_upd?',
  ),
  ...all(
    translated,
    'delivery_in_stock? delivery_out_stock? meta_description? meta_keywords? meta_title? link_rewrite? name? description? description_short? available_now? available_later?',
  ),
  'associations?': 'object',
}

const stock: Members = {
  ...all(
    number,
    'id? id_product? id_product_attribute? id_shop? id_shop_group? quantity? depends_on_stock? out_of_stock?',
  ),
  'location?': 'text',
}

const address: Members = {
  ...all(
    number,
    'id? id_customer? id_manufacturer? id_supplier? id_warehouse? id_country? id_state? deleted?',
  ),
  ...all(
    'text',
    'alias? company? vat_number? lastname? firstname? address1? address2? postcode? city? other? phone? phone_mobile? dni? date_add? date_upd?',
  ),
}

const country: Members = {
  ...all(
    number,
    'id? id_zone? id_currency? call_prefix? active? contains_states? need_identification_number? need_zip_code? display_tax_label?',
  ),
  ...all('text', 'iso_code? zip_code_format?'),
  'name?': translated,
}

const currency: Members = {
  ...all(
    number,
    'id? numeric_iso_code? precision? conversion_rate? deleted? active? unofficial? modified?',
  ),
  ...all('text', 'iso_code? name?'),
  ...all(translated, 'names? symbol? pattern?'),
}

const configuration: Members = {
  ...all(number, 'id? id_shop_group? id_shop?'),
  ...all('text', 'name? value? date_add? date_upd?'),
}

/** Nothing is an empty list, not an object with one. */
const listOf = (name: string, row: Members): PublishedOperation => ({
  method: 'GET',
  path: `/api/${name}`,
  query: listParameters,
  answer: either(only({ [name]: [only(row)] }), [only({})]),
})

export const prestashop: PublishedService = {
  sources: [
    'PrestaShop/docs 4ff66ab8 (2024-03-07): webservice/cheat-sheet.md, webservice/resources',
    'devdocs.prestashop-project.org/9/webservice/resources/orders (2026): rows of an order',
  ],
  access: ['authorization', '?ws_key'],
  operations: [
    listOf('orders', order),
    listOf('customers', customer),
    listOf('products', product),
    listOf('stock_availables', stock),
    listOf('addresses', address),
    listOf('countries', country),
    listOf('currencies', currency),
    listOf('configurations', configuration),
  ],
}
