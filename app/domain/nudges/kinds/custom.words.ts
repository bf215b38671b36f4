import type { Language } from '../../../contract/site-options.ts'

/** `{shop}` stands for the site's host. */
export const customWords: Record<Language, { from: string; page: string }> = {
  en: {
    from: 'This is a message from {shop}, in its own words.',
    page: 'What differs from visitor to visitor in it comes from the page itself.',
  },
  de: {
    from: 'Das ist eine Nachricht von {shop}, in eigenen Worten.',
    page: 'Was darin von Besucher zu Besucher verschieden ist, stammt von der Seite selbst.',
  },
  fr: {
    from: 'C’est un message de {shop}, dans ses propres mots.',
    page: 'Ce qui y change d’un visiteur à l’autre vient de la page elle-même.',
  },
  nl: {
    from: 'Dit is een bericht van {shop}, in eigen woorden.',
    page: 'Wat daarin per bezoeker verschilt, komt van de pagina zelf.',
  },
  es: {
    from: 'Es un mensaje de {shop}, con sus propias palabras.',
    page: 'Lo que cambia de un visitante a otro viene de la propia página.',
  },
  ar: {
    from: 'هذه رسالة من {shop} بكلماته الخاصة.',
    page: 'ما يختلف فيها من زائر إلى آخر يأتي من الصفحة نفسها.',
  },
}
