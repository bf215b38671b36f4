/** The products of an order, without what shops add to it: tips, protection, fees, gift cards. */

type Line = {
  title: string
  /** Still ordered. Lines that were removed have 0. Null: unknown. */
  quantity?: number | null | undefined
  /** Price per unit. Null: unknown. */
  price?: number | null | undefined
}

/** Titles that are nothing but an extra, or contain the words of one. */
const extras: readonly RegExp[] = [
  /^(?:tips?|gratuity|trinkgeld|pourboire|propinas?|mancia|fooi|gorjeta|dricks|drikkepenge|napiwek|spropitné|borravaló)(?:\s*[(:–-].*)?$/iu,
  /\b(?:shipping|package|parcel|delivery|order|route|checkout|purchase|porch|transit) (?:protection|insurance|guarantee|coverage)\b/iu,
  /versand(?:schutz|versicherung)|paket(?:schutz|versicherung)|transportversicherung/iu,
  /(?:assurance|protection) (?:de )?(?:la )?(?:livraison|colis|expédition|transport|commande)/iu,
  /(?:seguro|protección|proteção) d[eo]l? (?:env[ií]o|paquete|pedido|pacote)/iu,
  /(?:assicurazione|protezione) (?:sulla |della |di )?(?:spedizione|pacco|consegna)/iu,
  /(?:verzend|pakket)(?:bescherming|verzekering)/iu,
  /\b(?:service|handling|processing|shipping|delivery|payment|booking|transaction|convenience|rush|express|priority|order|recycling|environmental|eco|customs|import|small order) (?:fee|charge|surcharge)s?\b/iu,
  /^(?:fees?|surcharge|shipping(?: cost)?s?|delivery|postage|versand(?:kosten)?|porto|lieferung|lieferkosten|livraison|frais de (?:port|livraison|service)|envío|gastos de envío|spedizione|spese di spedizione|verzending|verzendkosten|frete|fracht|frakt|dostawa|doprava|pfand|donation to charity)$/iu,
  /^(?:service|bearbeitungs|versand|zahlungs|nachnahme|express)-?(?:gebühr|zuschlag|pauschale)$/iu,
  /\b(?:e-?)?gift[ -]?(?:card|certificate|voucher)s?\b(?!\s+(?:holder|box|wallet|sleeve|envelope|tin|case|stand|display))/iu,
  /geschenk(?:gutschein|karte)|wertgutschein|^gutschein\b|(?:carte|chèque|bon)[ -]cadeau|tarjetas? (?:de )?regalo/iu,
  /(?:buono|carta) regalo|cadeau(?:bon|kaart)|presentkort|gåvokort|gavekort|lahjakortti|(?:cartão|vale)[ -]presente/iu,
  /karta podarunkowa|dárkov[ýáé] (?:poukaz|karta)|ajándék(?:kártya|utalvány)|подарочн(?:ая карта|ый сертификат)|ギフトカード|礼品卡|기프트카드/iu,
]

export const isExtra = (title: string): boolean => {
  const text = title.trim().slice(0, 200)
  return extras.some((pattern) => pattern.test(text))
}

/**
 * Products that were kept, the dearest first: a nudge names the first one. Lines of one price, or
 * without one, stay in their order.
 */
export const soldProducts = <Item extends Line>(lines: readonly Item[]): Item[] =>
  lines
    .filter(({ title, quantity }) => quantity !== 0 && !isExtra(title))
    .toSorted((one, other) => (other.price ?? 0) - (one.price ?? 0))
