/** Indonesian. See language-words.ts for the meaning of each text. */
import type { LanguageWords } from './language-words.ts'

export const id: LanguageWords = {
  direction: 'ltr',
  person: { named: '{name}', someone: 'Seseorang' },
  places: { country: (name) => `di ${name}`, city: (name) => `di ${name}`, irregular: {} },
  purchase: { bought: 'membeli {product}', something: 'melakukan pembelian' },
  conversion: { forGoal: 'mendaftar: {goal}', signedUp: 'mendaftar' },
  review: {
    quote: '“{words}”',
    stars: { other: 'memberi # bintang' },
    average: { other: '{average} · # ulasan' },
    verified: 'terverifikasi',
  },
  headings: {
    popular: 'Populer',
    selling_fast: 'Cepat terjual',
    order_soon: 'Pesan tepat waktu',
    good_to_know: 'Perlu diketahui',
  },
  phrases: {
    close: 'Tutup',
    region: 'Aktivitas terbaru',
    lastHour: 'dalam satu jam terakhir',
    hours: { other: '# jam lalu' },
    days: { other: '# hari lalu' },
    why: 'Mengapa saya melihat ini?',
    gotIt: 'Mengerti',
    turnOff: 'Matikan di sini',
    copy: 'Salin',
    copied: 'Disalin',
    stars: '# dari 5 bintang',
    left: { days: '{d} hr {h} j', hours: '{h} j {m} mnt', minutes: '{m} mnt' },
    brand: 'Didukung oleh #',
  },
  windows: {
    minutes: { other: 'dalam # menit terakhir' },
    hours: { other: 'dalam # jam terakhir' },
    days: { other: 'dalam # hari terakhir' },
  },
  sources: {
    rest_api: 'Dilaporkan oleh server toko.',
    pixel: 'Dilaporkan oleh halaman toko dan disetujui toko.',
    import: 'Diimpor oleh toko dari sebuah file.',
    integration: 'Dikirim oleh layanan yang dihubungkan toko.',
  },
  why: {
    order: 'Ini pesanan sungguhan, dibuat {within}.',
    signup: 'Ini pendaftaran sungguhan, diterima {within}.',
    review:
      'Ini ulasan sungguhan, ditulis {within}. Ulasan bisa dipersingkat, tetapi kata-katanya tidak diubah.',
    orders:
      'Ini jumlah pesanan di toko ini {within}, masing-masing dihitung sekali. Di halaman produk, hanya pesanan produk itu yang dihitung.',
    productOrders: 'Ini jumlah pesanan produk ini {within}, masing-masing dihitung sekali.',
    signups: 'Ini jumlah pendaftaran {within}, setiap alamat email dihitung sekali.',
    reviews:
      'Yang dihitung adalah ulasan {within} yang disetujui toko. Rata-ratanya tidak pernah dibulatkan ke atas.',
    approvedReviews: 'Rata-rata dan jumlahnya mencakup semua ulasan yang disetujui toko.',
    publishedReviews:
      'Rata-rata dan jumlahnya adalah yang diterbitkan situs ulasan untuk toko ini.',
    names: 'Nama ditampilkan sebagaimana diberikan.',
    firstNames:
      'Nama depan ditampilkan sebagaimana diberikan. Nama belakang tidak pernah ditampilkan.',
    noNames: 'Nama tidak ditampilkan.',
    city: 'Kota hanya disebut jika setidaknya # berasal dari sana dalam periode yang sama.',
    byEither: 'Dilaporkan oleh server toko, atau oleh halaman toko dan disetujui toko.',
    byAny:
      'Dilaporkan oleh server toko, diimpor oleh toko, atau dilaporkan oleh halaman toko dan disetujui toko.',
    leftOut: 'Pesanan uji coba, dibatalkan, dan dikembalikan dananya tidak dihitung.',
    stock: 'Stok berasal dari halaman produk.',
    stockFromFeed:
      'Stok dengan waktu di bawahnya berasal dari data produk toko yang dibaca pada waktu itu.',
    source: 'Menurut toko, ulasan itu ditulis di {source}.',
  },
  chosenReviews: {
    other: 'Menampilkan ulasan dengan minimal # bintang.',
  },
  cartCounter: {
    added: { other: 'Dimasukkan ke # keranjang lain {window}' },
    why: [
      'Ini jumlah pengunjung yang memasukkan produk ini ke keranjang {window}.',
      'Keranjang Anda tidak dihitung, dan tidak ada pengunjung yang dihitung dua kali. Ini tidak berarti produk sudah dipesan atau terjual.',
    ],
  },
  conversions: {
    signups: { other: '# pendaftaran {within}' },
    forGoal: { other: '# pendaftaran {within}: {goal}' },
  },
  custom: {
    from: 'Pesan ini ditulis oleh {shop}.',
    page: 'Bagian yang dipersonalisasi berasal dari halaman itu sendiri.',
    title: 'Pesan dari {shop}',
    byHand: 'Toko yang menulisnya. Pesan ini tidak berdasarkan pesanan, pendaftaran, atau ulasan.',
  },
  deliveryDate: {
    title: 'Perkiraan pengiriman',
    beforeCutOff: 'Pesan dalam {left}, tiba paling lambat {day}',
    afterCutOff: 'Pesan hari ini, perkiraan tiba: {days}',
    day: '{weekday}, {date}',
    firstDay: '{weekday}, {number}',
    lastDay: '{weekday}, {date}',
    why: [
      'Dihitung dari batas waktu pesanan dan waktu pengiriman toko, tidak termasuk hari libur.',
      'Ini perkiraan. Hitung mundurnya nyata: setelah berakhir, semua orang melihat tanggal yang lebih akhir.',
    ],
  },
  discount: {
    off: 'Diskon {amount}',
    offScope: 'Diskon {amount} untuk {scope}',
    withCode: 'Pakai kode {code}',
    withoutCode: 'Sedang berlaku',
    ends: 'berakhir dalam {left}',
    why: 'Penawaran ini dari {shop}, dengan kata-kata toko. Syarat toko berlaku.',
    whyEnd: 'Berakhir pada saat yang sama untuk semua orang: {end}.',
  },
  freeDelivery: {
    missing: 'Belanja {missing} lagi untuk gratis ongkir',
    reached: 'Anda mendapat gratis ongkir',
    empty: 'Gratis ongkir untuk pesanan mulai {amount}',
    why: [
      'Toko menentukan jumlah untuk gratis ongkir.',
      'Kekurangannya dihitung dari total keranjang di halaman ini. Keranjang Anda tetap di peramban Anda.',
    ],
  },
  purchases: {
    ofProduct: { other: 'Dipesan # kali {within}' },
    ofSite: { other: '# pesanan di {site} {within}' },
  },
  sellingOut: {
    out: { other: 'Dipesan # kali {within}, sisa {stock}' },
    quickly: { other: 'Populer: dipesan # kali {within}' },
  },
  stockLevel: {
    scarce: { other: 'Hanya tersisa #' },
    plain: { other: 'Stok: #' },
    why: 'Ini stok persis yang dilaporkan halaman toko ini.',
    whyScarce: 'Toko tidak mengharapkan stok baru sebelum {day}.',
    whyPlain: 'Toko dapat menambah stok kapan saja.',
  },
  visitor: {
    now: { other: '# orang lain sedang melihat ini' },
    within: { other: '# orang lain melihat ini {window}' },
    whyNow: 'Ini jumlah pengunjung yang berada di halaman ini dalam 5 menit terakhir.',
    whyWithin: 'Ini jumlah pengunjung unik halaman ini {window}.',
  },
  visitors: {
    now: { other: '# orang lain sedang berada di {shop}' },
    within: { other: '# orang lain mengunjungi {shop} {window}' },
    whyNow: 'Ini jumlah pengunjung yang berada di mana saja di situs dalam 5 menit terakhir.',
    whyWithin: 'Ini jumlah pengunjung unik seluruh situs {window}.',
  },
  presenceFloor:
    'Anda dan bot yang dikenal tidak dihitung. Jika ragu, ditampilkan angka yang lebih kecil. Tidak ada yang dikarang.',
}
