/**
 * Words for an order's state in English, German, French, Spanish, Italian and Dutch. Sources: order
 * states of WooCommerce, Shopify, Etsy, BigCommerce and PayPal as their exports write them, and the
 * translations of WooCommerce and Magento (github.com/magento-l10n/i18n-magento2).
 */

/** `unpaid`: not paid, or not yet, so it is no sale. */
export type OrderState = 'confirmed' | 'cancelled' | 'refunded' | 'unpaid'

/**
 * A partial refund leaves a sale, as in all integrations. A payment that failed is a canceled order.
 * Words that mean "paid" in one system and "open" in another are missing: see the presets.
 */
const words: Readonly<Record<OrderState, string>> = {
  confirmed: `
    paid, confirmed, completed, complete, succeeded, success, successful, captured,
    partially refunded, partial refund, partly refunded,
    bezahlt, gezahlt, vollständig bezahlt, abgeschlossen, fertiggestellt, bestätigt, zahlung erhalten,
    teilweise erstattet, teilweise rückerstattet, teilweise zurückerstattet, teilerstattet,
    payé, payée, terminé, terminée, confirmé, confirmée, effectué, effectuée,
    partiellement remboursé, partiellement remboursée, remboursement partiel,
    pagado, pagada, completado, completada, confirmado, confirmada, finalizado,
    parcialmente reembolsado, parcialmente reembolsada, reembolsado parcialmente, reembolso parcial,
    pagato, pagata, completato, completata, confermato, confermata,
    parzialmente rimborsato, parzialmente rimborsata, rimborsato parzialmente, rimborso parziale,
    betaald, voltooid, afgerond, bevestigd, gedeeltelijk terugbetaald, deels terugbetaald`,
  cancelled: `
    cancelled, canceled, voided, void, failed, declined, denied, expired, trash,
    storniert, annulliert, abgebrochen, fehlgeschlagen, abgelehnt, abgelaufen,
    annulé, annulée, échoué, échouée, échec, refusé, refusée, expiré, expirée,
    cancelado, cancelada, anulado, anulada, fallido, fallida, rechazado, rechazada,
    annullato, annullata, cancellato, cancellata, fallito, fallita, rifiutato, rifiutata,
    geannuleerd, mislukt, geweigerd, verlopen`,
  refunded: `
    refunded, fully refunded, reversed, charged back, chargeback,
    erstattet, rückerstattet, zurückerstattet, zurückgezahlt, vollständig erstattet,
    remboursé, remboursée, entièrement remboursé, entièrement remboursée,
    reembolsado, reembolsada, totalmente reembolsado, devuelto,
    rimborsato, rimborsata, totalmente rimborsato,
    terugbetaald, volledig terugbetaald`,
  unpaid: `
    unpaid, not paid, pending, pending payment, payment pending, awaiting payment, on hold, open,
    authorized, authorised, partially paid, partially authorized, draft, incomplete,
    unbezahlt, nicht bezahlt, offen, ausstehend, zahlung ausstehend, ausstehende zahlung,
    in wartestellung, autorisiert, teilweise bezahlt,
    impayé, impayée, non payé, non payée, en attente, en attente de paiement, attente paiement,
    attente de paiement, bloquée, partiellement payé, partiellement payée, autorisé, autorisée,
    pendiente, pendiente de pago, pago pendiente, en espera, no pagado, no pagada, impagado,
    parcialmente pagado, autorizado,
    in attesa, in attesa di pagamento, pagamento in attesa, in sospeso, non pagato, non pagata,
    da pagare, parzialmente pagato, autorizzato,
    openstaand, onbetaald, niet betaald, in afwachting, in afwachting van de betaling,
    in afwachting van betaling, wachtend op betaling, in de wacht, gedeeltelijk betaald,
    geautoriseerd`,
}

/** "wc-on-hold", "On Hold" and "on_hold" are the same word, "annulée" and "ANNULEE" too. */
const stateKey = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .replace(/^wc /, '')

/** By `stateKey`. */
export type StateWords = ReadonlyMap<string, OrderState>

/** @param given words separated by commas */
export const stateWords = (given: Readonly<Partial<Record<OrderState, string>>>): StateWords =>
  new Map(
    (Object.entries(given) as [OrderState, string][]).flatMap(([state, list]) =>
      list.split(',').map((word) => [stateKey(word), state] as const),
    ),
  )

const usual = stateWords(words)

/** Undefined: an unknown word. @param systemWords words of the file's system, which come first */
export const stateOfWord = (word: string, systemWords: StateWords): OrderState | undefined =>
  systemWords.get(stateKey(word)) ?? usual.get(stateKey(word))
