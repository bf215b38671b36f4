/** French. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const fr: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Quelqu’un' },
  places: {
    /** Feminine names, which end in e, and names with an initial vowel take "en". */
    country: (name, isIslands) =>
      isIslands ? null : /e$|^[AEIOUÉ]/.test(name) ? `en ${name}` : `au ${name}`,
    /** "Le Havre" becomes "au Havre". */
    city: (name) =>
      name.startsWith('Le ')
        ? `au ${name.slice(3)}`
        : name.startsWith('Les ')
          ? `aux ${name.slice(4)}`
          : `à ${name}`,
    irregular: {
      AE: 'aux Émirats arabes unis',
      AW: 'à Aruba',
      BB: 'à la Barbade',
      BH: 'à Bahreïn',
      BM: 'aux Bermudes',
      BS: 'aux Bahamas',
      BZ: 'au Belize',
      CG: 'au Congo-Brazzaville',
      CU: 'à Cuba',
      CW: 'à Curaçao',
      CY: 'à Chypre',
      DJ: 'à Djibouti',
      DM: 'à la Dominique',
      FJ: 'aux Fidji',
      GD: 'à la Grenade',
      GI: 'à Gibraltar',
      GU: 'à Guam',
      GW: 'en Guinée-Bissau',
      HK: 'à Hong Kong',
      HT: 'en Haïti',
      KH: 'au Cambodge',
      KM: 'aux Comores',
      KP: 'en Corée du Nord',
      KR: 'en Corée du Sud',
      MC: 'à Monaco',
      MG: 'à Madagascar',
      MK: 'en Macédoine du Nord',
      MM: 'en Birmanie',
      MO: 'à Macao',
      MS: 'à Montserrat',
      MT: 'à Malte',
      MU: 'à Maurice',
      MV: 'aux Maldives',
      MX: 'au Mexique',
      MZ: 'au Mozambique',
      NL: 'aux Pays-Bas',
      OM: 'à Oman',
      PH: 'aux Philippines',
      PR: 'à Porto Rico',
      RE: 'à La Réunion',
      SC: 'aux Seychelles',
      SG: 'à Singapour',
      SM: 'à Saint-Marin',
      SR: 'au Suriname',
      TL: 'au Timor oriental',
      TT: 'à Trinité-et-Tobago',
      TW: 'à Taïwan',
      US: 'aux États-Unis',
      VA: 'au Vatican',
      YT: 'à Mayotte',
      ZW: 'au Zimbabwe',
    },
  },
  purchase: { bought: 'a acheté {product}', something: 'a passé une commande' },
  conversion: {
    forGoal: 'a validé son inscription : {goal}',
    signedUp: 'a validé son inscription',
  },
  review: {
    quote: '«\u00a0{words}\u00a0»',
    stars: { one: 'a donné # étoile', other: 'a donné # étoiles' },
    average: { other: '{average} · # avis' },
    verified: 'avis vérifié',
  },
  headings: {
    popular: 'Populaire',
    selling_fast: 'Se vend vite',
    order_soon: 'Pensez à commander',
    good_to_know: 'Bon à savoir',
  },
  phrases: {
    close: 'Fermer',
    region: 'Activité récente',
    lastHour: 'il y a moins d’une heure',
    hours: { one: 'il y a # heure', other: 'il y a # heures' },
    days: { one: 'il y a # jour', other: 'il y a # jours' },
    why: 'Pourquoi ce message ?',
    gotIt: 'Compris',
    turnOff: 'Désactiver ici',
    copy: 'Copier',
    copied: 'Copié',
    stars: 'Note : # sur 5',
    left: { days: '{d} j {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Propulsé par #',
  },
  windows: {
    minutes: { one: 'au cours de la dernière minute', other: 'au cours des # dernières minutes' },
    hours: { one: 'au cours de la dernière heure', other: 'au cours des # dernières heures' },
    days: { other: 'au cours des # derniers jours' },
  },
  sources: {
    rest_api: 'Information transmise par le serveur de la boutique.',
    pixel: 'Information transmise par une page de la boutique et validée par celle-ci.',
    import: 'Information importée par la boutique depuis un fichier.',
    integration: 'Un service relié par la boutique l’a transmis.',
  },
  why: {
    order: 'Il s’agit d’une vraie commande, passée {within}.',
    signup: 'Il s’agit d’une vraie inscription, reçue {within}.',
    review: 'Il s’agit d’un vrai avis, écrit {within}. Il peut être abrégé, mais jamais modifié.',
    orders:
      'Ce chiffre compte les commandes de cette boutique {within}, chacune une seule fois. Sur une page produit, seules celles de ce produit comptent.',
    productOrders:
      'Ce chiffre compte les commandes de ce produit {within}, chacune une seule fois.',
    signups: 'Ce chiffre compte les inscriptions {within}, chaque adresse e-mail une seule fois.',
    reviews:
      'Ce chiffre compte les avis {within} validés par la boutique. La moyenne n’est jamais arrondie à la hausse.',
    approvedReviews: 'La moyenne et le nombre portent sur tous les avis validés par la boutique.',
    publishedReviews:
      'La moyenne et le nombre sont ceux que le site d’avis publie pour cette boutique.',
    names: 'Les noms sont affichés tels quels.',
    firstNames: 'Les prénoms sont affichés tels quels. Les noms de famille ne le sont jamais.',
    noNames: 'Les noms ne sont pas affichés.',
    city: 'Une ville n’est mentionnée que si au moins # y ont été enregistrés sur la même période.',
    byEither:
      'Information transmise par le serveur de la boutique, ou par une page de la boutique et validée par celle-ci.',
    byAny:
      'Information transmise par le serveur de la boutique, importée par celle-ci depuis un fichier, ou transmise par une page et validée par la boutique.',
    leftOut: 'Les tests et les commandes annulées ou remboursées sont exclus.',
    stock: 'Le nombre d’articles restants est celui qu’indique la page du produit.',
    stockFromFeed:
      'Un stock suivi d’une heure provient des données produits de la boutique, lues à ce moment-là.',
    source: 'Selon la boutique, ils ont été publiés sur {source}.',
  },
  chosenReviews: {
    other: 'Seuls les avis d’au moins # étoiles sont affichés.',
  },
  cartCounter: {
    added: { one: 'Ajouté à # autre panier {window}', other: 'Ajouté à # autres paniers {window}' },
    why: [
      'Ce chiffre compte les visiteurs qui ont ajouté ce produit à leur panier {window}.',
      'Votre propre panier n’est pas compté, et aucun visiteur n’est compté deux fois. Cela ne veut pas dire que le produit est réservé ou vendu.',
    ],
  },
  conversions: {
    signups: { one: '# inscription {within}', other: '# inscriptions {within}' },
    forGoal: { one: '# inscription {within} : {goal}', other: '# inscriptions {within} : {goal}' },
  },
  custom: {
    from: 'Ce message a été rédigé par {shop}.',
    page: 'Les éléments personnalisés viennent de la page elle-même.',
    title: 'Un message de {shop}',
    byHand:
      'La boutique l’a rédigé elle-même. Il ne repose sur aucune commande, inscription ni avis.',
  },
  deliveryDate: {
    title: 'Livraison estimée',
    beforeCutOff: 'Commandez dans les {left} pour une livraison au plus tard le {day}',
    afterCutOff: 'Commandez aujourd’hui, livraison prévue : {days}',
    day: '{weekday} {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Date calculée à partir de l’heure limite de commande et des délais de transport de la boutique, hors jours fériés.',
      'C’est une estimation. Le compte à rebours est réel : à la fin, tout le monde voit une date plus tardive.',
    ],
  },
  discount: {
    off: '{amount} de remise',
    offScope: '{amount} de remise sur {scope}',
    withCode: 'Avec le code {code}',
    withoutCode: 'En ce moment',
    ends: 'se termine dans {left}',
    why: 'Cette offre est rédigée par {shop}. Les conditions de la boutique s’appliquent.',
    whyEnd: 'Elle se termine au même moment pour tout le monde : {end}.',
  },
  freeDelivery: {
    missing: 'Plus que {missing} pour la livraison gratuite',
    reached: 'La livraison vous est offerte',
    empty: 'Livraison gratuite dès {amount}',
    why: [
      'Le seuil de livraison gratuite est fixé par la boutique.',
      'Le montant manquant est calculé d’après le total de votre panier sur cette page. Votre panier reste dans votre navigateur.',
    ],
  },
  purchases: {
    ofProduct: { other: 'Commandé # fois {within}' },
    ofSite: { one: '# commande sur {site} {within}', other: '# commandes sur {site} {within}' },
  },
  sellingOut: {
    out: { other: 'Commandé # fois {within}, stock restant : {stock}' },
    quickly: { other: 'Populaire : commandé # fois {within}' },
  },
  stockLevel: {
    scarce: { one: 'Dernier article en stock', other: 'Plus que # en stock' },
    plain: { one: '# article en stock', other: '# articles en stock' },
    why: 'C’est le stock exact indiqué par la page de cette boutique.',
    whyScarce: 'La boutique indique qu’elle n’attend pas de réassort avant le {day}.',
    whyPlain: 'Un réassort peut arriver à tout moment.',
  },
  visitor: {
    now: {
      one: '# autre personne regarde cette page en ce moment',
      other: '# autres personnes regardent cette page en ce moment',
    },
    within: {
      one: '# autre personne a vu cette page {window}',
      other: '# autres personnes ont vu cette page {window}',
    },
    whyNow:
      'Ce chiffre compte les visiteurs présents sur cette page au cours des 5 dernières minutes.',
    whyWithin: 'Ce chiffre compte les visiteurs uniques de cette page {window}.',
  },
  visitors: {
    now: {
      one: '# autre personne est sur {shop} en ce moment',
      other: '# autres personnes sont sur {shop} en ce moment',
    },
    within: {
      one: '# autre personne a visité {shop} {window}',
      other: '# autres personnes ont visité {shop} {window}',
    },
    whyNow:
      'Ce chiffre compte les visiteurs présents sur le site au cours des 5 dernières minutes.',
    whyWithin: 'Ce chiffre compte les visiteurs uniques de tout le site {window}.',
  },
  presenceFloor:
    'Ni vous ni les robots connus ne sont comptés. En cas de doute, le nombre le plus bas est affiché. Rien n’est inventé.',
}
