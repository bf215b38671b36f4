/** Turkish. See language-words.ts for the meaning of each text. */
import { inParentheses } from './in-parentheses.ts'
import type { LanguageWords } from './language-words.ts'

export const tr: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Birisi' },
  places: inParentheses,
  purchase: { bought: 'satın aldı: {product}', something: 'alışveriş yaptı' },
  conversion: { forGoal: 'kaydoldu: {goal}', signedUp: 'kaydoldu' },
  review: {
    quote: '“{words}”',
    stars: { other: '# yıldız verdi' },
    average: { other: '{average} · # değerlendirme' },
    verified: 'doğrulanmış',
  },
  headings: {
    popular: 'Popüler',
    selling_fast: 'Hızlı satılıyor',
    order_soon: 'Zamanında sipariş verin',
    good_to_know: 'Bilmekte fayda var',
  },
  phrases: {
    close: 'Kapat',
    region: 'Son hareketler',
    lastHour: 'son bir saat içinde',
    hours: { other: '# saat önce' },
    days: { other: '# gün önce' },
    why: 'Bunu neden görüyorum?',
    gotIt: 'Anladım',
    turnOff: 'Burada kapat',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    stars: '5 yıldız üzerinden #',
    left: { days: '{d} gün {h} sa', hours: '{h} sa {m} dk', minutes: '{m} dk' },
    brand: 'Sağlayan: #',
  },
  windows: {
    minutes: { one: 'son bir dakikada', other: 'son # dakikada' },
    hours: { one: 'son bir saatte', other: 'son # saatte' },
    days: { other: 'son # günde' },
  },
  sources: {
    rest_api: 'Mağazanın sunucusu bildirdi.',
    pixel: 'Mağazanın bir sayfası bildirdi, mağaza onayladı.',
    import: 'Mağaza bir dosyadan içe aktardı.',
    integration: 'Mağazanın bağladığı bir hizmet gönderdi.',
  },
  why: {
    order: 'Bu, {within} verilmiş gerçek bir sipariştir.',
    signup: 'Bu, {within} alınmış gerçek bir kayıttır.',
    review:
      'Bu, {within} yazılmış gerçek bir değerlendirmedir. Kısaltılmış olabilir ama sözleri değiştirilmez.',
    orders:
      'Bu mağazada {within} verilen siparişlerin sayısıdır, her biri bir kez sayılır. Ürün sayfasında yalnızca o ürünün siparişleri sayılır.',
    productOrders:
      'Bu ürün için {within} verilen siparişlerin sayısıdır, her biri bir kez sayılır.',
    signups: '{within} yapılan kayıtların sayısıdır, her e-posta adresi bir kez sayılır.',
    reviews:
      '{within} yazılan ve mağazanın onayladığı değerlendirmeler sayılır. Ortalama asla yukarı yuvarlanmaz.',
    approvedReviews: 'Ortalama ve sayı, mağazanın onayladığı tüm değerlendirmeleri kapsar.',
    publishedReviews:
      'Ortalama ve sayı, değerlendirme sitesinin bu mağaza için yayımladığı değerlerdir.',
    names: 'İsimler verildiği gibi gösterilir.',
    firstNames: 'Adlar verildiği gibi gösterilir. Soyadları asla gösterilmez.',
    noNames: 'İsimler gösterilmez.',
    city: 'Bir şehir, yalnızca aynı dönemde oradan en az # tane geldiyse belirtilir.',
    byEither: 'Mağazanın sunucusu bildirdi veya mağazanın bir sayfası bildirdi ve mağaza onayladı.',
    byAny:
      'Mağazanın sunucusu bildirdi, mağaza dosyadan içe aktardı veya mağazanın bir sayfası bildirdi ve mağaza onayladı.',
    leftOut: 'Test siparişleri, iptal edilen ve iade edilen siparişler sayılmaz.',
    stock: 'Stok bilgisi ürün sayfasından gelir.',
    stockFromFeed: 'Altında saat olan stok, mağazanın o saatte okunan ürün verilerinden gelir.',
    source: 'Mağazaya göre şurada yazıldılar: {source}.',
  },
  chosenReviews: {
    other: 'En az # yıldızlı değerlendirmeler gösterilir.',
  },
  cartCounter: {
    added: { other: '{window} # sepete daha eklendi' },
    why: [
      '{window} bu ürünü sepetine ekleyen ziyaretçilerin sayısıdır.',
      'Sizin sepetiniz sayılmaz ve hiçbir ziyaretçi iki kez sayılmaz. Bu, ürünün ayrıldığı veya satıldığı anlamına gelmez.',
    ],
  },
  conversions: {
    signups: { other: '{within} # kayıt' },
    forGoal: { other: '{within} # kayıt: {goal}' },
  },
  custom: {
    from: 'Bu mesajı {shop} yazdı.',
    page: 'Kişisel bölümler sayfanın kendisinden gelir.',
    title: 'Mesajı gönderen: {shop}',
    byHand: 'Mağaza yazdı. Bir siparişe, kayda veya değerlendirmeye dayanmaz.',
  },
  deliveryDate: {
    title: 'Tahmini teslimat',
    beforeCutOff: '{left} içinde sipariş verin, en geç teslimat: {day}',
    afterCutOff: 'Bugün sipariş verin, tahmini teslimat: {days}',
    day: '{date} {weekday}',
    firstDay: '{number} {weekday}',
    lastDay: '{date} {weekday}',
    why: [
      'Mağazanın son sipariş saatine ve kargo sürelerine göre, tatiller hariç hesaplandı.',
      'Bu bir tahmindir. Geri sayım gerçektir: bittiğinde herkes daha geç bir tarih görür.',
    ],
  },
  discount: {
    off: '{amount} indirim',
    offScope: '{amount} indirim: {scope}',
    withCode: 'Kod: {code}',
    withoutCode: 'Kampanya geçerli',
    ends: 'kalan süre: {left}',
    why: 'Bu teklifi {shop} kendi sözleriyle yazdı. Mağazanın koşulları geçerlidir.',
    whyEnd: 'Herkes için aynı anda biter: {end}.',
  },
  freeDelivery: {
    missing: 'Ücretsiz teslimata kalan tutar: {missing}',
    reached: 'Teslimatınız ücretsiz',
    empty: '{amount} ve üzeri siparişlerde ücretsiz teslimat',
    why: [
      'Ücretsiz teslimat tutarını mağaza belirler.',
      'Eksik tutar, bu sayfadaki sepet toplamınızdan hesaplanır. Sepetiniz tarayıcınızda kalır.',
    ],
  },
  purchases: {
    ofProduct: { other: '{within} # kez sipariş edildi' },
    ofSite: { other: '{site}: {within} # sipariş' },
  },
  sellingOut: {
    out: { other: '{within} # kez sipariş edildi, kalan: {stock}' },
    quickly: { other: 'Popüler: {within} # kez sipariş edildi' },
  },
  stockLevel: {
    scarce: { one: 'Son ürün', other: 'Sadece # adet kaldı' },
    plain: { other: 'Stokta # adet var' },
    why: 'Bu, mağazanın sayfasının bildirdiği kesin stoktur.',
    whyScarce: 'Mağaza şu tarihten önce yeni stok beklemiyor: {day}.',
    whyPlain: 'Mağazaya her an yeni stok gelebilir.',
  },
  visitor: {
    now: { other: 'Şu anda # kişi daha buna bakıyor' },
    within: { other: '{window} # kişi daha buna baktı' },
    whyNow: 'Son 5 dakikada bu sayfada bulunan ziyaretçilerin sayısıdır.',
    whyWithin: 'Bu sayfanın {window} tekil ziyaretçi sayısıdır.',
  },
  visitors: {
    now: { other: 'Şu anda # kişi daha burada: {shop}' },
    within: { other: '{window} # kişi daha burayı ziyaret etti: {shop}' },
    whyNow: 'Son 5 dakikada sitenin herhangi bir yerinde bulunan ziyaretçilerin sayısıdır.',
    whyWithin: 'Tüm sitenin {window} tekil ziyaretçi sayısıdır.',
  },
  presenceFloor:
    'Siz ve bilinen botlar sayılmaz. Şüphe halinde düşük olan sayı gösterilir. Hiçbir şey uydurulmamıştır.',
}
