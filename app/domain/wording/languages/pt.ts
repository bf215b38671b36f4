/** Portuguese, as written in Brazil. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const pt: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Alguém' },
  places: inParentheses,
  purchase: { bought: 'comprou {product}', something: 'fez uma compra' },
  conversion: { forGoal: 'fez um cadastro: {goal}', signedUp: 'fez um cadastro' },
  review: {
    quote: '“{words}”',
    stars: { one: 'deu # estrela', other: 'deu # estrelas' },
    average: { one: '{average} · # avaliação', other: '{average} · # avaliações' },
    verified: 'avaliação verificada',
  },
  headings: {
    popular: 'Em alta',
    selling_fast: 'Vende rápido',
    order_soon: 'Peça a tempo',
    good_to_know: 'Bom saber',
  },
  phrases: {
    close: 'Fechar',
    region: 'Atividade recente',
    lastHour: 'na última hora',
    hours: { one: 'há # hora', other: 'há # horas' },
    days: { one: 'há # dia', other: 'há # dias' },
    why: 'Por que estou vendo isto?',
    gotIt: 'Entendi',
    turnOff: 'Desativar aqui',
    copy: 'Copiar',
    copied: 'Copiado',
    stars: '# de 5 estrelas',
    left: { days: '{d} d {h} h', hours: '{h} h {m} min', minutes: '{m} min' },
    brand: 'Oferecido por #',
  },
  windows: {
    minutes: { one: 'no último minuto', other: 'nos últimos # minutos' },
    hours: { one: 'na última hora', other: 'nas últimas # horas' },
    days: { other: 'nos últimos # dias' },
  },
  sources: {
    rest_api: 'Enviado pelo servidor da loja.',
    pixel: 'Enviado por uma página da loja e aprovado pela loja.',
    import: 'Importado pela loja de um arquivo.',
    integration: 'Enviado por um serviço conectado pela loja.',
  },
  why: {
    order: 'É um pedido real, feito {within}.',
    signup: 'É um cadastro real, recebido {within}.',
    review:
      'É uma avaliação real, escrita {within}. Pode estar abreviada, mas o texto não é alterado.',
    orders:
      'É o número de pedidos nesta loja {within}, cada um contado uma vez. Na página de um produto, contam só os pedidos desse produto.',
    productOrders: 'É o número de pedidos deste produto {within}, cada um contado uma vez.',
    signups: 'É o número de cadastros {within}, cada e-mail uma única vez.',
    reviews:
      'São contadas as avaliações {within} aprovadas pela loja. A média nunca é arredondada para cima.',
    approvedReviews: 'A média e o número incluem todas as avaliações aprovadas pela loja.',
    publishedReviews: 'A média e o número são os que o site de avaliações publica sobre esta loja.',
    names: 'Os nomes aparecem como foram informados.',
    firstNames: 'Os nomes aparecem como foram informados. Sobrenomes nunca aparecem.',
    noNames: 'Os nomes não são mostrados.',
    city: 'Uma cidade só é citada se pelo menos # no mesmo período vieram de lá.',
    byEither: 'Enviado pelo servidor da loja, ou por uma página da loja e aprovado pela loja.',
    byAny:
      'Enviado pelo servidor da loja, importado pela loja, ou enviado por uma página da loja e aprovado pela loja.',
    leftOut: 'Pedidos de teste, cancelados e reembolsados não contam.',
    stock: 'O estoque é o indicado na página do produto.',
    stockFromFeed:
      'Um estoque com um horário abaixo vem dos dados de produtos da loja, lidos naquele momento.',
    source: 'Segundo a loja, foram escritas em {source}.',
  },
  chosenReviews: {
    other: 'São mostradas avaliações com pelo menos # estrelas.',
  },
  cartCounter: {
    added: {
      one: 'Adicionado a mais # carrinho {window}',
      other: 'Adicionado a mais # carrinhos {window}',
    },
    why: [
      'É o número de visitantes que adicionaram este produto ao carrinho {window}.',
      'Seu carrinho não conta, e nenhum visitante conta duas vezes. Isso não significa que o produto esteja reservado ou vendido.',
    ],
  },
  conversions: {
    signups: { one: '# cadastro {within}', other: '# cadastros {within}' },
    forGoal: { one: '# cadastro {within}: {goal}', other: '# cadastros {within}: {goal}' },
  },
  custom: {
    from: 'Esta mensagem foi escrita por {shop}.',
    page: 'As partes personalizadas vêm da própria página.',
    title: 'Uma mensagem de {shop}',
    byHand: 'A loja a escreveu. Ela não se baseia em um pedido, cadastro ou avaliação.',
  },
  deliveryDate: {
    title: 'Entrega estimada',
    beforeCutOff: 'Peça em até {left} para receber até {day}',
    afterCutOff: 'Peça hoje, entrega prevista: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'Data calculada com o horário limite de pedidos e os prazos de envio da loja, sem contar feriados.',
      'É uma estimativa. A contagem regressiva é real: quando acaba, todos veem uma data posterior.',
    ],
  },
  discount: {
    off: '{amount} de desconto',
    offScope: '{amount} de desconto em {scope}',
    withCode: 'Com o código {code}',
    withoutCode: 'Oferta em vigor',
    ends: 'termina em {left}',
    why: 'É uma oferta de {shop}, nas palavras da loja. Valem as condições da loja.',
    whyEnd: 'Termina no mesmo momento para todos: {end}.',
  },
  freeDelivery: {
    missing: 'Faltam {missing} para o frete grátis',
    reached: 'Seu frete é grátis',
    empty: 'Frete grátis a partir de {amount}',
    why: [
      'A loja define o valor para o frete grátis.',
      'O valor que falta é calculado com o total do seu carrinho nesta página. Seu carrinho fica no seu navegador.',
    ],
  },
  purchases: {
    ofProduct: { one: 'Pedido # vez {within}', other: 'Pedido # vezes {within}' },
    ofSite: { one: '# pedido em {site} {within}', other: '# pedidos em {site} {within}' },
  },
  sellingOut: {
    out: {
      one: 'Pedido # vez {within}, em estoque: {stock}',
      other: 'Pedido # vezes {within}, em estoque: {stock}',
    },
    quickly: { one: 'Em alta: pedido # vez {within}', other: 'Em alta: pedido # vezes {within}' },
  },
  stockLevel: {
    scarce: { one: 'Última unidade', other: 'Restam só # unidades' },
    plain: { one: '# unidade em estoque', other: '# unidades em estoque' },
    why: 'É o estoque exato informado pela página desta loja.',
    whyScarce: 'A loja não espera reposição antes de {day}.',
    whyPlain: 'A loja pode repor o estoque a qualquer momento.',
  },
  visitor: {
    now: {
      one: 'Mais # pessoa está vendo isto agora',
      other: 'Mais # pessoas estão vendo isto agora',
    },
    within: { one: 'Mais # pessoa viu isto {window}', other: 'Mais # pessoas viram isto {window}' },
    whyNow: 'É o número de visitantes que estiveram nesta página nos últimos 5 minutos.',
    whyWithin: 'É o número de visitantes únicos desta página {window}.',
  },
  visitors: {
    now: {
      one: 'Mais # pessoa está em {shop} agora',
      other: 'Mais # pessoas estão em {shop} agora',
    },
    within: {
      one: 'Mais # pessoa visitou {shop} {window}',
      other: 'Mais # pessoas visitaram {shop} {window}',
    },
    whyNow:
      'É o número de visitantes que estiveram em qualquer página do site nos últimos 5 minutos.',
    whyWithin: 'É o número de visitantes únicos de todo o site {window}.',
  },
  presenceFloor:
    'Sua visita e os bots conhecidos não são contados. Na dúvida, mostramos o número menor. Nada é inventado.',
}
