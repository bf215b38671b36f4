/**
 * Orders of Magento and PrestaShop, whose columns are in the language of the person who exports.
 * Sources: labels of Magento's grid `sales_order_grid` and their translations in
 * app/code/Magento/Sales/i18n (github.com/magento-l10n/i18n-magento2); `exportAction` in
 * PrestaShop's OrderController and the translations of its order list
 * (github.com/PrestaShop/TranslationFiles, 1.6).
 */
import { stateWords } from '../state-words.ts'
import type { FilePreset } from './preset.ts'

const magentoColumns = {
  id: ['id', 'identifiant'],
  occurred_at: [
    ...['purchase_date', 'kaufdatum', "date_d'achat", 'fecha_de_compra', 'data_di_acquisto'],
    'aankoopdatum',
  ],
  state: ['status', 'statut', 'estado', 'stato'],
  full_name: [
    ...['bill_to_name', 'rechnungsname', 'nom_(fact.)', 'nombre_de_facturación'],
    ...['fattura_intestata_a', 'factuurnaam', 'customer_name', 'kundenname', 'nom_du_client'],
    ...['nombre_del_cliente', 'nome_cliente', 'naam_klant'],
  ],
  email: [
    ...['customer_email', 'kunden_e_mail', 'email_du_client', 'correo_electrónico_del_cliente'],
    ...['email_cliente', 'klant_e_mail'],
  ],
  total: [
    ...['grand_total_(purchased)', 'gesamtsumme_(einkauf)', 'total_général_(acheté)'],
    ...['gran_total_(comprado)', 'totale_complessivo_(acquistato)', 'eindtotaal_(gekocht)'],
  ],
  refunded: [
    ...['total_refunded', 'gesamterstattung', 'total_remboursé', 'total_reembolsado'],
    ...['totale_rimborsato', 'totaal_terugbetaald'],
  ],
  payment_method: [
    ...['payment_method', 'zahlungsart', 'mode_de_paiement', 'método_de_pago'],
    ...['metodo_di_pagamento', 'betaalmethode'],
  ],
}

/** Column of the date, of the total, and of where it was bought: none is in another file. */
const magentoSigns = magentoColumns.occurred_at.map((date, language) => [
  date,
  magentoColumns.total[language] ?? '',
])

const prestashopColumns = {
  id: ['id'],
  occurred_at: ['date', 'datum', 'fecha', 'data'],
  state: ['status', 'état', 'estado', 'stato'],
  full_name: ['customer', 'kunde', 'client', 'cliente', 'klant'],
  country: ['delivery', 'lieferung', 'livraison', 'entrega', 'consegna', 'levering', 'bezorging'],
  total: ['total', 'gesamt', 'insgesamt', 'totale', 'totaal'],
  payment_method: [
    ...['payment', 'zahlung', 'zahlungsart', 'paiement', 'pago', 'modo_de_pago', 'pagamento'],
    'betaling',
  ],
}

export const selfHostedPresets: readonly FilePreset[] = [
  {
    id: 'magento',
    kind: 'purchase',
    signs: magentoSigns,
    columns: magentoColumns,
    // As app/integrations/records/magento.ts has them: an order that isn't invoiced yet is no
    // purchase, and a closed one was refunded.
    states: stateWords({
      confirmed: `processing, verarbeitung, vollständig, en cours de traitement, procesando, completo,
        in elaborazione, bezig met verwerken`,
      refunded: 'closed, geschlossen, fermée, cerrado, chiuso, gesloten',
      unpaid: `payment review, suspected fraud, holded, zahlungsprüfung, betrugsverdacht,
        vérification du paiement, fraude suspectée, revisión de pago, rivedi pagamento, sospetta frode,
        betalingscontrole, verdacht van fraude, wordt vastgehouden`,
    }),
    dayFirstNames: magentoColumns.occurred_at.slice(1),
  },
  {
    id: 'prestashop',
    kind: 'purchase',
    signs: [
      ['reference', 'customer', 'total', 'payment', 'status'],
      ['artikel_nr.', 'kunde', 'gesamt', 'zahlungsart', 'status'],
      ['artikel_nr.', 'kunde', 'insgesamt', 'zahlung', 'status'],
      ['bestellnummer', 'kunde', 'gesamt', 'zahlung', 'status'],
      ['referenz', 'kunde', 'gesamt', 'zahlung', 'status'],
      ['référence', 'client', 'total', 'paiement', 'état'],
      ['referencia', 'cliente', 'total', 'pago', 'estado'],
      ['riferimento', 'cliente', 'totale', 'pagamento', 'stato'],
      ['referentie', 'klant', 'totaal', 'betaling', 'status'],
    ],
    columns: prestashopColumns,
    // Names of the states that every shop is installed with.
    states: stateWords({
      confirmed: `payment accepted, remote payment accepted, processing in progress, shipped, delivered,
        on backorder (paid), partial refund,
        zahlung eingegangen, zahlung akzeptiert, in bearbeitung, versandt, versendet, zugestellt,
        geliefert, ausgeliefert,
        paiement accepté, paiement à distance accepté, en cours de préparation, expédié, livré,
        pago aceptado, pago remoto aceptado, preparación en curso, preparación en proceso, enviado,
        entregado,
        pagamento accettato, pagamento remoto accettato, preparazione in corso, in preparazione, spedito,
        consegnato,
        betaling aanvaard, betaling geaccepteerd, wordt voorbereid, bezig met voorbereiding, verzonden,
        afgeleverd`,
      cancelled: `payment error, zahlungsfehler, fehler bei der bezahlung, erreur de paiement,
        error en el pago, error de pago, errore di pagamento, errore nel pagamento, betaalfout,
        fout bij betaling`,
      unpaid: `awaiting check payment, awaiting bank wire payment, awaiting bank wire,
        awaiting cash on delivery validation, on backorder (not paid), partial payment,
        authorized. to be captured by merchant,
        warten auf zahlungseingang scheck, warten auf zahlungseingang überweisung,
        en attente du paiement par chèque, en attente de virement bancaire,
        en attente du paiement par virement bancaire,
        en espera de pago por cheque, en espera de pago por transferencia bancaria,
        in attesa di pagamento con assegno, in attesa di pagamento con bonifico bancario,
        in afwachting van betaling per cheque, in afwachting van bankoverschrijving`,
    }),
    dayFirstNames: ['datum', 'fecha', 'data', 'livraison', 'paiement'],
  },
]
