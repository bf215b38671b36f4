/** Italian. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const it: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Qualcuno' },
  places: { ...inParentheses, city: (name) => `a ${name}` },
  purchase: { bought: 'ha acquistato {product}', something: 'ha fatto un acquisto' },
  conversion: {
    forGoal: 'ha completato l’iscrizione: {goal}',
    signedUp: 'ha completato l’iscrizione',
  },
  review: {
    quote: '«{words}»',
    stars: { one: 'ha dato # stella', other: 'ha dato # stelle' },
    average: { one: '{average} · # recensione', other: '{average} · # recensioni' },
    verified: 'recensione verificata',
  },
  headings: {
    popular: 'Popolare',
    selling_fast: 'Si vende in fretta',
    order_soon: 'Ordina per tempo',
    good_to_know: 'Buono a sapersi',
  },
  phrases: {
    close: 'Chiudi',
    region: 'Attività recente',
    lastHour: 'nell’ultima ora',
    hours: { one: '# ora fa', other: '# ore fa' },
    days: { one: '# giorno fa', other: '# giorni fa' },
    why: 'Perché vedo questo?',
    gotIt: 'Ho capito',
    turnOff: 'Disattiva qui',
    copy: 'Copia',
    copied: 'Copiato',
    stars: '# stelle su 5',
    left: { days: '{d} g {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Fornito da #',
  },
  windows: {
    minutes: { one: 'nell’ultimo minuto', other: 'negli ultimi # minuti' },
    hours: { one: 'nell’ultima ora', other: 'nelle ultime # ore' },
    days: { other: 'negli ultimi # giorni' },
  },
  sources: {
    rest_api: 'Inviato dal server del negozio.',
    pixel: 'Inviato da una pagina del negozio e approvato dal negozio.',
    import: 'Importato dal negozio da un file.',
    integration: 'Inviato da un servizio collegato dal negozio.',
  },
  why: {
    order: 'È un ordine reale, effettuato {within}.',
    signup: 'È un’iscrizione reale, ricevuta {within}.',
    review:
      'È una recensione reale, scritta {within}. Può essere abbreviata, ma il testo non è modificato.',
    orders:
      'È il numero di ordini in questo negozio {within}, ciascuno contato una volta. Nella pagina di un prodotto contano solo gli ordini di quel prodotto.',
    productOrders: 'È il numero di ordini di questo prodotto {within}, ciascuno contato una volta.',
    signups: 'È il numero di iscrizioni {within}, ogni indirizzo email una sola volta.',
    reviews:
      'Si contano le recensioni {within} approvate dal negozio. La media non è mai arrotondata per eccesso.',
    approvedReviews: 'Media e numero comprendono tutte le recensioni approvate dal negozio.',
    publishedReviews:
      'Media e numero sono quelli che il sito di recensioni pubblica per questo negozio.',
    names: 'I nomi sono mostrati come sono stati indicati.',
    firstNames: 'I nomi sono mostrati come sono stati indicati, i cognomi mai.',
    noNames: 'I nomi non sono mostrati.',
    city: 'Una città è indicata solo se almeno # nello stesso periodo provengono da lì.',
    byEither:
      'Inviato dal server del negozio, oppure da una pagina del negozio e approvato dal negozio.',
    byAny:
      'Inviato dal server del negozio, importato dal negozio, oppure inviato da una pagina del negozio e approvato dal negozio.',
    leftOut: 'Sono esclusi gli ordini di prova, annullati e rimborsati.',
    stock: 'La disponibilità è quella indicata nella pagina del prodotto.',
    stockFromFeed:
      'Una disponibilità con un orario sotto proviene dai dati di prodotto del negozio, letti in quel momento.',
    source: 'Secondo il negozio, sono state scritte su {source}.',
  },
  chosenReviews: {
    other: 'Sono mostrate recensioni con almeno # stelle.',
  },
  cartCounter: {
    added: {
      one: 'Aggiunto a # altro carrello {window}',
      other: 'Aggiunto ad altri # carrelli {window}',
    },
    why: [
      'È il numero di visitatori che hanno aggiunto questo prodotto al carrello {window}.',
      'Il tuo carrello non conta e nessun visitatore conta due volte. Non significa che il prodotto sia riservato o venduto.',
    ],
  },
  conversions: {
    signups: { one: '# iscrizione {within}', other: '# iscrizioni {within}' },
    forGoal: { one: '# iscrizione {within}: {goal}', other: '# iscrizioni {within}: {goal}' },
  },
  custom: {
    from: 'Questo messaggio è stato scritto da {shop}.',
    page: 'Le parti personalizzate vengono dalla pagina stessa.',
    title: 'Un messaggio da {shop}',
    byHand: 'Lo ha scritto il negozio. Non si basa su un ordine, un’iscrizione o una recensione.',
  },
  deliveryDate: {
    title: 'Consegna stimata',
    beforeCutOff: 'Ordina entro {left}, consegna prevista al più tardi: {day}',
    afterCutOff: 'Ordina oggi, consegna prevista: {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Data calcolata in base all’orario limite per gli ordini e ai tempi di spedizione del negozio, esclusi i giorni festivi.',
      'È una stima. Il conto alla rovescia è reale: quando finisce, tutti vedono una data successiva.',
    ],
  },
  discount: {
    off: '{amount} di sconto',
    offScope: '{amount} di sconto su {scope}',
    withCode: 'Con il codice {code}',
    withoutCode: 'Offerta in corso',
    ends: 'termina tra {left}',
    why: 'È un’offerta di {shop}, con parole sue. Valgono le condizioni del negozio.',
    whyEnd: 'Termina per tutti nello stesso momento: {end}.',
  },
  freeDelivery: {
    missing: 'Aggiungi {missing} per la consegna gratuita',
    reached: 'La consegna è gratuita',
    empty: 'Consegna gratuita a partire da {amount}',
    why: [
      'L’importo per la consegna gratuita è fissato dal negozio.',
      'L’importo mancante è calcolato dal totale del carrello in questa pagina. Il carrello resta nel tuo browser.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Ordinato una volta {within}', other: 'Ordinato # volte {within}' },
    ofSite: { one: '# ordine su {site} {within}', other: '# ordini su {site} {within}' },
  },
  sellingOut: {
    out: {
      one: 'Ordinato una volta {within}, disponibilità: {stock}',
      other: 'Ordinato # volte {within}, disponibilità: {stock}',
    },
    quickly: {
      one: 'Popolare: ordinato una volta {within}',
      other: 'Popolare: ordinato # volte {within}',
    },
  },
  stockLevel: {
    scarce: { one: 'Ultimo pezzo', other: 'Solo # rimasti' },
    plain: { one: '# disponibile', other: '# disponibili' },
    why: 'È la disponibilità esatta indicata dalla pagina di questo negozio.',
    whyScarce: 'Il negozio non prevede nuovi arrivi prima del {day}.',
    whyPlain: 'Il negozio può ricevere nuovi arrivi in qualsiasi momento.',
  },
  visitor: {
    now: {
      one: '# altra persona sta guardando questa pagina ora',
      other: 'Altre # persone stanno guardando questa pagina ora',
    },
    within: {
      one: '# altra persona ha visto questa pagina {window}',
      other: 'Altre # persone hanno visto questa pagina {window}',
    },
    whyNow: 'È il numero di visitatori presenti in questa pagina negli ultimi 5 minuti.',
    whyWithin: 'È il numero di visitatori unici di questa pagina {window}.',
  },
  visitors: {
    now: { one: '# altra persona è su {shop} ora', other: 'Altre # persone sono su {shop} ora' },
    within: {
      one: '# altra persona ha visitato {shop} {window}',
      other: 'Altre # persone hanno visitato {shop} {window}',
    },
    whyNow:
      'È il numero di visitatori presenti in qualsiasi pagina del sito negli ultimi 5 minuti.',
    whyWithin: 'È il numero di visitatori unici di tutto il sito {window}.',
  },
  presenceFloor:
    'La tua visita e i bot noti non sono contati. In caso di dubbio è mostrato il numero più basso. Nulla è inventato.',
}
