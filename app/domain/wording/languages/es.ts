/** Spanish. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const es: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Alguien' },
  places: {
    country: (name) => `en ${name}`,
    city: (name) => `en ${name}`,
    irregular: {
      AE: 'en los Emiratos Árabes Unidos',
      CD: 'en la República Democrática del Congo',
      CF: 'en la República Centroafricana',
      CG: 'en el Congo',
      CI: 'en Costa de Marfil',
      DO: 'en la República Dominicana',
      EH: 'en el Sáhara Occidental',
      GB: 'en el Reino Unido',
      IN: 'en la India',
      NL: 'en los Países Bajos',
      VA: 'en la Ciudad del Vaticano',
    },
  },
  purchase: { bought: 'compró {product}', something: 'hizo una compra' },
  conversion: { forGoal: 'se ha registrado: {goal}', signedUp: 'se ha registrado' },
  review: {
    quote: '«{words}»',
    stars: { one: 'dio # estrella', other: 'dio # estrellas' },
    average: { one: '{average} · # opinión', other: '{average} · # opiniones' },
    verified: 'opinión verificada',
  },
  headings: {
    popular: 'Popular',
    selling_fast: 'Se vende rápido',
    order_soon: 'Pide a tiempo',
    good_to_know: 'Dato útil',
  },
  phrases: {
    close: 'Cerrar',
    region: 'Actividad reciente',
    lastHour: 'en la última hora',
    hours: { one: 'hace # hora', other: 'hace # horas' },
    days: { one: 'hace # día', other: 'hace # días' },
    why: '¿Por qué veo esto?',
    gotIt: 'Entendido',
    turnOff: 'Desactivar aquí',
    copy: 'Copiar',
    copied: 'Copiado',
    stars: '# de 5 estrellas',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Con tecnología de #',
  },
  windows: {
    minutes: { one: 'en el último minuto', other: 'en los últimos # minutos' },
    hours: { one: 'en la última hora', other: 'en las últimas # horas' },
    days: { other: 'en los últimos # días' },
  },
  sources: {
    rest_api: 'Enviado por el servidor de la tienda.',
    pixel: 'Enviado por una página de la tienda y aprobado por la tienda.',
    import: 'La tienda lo importó desde un archivo.',
    integration: 'Enviado por un servicio que la tienda ha conectado.',
  },
  why: {
    order: 'Es un pedido real, hecho {within}.',
    signup: 'Es un registro real, recibido {within}.',
    review:
      'Es una opinión real, escrita {within}. Puede estar recortada, pero el texto no se modifica.',
    orders:
      'Es el número de pedidos de esta tienda {within}, cada uno una sola vez. En la página de un producto, solo cuentan los pedidos de ese producto.',
    productOrders: 'Es el número de pedidos de este producto {within}, cada uno una sola vez.',
    signups: 'Es el número de registros {within}, cada dirección de correo una sola vez.',
    reviews:
      'Se cuentan las opiniones {within} aprobadas por la tienda. La media nunca se redondea al alza.',
    approvedReviews: 'La media y el número son los de todas las opiniones aprobadas por la tienda.',
    publishedReviews:
      'La media y el número son los que el sitio de opiniones publica para esta tienda.',
    names: 'Los nombres se muestran tal como se dieron.',
    firstNames:
      'Los nombres de pila se muestran tal como se dieron. Los apellidos no se muestran nunca.',
    noNames: 'Los nombres no se muestran.',
    city: 'Una ciudad solo se nombra si al menos # del mismo periodo vienen de allí.',
    byEither:
      'Enviado por el servidor de la tienda, o por una página de la tienda y aprobado por la tienda.',
    byAny:
      'Enviado por el servidor de la tienda, importado por la tienda desde un archivo, o enviado por una página de la tienda y aprobado por la tienda.',
    leftOut: 'Se excluyen las pruebas y los pedidos cancelados o reembolsados.',
    stock: 'Las existencias son las que indica la página del producto.',
    stockFromFeed:
      'Las existencias con una hora debajo proceden de los datos de productos de la tienda, leídos en ese momento.',
    source: 'Según la tienda, se escribieron en {source}.',
  },
  chosenReviews: {
    other: 'Se muestran opiniones de al menos # estrellas.',
  },
  cartCounter: {
    added: { one: 'Añadido a # carrito más {window}', other: 'Añadido a # carritos más {window}' },
    why: [
      'Es el número de visitantes que han añadido este producto a su carrito {window}.',
      'Tu carrito no cuenta y ningún visitante cuenta dos veces. No significa que el producto esté reservado o vendido.',
    ],
  },
  conversions: {
    signups: { one: '# registro {within}', other: '# registros {within}' },
    forGoal: { one: '# registro {within}: {goal}', other: '# registros {within}: {goal}' },
  },
  custom: {
    from: 'Este mensaje lo ha escrito {shop}.',
    page: 'Las partes personalizadas vienen de la propia página.',
    title: 'Un mensaje de {shop}',
    byHand: 'Lo ha escrito la tienda. No se basa en ningún pedido, registro ni opinión.',
  },
  deliveryDate: {
    title: 'Entrega estimada',
    beforeCutOff: 'Te quedan {left} para pedirlo y recibirlo a más tardar el {day}',
    afterCutOff: 'Pide hoy, entrega prevista: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday} {number}',
    lastDay: '{weekday} {date}',
    why: [
      'Fecha calculada a partir de la hora límite de pedido y los plazos de envío de la tienda, sin contar festivos.',
      'Es una estimación. La cuenta atrás es real: cuando termina, todos ven una fecha posterior.',
    ],
  },
  discount: {
    off: '{amount} de descuento',
    offScope: '{amount} de descuento en {scope}',
    withCode: 'Con el código {code}',
    withoutCode: 'Disponible ahora',
    ends: 'termina en {left}',
    why: 'Es una oferta de {shop}, con sus propias palabras. Se aplican las condiciones de la tienda.',
    whyEnd: 'Termina al mismo tiempo para todos: {end}.',
  },
  freeDelivery: {
    missing: 'Añade {missing} más y el envío es gratis',
    reached: 'Tu envío es gratis',
    empty: 'Envío gratis a partir de {amount}',
    why: [
      'La tienda fija a partir de qué importe el envío es gratis.',
      'El importe que falta se calcula a partir del total de tu carrito en esta página. Tu carrito se queda en tu navegador.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Pedido una vez {within}', other: 'Pedido # veces {within}' },
    ofSite: { one: '# pedido en {site} {within}', other: '# pedidos en {site} {within}' },
  },
  sellingOut: {
    out: {
      one: 'Pedido una vez {within}, existencias: {stock}',
      other: 'Pedido # veces {within}, existencias: {stock}',
    },
    quickly: { one: 'Popular: pedido una vez {within}', other: 'Popular: pedido # veces {within}' },
  },
  stockLevel: {
    scarce: { one: 'Última unidad', other: 'Solo quedan # unidades' },
    plain: { one: '# unidad disponible', other: '# unidades disponibles' },
    why: 'Son las existencias exactas que indica la página de esta tienda.',
    whyScarce: 'La tienda no espera reposición antes del {day}.',
    whyPlain: 'La tienda puede reponer existencias en cualquier momento.',
  },
  visitor: {
    now: {
      one: '# persona más está viendo esto ahora',
      other: '# personas más están viendo esto ahora',
    },
    within: {
      one: '# persona más ha visto esto {window}',
      other: '# personas más han visto esto {window}',
    },
    whyNow: 'Es el número de visitantes que estuvieron en esta página en los últimos 5 minutos.',
    whyWithin: 'Es el número de visitantes únicos de esta página {window}.',
  },
  visitors: {
    now: {
      one: '# persona más está en {shop} ahora',
      other: '# personas más están en {shop} ahora',
    },
    within: {
      one: '# persona más ha visitado {shop} {window}',
      other: '# personas más han visitado {shop} {window}',
    },
    whyNow:
      'Es el número de visitantes que estuvieron en cualquier página del sitio en los últimos 5 minutos.',
    whyWithin: 'Es el número de visitantes únicos de todo el sitio {window}.',
  },
  presenceFloor:
    'No se cuentan ni tu visita ni los bots conocidos. En caso de duda, se muestra el número más bajo. Nada es inventado.',
}
